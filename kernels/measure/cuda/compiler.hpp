// NVRTC, opened at run time: a job's text to a cubin. Needs no GPU.
#pragma once

#include <map>
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
  std::vector<char> cubin;
  std::map<std::string, std::string> lowered;  // name expression -> name in the cubin
  std::vector<std::string> options;            // as given, without paths
  std::string log;                             // warnings
};

// kNoCompiler where there is no NVRTC, kCompile with NVRTC's log where it refuses the text.
Measured<Compiled> compile(const CompileRequest& request);
// "13.0"; "" without NVRTC.
std::string compiler_version();
// The toolkit's folder that NVRTC lies in, for its headers, CUPTI, cuBLAS and disassembler; "" if
// unknown.
std::string toolkit_folder();

}  // namespace warplens::measure::cuda
