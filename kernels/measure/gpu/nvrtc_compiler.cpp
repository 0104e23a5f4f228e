// The compiling process' Compiler: NVRTC, which reads the toolkit's headers.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/measure/child/compiler.hpp"
#include "kernels/measure/cubin/kernel_code.hpp"
#include "kernels/measure/cuda/compiler.hpp"

namespace warplens::measure {
namespace {

class NvrtcCompiler final : public Compiler {
 public:
  std::vector<std::string> prepare() override {
    CompileRequest nothing;
    nothing.file_name = "nothing.cu";
    nothing.build = Build::kAsCompiled;
    // NVRTC opens a second library when it first compiles, wherever the loader finds it. A failure
    // occurs again with the text, and is reported then.
    (void)cuda::compile(nothing);
    const std::string toolkit = cuda::toolkit_folder();
    return toolkit.empty() ? std::vector<std::string>{} : std::vector{toolkit};
  }
  Measured<Compiled> compile(const CompileRequest& request) override {
    Measured<Compiled> compiled = cuda::compile(request);
    if (compiled && !compiled->is_ptx && request.build == Build::kAsCompiled) {
      // What measures reads the cubin itself, and has no use for why this was in vain.
      auto kernels = cubin::kernels_of(compiled->cubin, compiled->lowered);
      if (kernels) compiled->kernels = std::move(*kernels);
    }
    return compiled;
  }
};

}  // namespace

std::unique_ptr<Compiler> make_compiler() {
  return std::make_unique<NvrtcCompiler>();
}

}  // namespace warplens::measure
