// The interface of the CUDA compiler. In the compiling process it is NVRTC (kernels/measure/gpu),
// or nothing but the answer that there is none; in the measuring process, requests to such a
// process (compiler_process.hpp); in tests, a fake.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/child/measured.hpp"
#include "kernels/measure/format/compile.hpp"

namespace warplens::measure {

class Compiler {
 public:
  virtual ~Compiler() = default;
  // Opens its libraries and returns the folders that it reads from afterwards.
  virtual std::vector<std::string> prepare() = 0;
  // kNoCompiler where there is none or none for that GPU, kCompile with the compiler's first error
  // where it refuses the text, kMemory and kTimeLimit where the text exceeds a compiler's
  // limits.
  virtual Measured<Compiled> compile(const CompileRequest& request) = 0;
};

// NVRTC in this process. In a build without the toolkit's headers every answer is kBuiltWithout.
std::unique_ptr<Compiler> make_compiler();

}  // namespace warplens::measure
