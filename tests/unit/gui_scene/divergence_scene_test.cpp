#include "app/gui/scene/divergence_scene.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"

using namespace warplens;
using scene::LaneFill;

namespace {

scene::DivergenceScene scene_of(const engine::Run& run) {
  const base::Checked<engine::Divergence> followed = engine::follow_divergence(run);
  REQUIRE(followed.ok());
  return scene::divergence_scene(run, *followed);
}

}  // namespace

TEST_CASE("divergence page: lanes of both sides take turns, in colours of their own") {
  const auto run = test::record(R"(
__global__ void k(int* a) {
  int t = threadIdx.x;
  if (t % 2 == 0)
    a[t] = 1;
  else
    a[t] = 2;
})",
                                "--grid 1 --block 40 --arg a=int[40]:zero")
                       .run;
  const scene::DivergenceScene scene = scene_of(*run);
  REQUIRE(scene.warps.size() == 2);
  const scene::WarpMasks& warp = scene.warps[1];
  bool has_first = false, has_second = false;
  for (const scene::DivergenceColumn& column : warp.columns) {
    CHECK(column.count == 1);
    CHECK(column.lanes[8] == LaneFill::kAbsent);
    if (column.lanes[0] == LaneFill::kFirst) {
      has_first = true;
      CHECK(column.lanes[1] == LaneFill::kWaiting);
    }
    if (column.lanes[1] == LaneFill::kSecond) {
      has_second = true;
      CHECK(column.lanes[0] == LaneFill::kWaiting);
      REQUIRE(column.step);
      CHECK(run->recording->heads[*column.step].warp == 1);
    }
  }
  CHECK(has_first);
  CHECK(has_second);
  REQUIRE(warp.rows.size() == 1);
  CHECK(warp.rows[0].place == "line 4");
  CHECK(warp.rows[0].text == "if (t % 2 == 0)");
}

TEST_CASE("divergence page: a long warp has columns of several instructions") {
  const auto run = test::record(R"(
__global__ void k(int* a) {
  int s = 0;
  for (int i = 0; i < 1000; ++i) s += i;
  a[threadIdx.x] = s;
})",
                                "--grid 1 --block 32 --arg a=int[32]:zero")
                       .run;
  const scene::DivergenceScene scene = scene_of(*run);
  const scene::WarpMasks& warp = scene.warps[0];
  CHECK(warp.columns.size() <= scene::kMostDivergenceColumns);
  CHECK(warp.instructions_of_column > 1);
  uint64_t sum = 0;
  for (const scene::DivergenceColumn& column : warp.columns) sum += column.count;
  CHECK(sum == warp.instructions);
  CHECK(warp.lost.empty());
  CHECK(warp.rows.empty());
}
