// Kernels as NVRTC compiles them for the device simulated: registers, shared memory, lines, and
// what is reported of their branches. Skipped, with a message, where NVRTC is not installed.
#include "app/compare/compiled_kernel.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/compare/compiled_branches.hpp"
#include "app/lessons/lesson.hpp"
#include "sim/code/opcodes.hpp"
#include "support.hpp"
#include "tests/support/skip.hpp"

using namespace warplens;

namespace {

const std::vector<std::string> kCompiler{WARPLENS_COMPILE_CHILD};

struct Counted {
  size_t kernels = 0, branches = 0, known = 0;
};

void expect_equal(prepare::Request request, Counted& sum) {
  CAPTURE(request.file.name());
  request.record = false;
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  for (const auto& run : *runs) {
    const auto kernel = compare::compile_kernel(request, *run, kCompiler, nullptr);
    REQUIRE_MESSAGE(kernel.ok(), (kernel.ok() ? "" : kernel.error()));
    ++sum.kernels;
    CHECK(kernel->target == "sm_90");
    CHECK(kernel->code.registers >= 1);
    CHECK(kernel->code.registers <= 255);
    // Arrays that nothing reads are left out; those that are kept are rounded up.
    CHECK(kernel->code.static_shared <= (run->program->static_shared_bytes + 127) / 16 * 16);
    const code::Program& program = *run->program;
    for (uint32_t pc = 0; pc < program.instrs.size(); ++pc) {
      if (program.instrs[pc].op != code::Op::kIf) continue;
      const auto branch = compare::compiled_branch(*kernel, program, pc);
      ++sum.branches;
      sum.known += branch.code == compare::BranchCode::kUnknown ? 0 : 1;
      CHECK(branch.why.empty() == (branch.code != compare::BranchCode::kUnknown));
    }
  }
}

prepare::Request lesson(const std::string& id, const std::string& device) {
  prepare::Request request;
  for (const lessons::Lesson& one : lessons::built_in()) {
    if (one.id != id) continue;
    request.file = base::SourceFile(one.file_name, one.text);
    request.launch = *lessons::make_launch(one, {});
    request.launch.device = device;
  }
  return request;
}

}  // namespace

TEST_CASE("compiled kernel: every eighth kernel, and most of the branches are known") {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  Counted sum;
  const std::vector<std::string> names = test::kernels_of("textbook");
  for (size_t i = 0; i < names.size(); i += 8) expect_equal(test::own_launch(names[i]), sum);
  MESSAGE(sum.kernels << " kernels, " << sum.known << " of " << sum.branches
                      << " branches are known");
  CHECK(sum.kernels >= 15);
  CHECK(sum.known * 2 > sum.branches);
}

TEST_CASE("compiled kernel: a device that the compiler does not know says so") {
  WARPLENS_NEEDS(test::has_compiler(), "NVRTC is not installed");
  const prepare::Request request = lesson("matmul-tiled", "cc3.0");
  const auto runs = run::run_sequence(request);
  REQUIRE(runs.ok());
  const auto kernel = compare::compile_kernel(request, *runs->front(), kCompiler, nullptr);
  REQUIRE_FALSE(kernel.ok());
  CHECK(kernel.error().find("does not compile for compute capability 3.0") != std::string::npos);
}
