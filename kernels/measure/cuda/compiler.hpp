// NVRTC, opened at run time: a job's text to a cubin. Needs no GPU.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/child/gpu.hpp"

namespace warplens::measure::cuda {

struct CompileRequest {
  std::string file_name, text;
  std::vector<JobHeader> headers;
  std::vector<launch::Definition> defines;
  std::vector<std::string> names;  // name expressions: "matmul<32, 1>", "&table" for variables
  Build build = Build::kAsWritten;
  int compute_major = 9, compute_minor = 0;
};

struct Compiled {
  std::vector<char> cubin;                     // or PTX: see is_ptx
  bool is_ptx = false;                         // the GPU is newer than the compiler
  bool has_unknown_stack = false;              // a kernel recurses: give it a stack
  std::map<std::string, std::string> lowered;  // name expression -> name in the cubin
  std::vector<std::string> options;            // as given, without paths
  std::string log;                             // warnings
};

// kNoCompiler where there is no NVRTC or none for that GPU, kCompile with NVRTC's first error where
// it refuses the text.
Measured<Compiled> compile(const CompileRequest& request);
// "13.0"; "" without NVRTC.
std::string compiler_version();
// The toolkit's folder that NVRTC lies in, for its headers, CUPTI, cuBLAS and disassembler; "" if
// unknown.
std::string toolkit_folder();

// What to compile for.
struct Architecture {
  std::string option;       // "sm_90", "compute_120"
  bool is_virtual = false;  // PTX, which the driver compiles on
};
// The best of `known` (major * 10 + minor) for a GPU of compute capability `wanted`; nothing where
// all are newer.
std::optional<Architecture> choose_architecture(std::vector<int> known, int wanted);

// The first error of NVRTC's log, and how many more there are: one line.
std::string first_error(const std::string& log);

}  // namespace warplens::measure::cuda
