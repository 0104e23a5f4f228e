#include "kernels/measure/child/environment.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace warplens::measure {
namespace {

// CUDA's own switches that are not here either change what is measured (blocking launches, forced
// recompilation) or load and write files of their own (injected libraries, the GPU's core dumps).
constexpr std::array<std::string_view, 25> kAllowed{
    "PATH",  // the disassembler
    "HOME",  // the driver keeps compiled PTX below it
    "TMPDIR",
    "LANGUAGE",  // what a child says is shown to the user as it is
    "LC_ALL",
    "LC_MESSAGES",
    "LANG",
    "WARPLENS_LANGUAGE",  // --language
    "LD_LIBRARY_PATH",    // where a driver or toolkit may be
    "CUDA_PATH",
    "CUDA_HOME",
    "CUDA_VISIBLE_DEVICES",  // which GPU is device 0
    "CUDA_DEVICE_ORDER",
    "CUDA_CACHE_PATH",
    "CUDA_CACHE_DISABLE",
    "CUDA_CACHE_MAXSIZE",
    "CUDA_MODULE_LOADING",
    "CUDA_MPS_PIPE_DIRECTORY",  // a GPU that a service shares out
    "CUDA_MPS_LOG_DIRECTORY",
    "WARPLENS_REFUSE_COUNTERS",  // for tests
    "WARPLENS_REFUSE_COMPILER",
    "ASAN_OPTIONS",  // of builds with sanitizers
    "LSAN_OPTIONS",
    "TSAN_OPTIONS",
    "UBSAN_OPTIONS",
};

}  // namespace

std::vector<std::string> allowed_environment(const char* const* environment) {
  std::vector<std::string> out;
  for (; *environment != nullptr; ++environment) {
    const std::string_view variable = *environment;
    const std::string_view name = variable.substr(0, variable.find('='));
    if (std::find(kAllowed.begin(), kAllowed.end(), name) != kAllowed.end())
      out.emplace_back(variable);
  }
  return out;
}

}  // namespace warplens::measure
