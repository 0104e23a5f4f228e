// What is found in random kernels against what vector clocks find in them.
#include <doctest/doctest.h>

#include "../../support/long_tests.hpp"
#include "compare.hpp"
#include "kernels.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

#ifdef WARPLENS_SANITIZED
constexpr size_t kKernels = 1'200;
#else
constexpr size_t kKernels = 4'000;
#endif

}  // namespace

TEST_CASE("race oracle: random kernels, with lanes in step and without") {
  for (uint32_t seed = 1; seed <= test::up_to(kKernels); ++seed) {
    const race_oracle::Kernel kernel = race_oracle::random_kernel(seed);
    CAPTURE(seed);
    CAPTURE(kernel.launch);
    CAPTURE(kernel.text);
    const auto run = test::must_run(kernel.text, kernel.launch);
    REQUIRE(run->ending == run::Ending::kComplete);
    REQUIRE_FALSE(run->device.runs_in_lockstep());
    for (const bool in_lockstep : {false, true}) {
      CAPTURE(in_lockstep);
      const auto races = race_oracle::races_of(*run, in_lockstep);
      for (const std::string& wrong :
           race_oracle::differences(in_lockstep ? run->other_findings : run->findings, races))
        FAIL_CHECK(wrong);
    }
  }
}
