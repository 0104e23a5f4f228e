// Which accesses a question about somebody's own kernel begins with.
#include "app/scene/questions/instructive.hpp"

#include <doctest/doctest.h>

#include "sim/observe/finding/source_location.hpp"
#include "tests/unit/scene/kernel_run.hpp"

using namespace warplens;

namespace {

constexpr const char* kTwoArrays = "--block 32 --arg in=float[4096] --arg out=float[4096]:zero";

// The lines of the accesses, in their order.
std::vector<uint32_t> lines_of(const run::Run& run, const std::vector<uint32_t>& steps) {
  std::vector<uint32_t> lines;
  for (const uint32_t step : steps) {
    const code::AccessSite& site = run.program->sites[run.recording->heads[step].site];
    lines.push_back(observe::source_location(*run.program, site.span, site.frame).line);
  }
  return lines;
}

}  // namespace

TEST_CASE("instructive steps: conflicts, then sectors, then active lanes") {
  const test::Recorded made = test::record(
      "__global__ void k(float* in, float* out) {\n"
      "  __shared__ float s[2048];\n"
      "  int x = threadIdx.x;\n"
      "  if (x < 4) out[x] = in[x];\n"  // 4: four lanes, both accesses
      "  s[2 * x] = in[64 * x];\n"      // 5: 2 wavefronts; 32 sectors
      "  float a = s[32 * x];\n"        // 6: 32 wavefronts
      "  out[2 * x] = a;\n"             // 7: 8 sectors for 4
      "}\n",
      kTwoArrays);
  const std::vector<uint32_t> steps = scene::instructive_steps(*made.run);
  CHECK(lines_of(*made.run, steps) == std::vector<uint32_t>{6, 5, 5, 7, 4, 4});
  CHECK(made.run->recording->heads[steps[1]].space == trace::Space::kShared);
  CHECK(made.run->recording->heads[steps[2]].space == trace::Space::kGlobal);
}

TEST_CASE("instructive steps: of a loop the worst turn stands for its access") {
  const test::Recorded made = test::record(
      "__global__ void k(float* in, float* out) {\n"
      "  __shared__ float s[2048];\n"
      "  for (int i = 1; i <= 8; i *= 2) s[i * threadIdx.x] = 1;\n"
      "}\n",
      kTwoArrays);
  CHECK(scene::instructive_steps(*made.run) == std::vector<uint32_t>{3});
}

TEST_CASE("instructive steps: without a memory access there are none") {
  const test::Recorded made = test::record(
      "__global__ void k(float* in, float* out) { int x = 2; x = x + 1; }", kTwoArrays);
  CHECK(scene::instructive_steps(*made.run).empty());
}
