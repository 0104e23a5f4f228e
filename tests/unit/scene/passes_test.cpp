// An access pass by pass: wavefronts, broadcasts, sectors, and when each lane is done.
#include "app/scene/passes.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "app/scene/timeline.hpp"
#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using namespace warplens::test;
using scene::Work;
using warplens::test::golden;

namespace {

// A kernel whose shared array is stored to in this way.
std::string storing(const std::string& statement) {
  return "__constant__ int c[64];\n"
         "__global__ void k(int* x) {\n  __shared__ __align__(16) int s[1024];\n"
         "  int t = threadIdx.x;\n  " +
         statement + "\n}\n";
}

constexpr const char* kLaunch = "--block 32 --arg x=int[4096]:zero";

std::shared_ptr<const scene::Moment> first_access(const std::string& statement) {
  return record(storing(statement), kLaunch).at(0, 0, 0);
}

}  // namespace

TEST_CASE("passes: a conflict serves one lane a pass, in the order of the schedule") {
  const auto moment = first_access("s[t * 32] = t;");
  const scene::Passes& passes = moment->passes;
  CHECK(passes.work == Work::kWavefronts);
  CHECK(passes.count() == 32);
  CHECK(passes.least == 1);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    CHECK(passes.first[lane] == passes.last[lane]);
    CHECK(passes.lanes[passes.first[lane]] == 1u << lane);
  }
  CHECK(scene::pass_counter(passes, 7) == "pass 7 of 32");
  CHECK(scene::pass_words(*moment, 7, 32) == golden("scene.passes.one_lane"));
}

TEST_CASE("passes: a word goes to all its lanes in one pass") {
  const auto moment = first_access("x[t] = s[0];");
  CHECK(moment->passes.count() == 1);
  CHECK(moment->passes.lanes[0] == 0xffffffff);
  const auto clean = first_access("s[t] = t;");
  CHECK(scene::pass_words(*clean, 1, 32) == golden("scene.passes.all_banks"));
}

TEST_CASE("passes: a wide access serves a group of lanes a pass") {
  const auto moment = first_access("((float4*)s)[t] = make_float4(1, 2, 3, 4);");
  CHECK(moment->passes.count() == 4);
  CHECK(moment->passes.least == 4);
  for (uint32_t lane = 0; lane < 32; ++lane) CHECK(moment->passes.last[lane] == lane / 8);
}

TEST_CASE("passes: a lane is done after its last sector") {
  // 16 bytes from byte 24 on: each second lane needs two sectors.
  const auto moment = first_access("*(int4*)(x + 8 * t + 4) = make_int4(1, 2, 3, 4);");
  CHECK(moment->passes.work == Work::kSectors);
  CHECK(moment->passes.count() == 32);
  const auto crossing = first_access("if (t < 2) *(long long*)(x + 6 * t + 6) = t;");
  CHECK(crossing->passes.count() == 2);
  CHECK(crossing->passes.last[0] == 0);
  CHECK(crossing->passes.last[1] == 1);
  CHECK(scene::pass_counter(crossing->passes, 2) == "sector 2 of 2");
  CHECK(scene::pass_words(*crossing, 1, 32) == "8 of 32 bytes for lane 0");
}

TEST_CASE("passes: constant memory sends one value after another") {
  const auto moment = first_access("x[t] = c[t % 3];");
  CHECK(moment->passes.work == Work::kBroadcasts);
  CHECK(moment->passes.count() == 3);
  CHECK(moment->passes.lanes[1] == 0x92492492u);
  CHECK(scene::pass_words(*moment, 1, 32).find("c[0] = 0 to lanes 0, 3, 6") == 0);
}

TEST_CASE("passes: as many as the run counted, at every step of the lessons") {
  for (const char* lesson : {"matmul_tiled.cu", "transpose_column.cu", "transpose_padded.cu",
                             "transpose_direct.cu", "matmul_tiles_transposed.cu"}) {
    Recorded recorded = record_lesson(lesson, {0, 0, 0});
    CAPTURE(lesson);
    for (uint32_t step = 0; step < recorded.steps(); step += 17) {
      const auto moment = recorded.at(step, 0, 0);
      CHECK(moment->passes.count() == (*recorded.run->costs)[step].paid);
      uint32_t served = 0;
      for (const uint32_t lanes : moment->passes.lanes) served |= lanes;
      CHECK(served == moment->access.mask);
    }
  }
}
