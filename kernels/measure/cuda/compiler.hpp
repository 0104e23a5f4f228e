// NVRTC, opened at run time: a job's text to a cubin. Needs no GPU.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/child/measured.hpp"
#include "kernels/measure/format/compile.hpp"

namespace warplens::measure::cuda {

// kNoCompiler where there is no NVRTC or none for that GPU, kCompile with NVRTC's first error where
// it refuses the text, kMemory where there is too little for it. Compiles in this
// process; a text that may be harmful needs one of its own (child/compiler_process.hpp).
Measured<Compiled> compile(const CompileRequest& request);
// "13.0"; "" without NVRTC.
std::string compiler_version();
// The folder of NVRTC's toolkit, for its headers, CUPTI, cuBLAS and disassembler; "" if unknown.
std::string toolkit_folder();

// What to compile for.
struct Architecture {
  std::string option;       // "sm_90", "compute_120"
  bool is_virtual = false;  // PTX, which the driver compiles
};
// The best of `known` (major * 10 + minor) for a GPU of compute capability `wanted`; nothing where
// all are newer.
std::optional<Architecture> choose_architecture(std::vector<int> known, int wanted);

// The first error of NVRTC's log, and how many more there are: one line.
std::string first_error(const std::string& log);

}  // namespace warplens::measure::cuda
