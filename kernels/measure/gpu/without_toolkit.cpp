// make_gpu() and make_compiler() of a build without the CUDA Toolkit's headers: every request
// has the same answer.
#include "kernels/measure/child/compiler.hpp"
#include "kernels/measure/child/gpu.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

base::Failure<Problem> built_without() {
  return base::fail(
      Problem{ProblemKind::kBuiltWithout,
              say("this warplens was built without the CUDA Toolkit; install it, 12.6 or newer, "
                  "and build it again to measure on a GPU")});
}

class NoGpu : public Gpu {
  Measured<MachineAnswer> machine() override { return built_without(); }
  Measured<JobAnswer> run(const Job&, const Progress&) override { return built_without(); }
  Measured<AccessAnswer> measure_accesses(const AccessJob&, const Progress&) override {
    return built_without();
  }
  Measured<Ceilings> ceilings(const Progress&) override { return built_without(); }
  Measured<Latencies> latencies(const Progress&) override { return built_without(); }
  Measured<Times> cublas_product(uint32_t) override { return built_without(); }
};

class NoCompiler : public Compiler {
  std::vector<std::string> prepare() override { return {}; }
  Measured<Compiled> compile(const CompileRequest&) override { return built_without(); }
};

}  // namespace

std::unique_ptr<Gpu> make_gpu() {
  return std::make_unique<NoGpu>();
}

std::unique_ptr<Compiler> make_compiler() {
  return std::make_unique<NoCompiler>();
}

}  // namespace warplens::measure
