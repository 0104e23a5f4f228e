#include "kernels/measure/cuda/nvrtc.hpp"

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

#include "kernels/measure/cuda/compiler.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::cuda {

namespace {

bool is_refused() {
  const char* hook = std::getenv("WARPLENS_REFUSE_COMPILER");
  return hook != nullptr && std::string_view(hook) == "1";
}

Problem not_found() {
  return {ProblemKind::kNoCompiler,
          say("the CUDA Toolkit's compiler (libnvrtc) was not found; install the toolkit, or set "
              "CUDA_PATH to its folder")};
}

}  // namespace

Measured<Nvrtc> Nvrtc::open() {
  if (is_refused()) return base::fail(not_found());
  // CUDA 13 first: it is the one tested. The name without a number finds older and newer ones.
  const std::vector<std::string> names{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  std::vector<std::string> files;
  for (const std::string& folder : usual_toolkit_folders()) {
    const std::vector<std::string> in_folder = files_in_toolkit(folder, names);
    files.insert(files.end(), in_folder.begin(), in_folder.end());
  }
  files.insert(files.end(), names.begin(), names.end());

  Nvrtc nvrtc;
  nvrtc.library = Library::open(files);
  if (!nvrtc.library.is_open()) return base::fail(not_found());
  const char* missing = nullptr;
  const auto find = [&](auto& function, const char* name) {
    if (!nvrtc.library.find(function, name)) missing = name;
  };
#define WARPLENS_FIND(name) find(nvrtc.name, #name)
  WARPLENS_FIND(nvrtcVersion);
  WARPLENS_FIND(nvrtcGetErrorString);
  WARPLENS_FIND(nvrtcGetNumSupportedArchs);
  WARPLENS_FIND(nvrtcGetSupportedArchs);
  WARPLENS_FIND(nvrtcCreateProgram);
  WARPLENS_FIND(nvrtcDestroyProgram);
  WARPLENS_FIND(nvrtcCompileProgram);
  WARPLENS_FIND(nvrtcGetProgramLogSize);
  WARPLENS_FIND(nvrtcGetProgramLog);
  WARPLENS_FIND(nvrtcAddNameExpression);
  WARPLENS_FIND(nvrtcGetLoweredName);
  WARPLENS_FIND(nvrtcGetCUBINSize);
  WARPLENS_FIND(nvrtcGetCUBIN);
  WARPLENS_FIND(nvrtcGetPTXSize);
  WARPLENS_FIND(nvrtcGetPTX);
#undef WARPLENS_FIND
  if (missing) {
    return base::fail(Problem{ProblemKind::kNoCompiler,
                              say("the CUDA Toolkit is too old: its compiler has no {function}; "
                                  "install CUDA 12 or newer",
                                  "function"_a = missing)});
  }
  return nvrtc;
}

std::string Nvrtc::version() const {
  int major = 0, minor = 0;
  if (nvrtcVersion(&major, &minor) != NVRTC_SUCCESS) return "";
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string compiler_version() {
  const Measured<Nvrtc> nvrtc = Nvrtc::open();
  return nvrtc ? nvrtc->version() : "";
}

std::string toolkit_folder() {
  const Measured<Nvrtc> nvrtc = Nvrtc::open();
  if (!nvrtc) return "";
  namespace fs = std::filesystem;
  // .../cuda-13.0/lib64 and .../cuda-13.0/targets/x86_64-linux/lib are both usual. The outer one
  // has the programs, too.
  std::error_code ignored;
  std::string found;
  for (fs::path folder = fs::path(nvrtc->library.path()).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (!fs::exists(folder / "include" / "cuda.h", ignored)) continue;
    found = folder.string();
    if (folder.parent_path().filename() != "targets") break;
  }
  return found;
}

}  // namespace warplens::measure::cuda
