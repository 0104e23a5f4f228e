// Lanes whose value is not to be trusted: from cells that nobody has written, and in races.
#include "app/gui/scene/faulty.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "app/gui/scene/finding_step.hpp"
#include "kernel_run.hpp"

using namespace warplens;
using namespace warplens::test;

TEST_CASE("faulty: only the lane that reads what nobody has written") {
  Recorded recorded = record(
      "__global__ void k(int* x) {\n"
      "  __shared__ int s[33];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  __syncthreads();\n"
      "  x[t] = s[t + 1];\n"
      "}\n",
      "--block 32 --arg x=int[32]:zero");
  CHECK(recorded.at(0)->faulty.all() == 0);
  CHECK(recorded.at(1)->faulty.unwritten == 1u << 31);
  CHECK(recorded.at(1)->faulty.racing == 0);
}

TEST_CASE("faulty: both threads of a race, each at its access") {
  Recorded recorded = record(
      "__global__ void k(int* x) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  __syncthreads();\n"
      "  int v = s[63 - t];\n"
      "  s[t] = v + 1;\n"
      "  __syncthreads();\n"
      "  x[t] = s[t];\n"
      "}\n",
      "--block 64 --arg x=int[64]:zero");
  REQUIRE_FALSE(recorded.run->findings.empty());
  const analysis::Finding& race = recorded.run->findings.front();
  REQUIRE(race.is_race());
  const auto here = scene::step_of(*recorded.run, race, false);
  const auto there = scene::step_of(*recorded.run, race, true);
  REQUIRE(here);
  REQUIRE(there);
  CHECK(*here != *there);
  CHECK(recorded.at(*here)->faulty.racing == 1u << race.thread[0] % 32);
  CHECK(recorded.at(*there)->faulty.racing == 1u << race.other->thread[0] % 32);
  uint32_t marked = 0;
  for (uint32_t step = 0; step < recorded.steps(); ++step)
    marked += static_cast<uint32_t>(std::popcount(recorded.at(step)->faulty.racing));
  CHECK(marked == 2);
}
