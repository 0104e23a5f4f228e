// NVRTC's functions, opened at run time.
#pragma once

#include <nvrtc.h>

#include <string>

#include "kernels/measure/child/gpu.hpp"
#include "kernels/measure/cuda/library.hpp"

namespace warplens::measure::cuda {

struct Nvrtc {
  // kNoCompiler where none is found; for tests, with WARPLENS_REFUSE_COMPILER=1 in the environment,
  // none is.
  static Measured<Nvrtc> open();

  Library library;
#define WARPLENS_NVRTC_FUNCTION(name) decltype(&::name) name = nullptr
  WARPLENS_NVRTC_FUNCTION(nvrtcVersion);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetErrorString);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetNumSupportedArchs);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetSupportedArchs);
  WARPLENS_NVRTC_FUNCTION(nvrtcCreateProgram);
  WARPLENS_NVRTC_FUNCTION(nvrtcDestroyProgram);
  WARPLENS_NVRTC_FUNCTION(nvrtcCompileProgram);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetProgramLogSize);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetProgramLog);
  WARPLENS_NVRTC_FUNCTION(nvrtcAddNameExpression);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetLoweredName);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetCUBINSize);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetCUBIN);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetPTXSize);
  WARPLENS_NVRTC_FUNCTION(nvrtcGetPTX);
#undef WARPLENS_NVRTC_FUNCTION

  std::string version() const;  // "13.0"
};

}  // namespace warplens::measure::cuda
