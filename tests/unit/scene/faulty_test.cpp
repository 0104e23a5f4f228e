// Lanes whose value is not to be trusted: from cells that nobody has written, and in races.
#include "app/scene/faulty.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "app/scene/finding_step.hpp"
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

TEST_CASE("faulty: every lane that races, and the two that the finding names") {
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
  const observe::Finding& race = recorded.run->findings.front();
  REQUIRE(race.is_race());
  const auto here = scene::step_of(*recorded.run, race, false);
  const auto there = scene::step_of(*recorded.run, race, true);
  REQUIRE(here);
  REQUIRE(there);
  CHECK(*here != *there);
  CHECK(recorded.at(*here)->faulty.named == 1u << race.thread[0] % 32);
  CHECK(recorded.at(*there)->faulty.named == 1u << race.other->thread[0] % 32);
  uint32_t marked = 0;
  for (uint32_t step = 0; step < recorded.steps(); ++step)
    marked += static_cast<uint32_t>(std::popcount(recorded.at(step)->faulty.racing));
  // Both warps load what the other one stores, and each store meets a load.
  CHECK(marked == 4 * 32);
}

TEST_CASE("faulty: lanes of the same access that meet nobody are not marked") {
  Recorded recorded = record(
      "__global__ void k(int* x) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  x[t] = s[t < 4 ? t + 32 : t];\n"
      "}\n",
      "--block 64 --arg x=int[64]:zero");
  uint32_t loads = 0, stores = 0;
  for (uint32_t step = 0; step < recorded.steps(); ++step) {
    const auto moment = recorded.at(step);
    if (moment->access.space != trace::Space::kShared) continue;
    (moment->access.operation == trace::Operation::kLoad ? loads : stores) |= moment->faulty.racing;
  }
  CHECK(loads == 0xf);
  CHECK(stores == 0xf);
}
