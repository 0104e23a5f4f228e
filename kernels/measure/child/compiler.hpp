// The CUDA compiler behind an interface: in the compiling process NVRTC (kernels/measure/gpu) or
// the answer that there is none; in the measuring process a conversation with such a process
// (compiler_process.hpp); in tests a stand-in.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/child/measured.hpp"
#include "kernels/measure/record/compile.hpp"

namespace warplens::measure {

class Compiler {
 public:
  virtual ~Compiler() = default;
  // Opens what it needs and returns the folders that it reads from afterwards.
  virtual std::vector<std::string> prepare() = 0;
  // kNoCompiler where there is none or none for that GPU, kCompile with the compiler's first error
  // where it refuses the text, kMemory and kTimeLimit where the text takes more than a compiler
  // may.
  virtual Measured<Compiled> compile(const CompileRequest& request) = 0;
};

// NVRTC in this process. In a build without the toolkit's headers every answer is kBuiltWithout.
std::unique_ptr<Compiler> make_compiler();

}  // namespace warplens::measure
