// What a GPU's compiler makes of a launch's kernel: NVRTC in a process of its own, for the device
// that is simulated. Needs the CUDA Toolkit, and no GPU.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "kernels/measure/format/compile.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

struct CompiledKernel {
  measure::KernelCode code;
  std::string compiler, target;  // NVRTC's version, "13.0", and "sm_90"
};

// Or why there is none: a sentence without a full stop.
using CompiledResult = base::Result<CompiledKernel, std::string>;

// `request` gave `run`. `command` starts a compiling process, such as `warplens compile-child`.
// Errors: there is no compiler, or none for that device; it refuses the text, or takes too long;
// `cancelled` (may be null) became true.
CompiledResult compile_kernel(const prepare::Request& request, const run::Run& run,
                              const std::vector<std::string>& command,
                              const std::atomic<bool>* cancelled);

// "compiled by NVRTC 13.0 for sm_90"
std::string compiled_words(const CompiledKernel& kernel);

}  // namespace warplens::compare
