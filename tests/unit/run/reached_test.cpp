// Which kernel a launch means in a file of which only some kernels are ready, and what it says
// about the text then.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sim/lang/compile.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/prepare.hpp"
#include "tests/support/golden_sentences.hpp"
#include "tests/support/runs.hpp"

namespace base = warplens::base;
namespace run = warplens::run;
namespace lang = warplens::lang;
namespace prepare = warplens::prepare;
namespace test = warplens::test;
using warplens::test::golden;

namespace {

const std::string kGood = "__global__ void good(float* a) {\n  a[threadIdx.x] = 1;\n}\n";
const std::string kTexture =
    "__global__ void sample(float* a) {\n  a[0] = tex2D<float>(1, 2, 3);\n}\n";
const std::string kLaunch = "--block 32 --arg a=float[32]";

std::vector<std::string> words_of(const base::Diagnostics& diagnostics) {
  std::vector<std::string> words;
  for (const base::Diagnostic& diagnostic : diagnostics) words.push_back(diagnostic.message);
  return words;
}

}  // namespace

TEST_CASE("reached: the only kernel that is ready runs, and says what was left out") {
  const auto run = test::must_run(kTexture + kGood, kLaunch);
  CHECK(run->program->kernel->name == "good");
  REQUIRE(run->warnings.size() == 1);
  CHECK(run->warnings[0].severity == base::Severity::kWarning);
  CHECK(run->warnings[0].message == golden("run.reached.only_ready_kernel"));
  CHECK(test::must_run(kTexture + kGood, "--kernel good " + kLaunch)->warnings.empty());
}

TEST_CASE("reached: a kernel that is named and not ready says why") {
  const auto run = test::try_run(kTexture + kGood, "--kernel sample " + kLaunch);
  REQUIRE_FALSE(run.ok());
  CHECK(words_of(run.error()) == golden("run.reached.textures"));
  const auto later = test::try_run(kTexture + kGood, "--kernel good " + kLaunch + " --then sample");
  REQUIRE_FALSE(later.ok());
}

TEST_CASE("reached: warnings are about the text that the launches reach") {
  const std::string suspicious =
      "__global__ void other(float* a) {\n  a[0] == 3;\n}\n"
      "__device__ void helper(float* a) {\n  a[1] == 4;\n}\n";
  const std::string caller = "__global__ void user(float* a) {\n  helper(a);\n}\n";
  const std::string text = kGood + suspicious + caller;
  CHECK(test::must_run(text, "--kernel good " + kLaunch)->warnings.empty());
  CHECK(test::must_run(text, "--kernel other " + kLaunch)->warnings.size() == 1);
  CHECK(test::must_run(text, "--kernel user " + kLaunch)->warnings.size() == 1);
}

TEST_CASE("reached: host code's first launch stays the choice where its kernel is not ready") {
  const std::string host =
      "int main() {\n  float* a;\n  cudaMalloc(&a, 128);\n  sample<<<1, 32>>>(a);\n"
      "  good<<<1, 32>>>(a);\n}\n";
  const auto unit = lang::compile(base::SourceFile("test.cu", kTexture + kGood + host), {});
  REQUIRE(unit.ok());
  prepare::Request request;
  request.file = (*unit)->file;
  const auto found = prepare::explore_host(request, **unit);
  const auto first = prepare::launch_of_host(**unit, found, "", false);
  REQUIRE(first);
  CHECK(first->launch.kernel == "sample");
  CHECK_FALSE(first->is_ready);
  const auto named = prepare::launch_of_host(**unit, found, "good", false);
  REQUIRE(named);
  CHECK(named->launch.kernel == "good");
  CHECK(named->is_ready);
  const auto all = prepare::launch_of_host(**unit, found, "", true);
  REQUIRE(all);
  CHECK(all->launch.then.size() == 1);
}
