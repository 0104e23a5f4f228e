#include "kernels/measure/counters/cupti.hpp"

#include <cstdlib>
#include <cstring>
#include <vector>

#include "kernels/measure/cuda/compiler.hpp"
#include "kernels/measure/cuda/library.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::counters {
namespace {

// The driver's answer on a machine where only administrators may count.
template <class Parameters>
CUptiResult refuse(Parameters*) {
  return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
}

}  // namespace

Measured<Cupti> Cupti::open() {
  const std::vector<std::string> names{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
  std::vector<std::string> files;
  if (const std::string folder = cuda::toolkit_folder(); !folder.empty()) {
    files = cuda::files_in_toolkit(folder, names);
  }
  files.insert(files.end(), names.begin(), names.end());
  const cuda::Library library = cuda::Library::open(files);
  if (!library.is_open()) {
    return base::fail(Problem{ProblemKind::kNoCounters,
                              say("CUPTI (libcupti), which reads the GPU's counters, was not "
                                  "found; install it with the CUDA Toolkit, or set CUDA_PATH to "
                                  "its folder")});
  }
  Cupti cupti;
  const char* missing = nullptr;
#define WARPLENS_CUPTI_FUNCTION(name) \
  if (!library.find(cupti.name, #name)) missing = #name;
#include "kernels/measure/counters/cupti_functions.def"
#undef WARPLENS_CUPTI_FUNCTION
  if (missing) {
    return base::fail(Problem{ProblemKind::kNoCounters,
                              say("CUPTI is too old to count by source line: it has no {function}; "
                                  "install CUDA 13.0 or newer",
                                  "function"_a = missing)});
  }
  const char* hook = std::getenv("WARPLENS_REFUSE_COUNTERS");
  if (hook && std::strcmp(hook, "1") == 0) {
    cupti.cuptiSassMetricsSetConfig = refuse;
    cupti.cuptiRangeProfilerEnable = refuse;
  }
  return cupti;
}

Problem Cupti::problem(CUptiResult result, Sentence doing) const {
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      return {ProblemKind::kPermission,
              say("the driver lets only administrators read the GPU's counters; run as "
                  "administrator, or load the NVIDIA kernel module with "
                  "NVreg_RestrictProfilingToAdminUsers=0")};
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return {ProblemKind::kPermission,
              say("this virtual machine may not read its GPU's counters; allow profiling for the "
                  "virtual GPU on the host")};
    default: {
      const char* words = nullptr;
      if (cuptiGetResultString) cuptiGetResultString(result, &words);
      return {
          ProblemKind::kNoCounters,
          say("CUPTI cannot count on this GPU: it failed while {activity} ({reason}); check that "
              "driver and CUDA Toolkit fit together",
              "activity"_a = say(doing),
              "reason"_a = words ? std::string(words) : std::to_string(int{result}))};
    }
  }
}

}  // namespace warplens::measure::counters
