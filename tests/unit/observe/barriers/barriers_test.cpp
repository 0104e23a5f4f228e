// Barriers that a part of the block skips.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::vector<observe::Finding> barriers_of(const std::string& body) {
  std::vector<observe::Finding> found;
  const auto run =
      test::must_run("__global__ void f(int* a) {\n  int t = threadIdx.x;\n" + body + "}\n",
                     "--block 64 --checks barriers --arg a=int[64]:zero");
  for (const observe::Finding& finding : run->findings) {
    CHECK(finding.kind == observe::FindingKind::kDivergentBarrier);
    found.push_back(finding);
  }
  return found;
}

}  // namespace

TEST_CASE("barriers: who skips one and waits at another is an error, with both lines") {
  const auto found =
      barriers_of("  if (t < 40) __syncthreads();\n  a[t] = t;\n  __syncthreads();\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == base::Severity::kError);
  CHECK(found[0].line == 3);
  CHECK(found[0].count == 24);
  REQUIRE(found[0].other.has_value());
  CHECK(found[0].other->line == 5);
  CHECK(found[0].other->thread[0] == 40);
  CHECK_FALSE(found[0].step.has_value());  // nothing was accessed before
  CHECK(found[0].other->step == 1);        // the second warp's store
}

TEST_CASE("barriers: whole warps at different ones are an error") {
  const auto found =
      barriers_of("  if (t < 32) {\n    __syncthreads();\n  } else {\n    __syncthreads();\n  }\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == base::Severity::kError);
  CHECK(found[0].line == 4);
  REQUIRE(found[0].other.has_value());
  CHECK(found[0].other->line == 6);
}

TEST_CASE("barriers: threads that skip one and end are a hint") {
  const auto found = barriers_of("  if (t < 40) __syncthreads();\n  a[t] = t;\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == base::Severity::kHint);
  CHECK(found[0].count == 24);
  CHECK_FALSE(found[0].other.has_value());
}

TEST_CASE("barriers: a branch that all take, an early return, and equal loops are none") {
  CHECK(barriers_of("  if (blockDim.x == 64) __syncthreads();\n").empty());
  CHECK(barriers_of("  if (t >= 40) return;\n  __syncthreads();\n  a[t] = t;\n  __syncthreads();\n")
            .empty());
  CHECK(barriers_of("  for (int i = 0; i < 3; ++i) __syncthreads();\n").empty());
}

TEST_CASE("barriers: in a loop that threads leave at different times") {
  const auto found = barriers_of(
      "  for (int i = 0; i < t; ++i) {\n    __syncthreads();\n  }\n  __syncthreads();\n");
  REQUIRE(!found.empty());
  CHECK(found[0].severity == base::Severity::kError);
  CHECK(found[0].line == 4);
}
