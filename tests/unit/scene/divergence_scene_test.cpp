#include "app/scene/pages/divergence_scene.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens;
using scene::LaneFill;
using warplens::test::golden;

namespace {

scene::DivergenceScene scene_of(const run::Run& run) {
  const base::Checked<whatif::Divergence> followed = whatif::follow_divergence(run);
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

TEST_CASE("divergence page: its work can be cut anywhere") {
  const auto run = test::record(R"(
__global__ void k(int* a) {
  if (threadIdx.x % 2 == 0) a[threadIdx.x] = 1;
})",
                                "--grid 1 --block 96 --arg a=int[96]:zero")
                       .run;
  const scene::DivergenceScene whole = scene_of(*run);
  const base::SlicedWork<scene::DivergenceScene> work = scene::DivergencePage::make(run, nullptr);
  std::optional<base::Checked<scene::DivergenceScene>> made;
  size_t slices = 0;
  while (!made && ++slices < 10'000) {
    base::Slice slice(1);
    made = work(slice);
  }
  REQUIRE(made);
  REQUIRE(made->ok());
  CHECK(slices > 3);
  CHECK((*made)->block == whole.block);
  REQUIRE((*made)->warps.size() == 3);
  CHECK((*made)->warps[2].headline == whole.warps[2].headline);
}

TEST_CASE("divergence page: the first warp whose lanes part, and how many there are") {
  const std::string text = R"(
__global__ void k(int* a, int n) {
  int t = threadIdx.x;
  if (t < n) a[t] = 1;
})";
  const auto scene_with = [&](const std::string& n) {
    return scene_of(
        *test::record(text, "--grid 1 --block 128 --arg a=int[128]:zero --arg n=" + n).run);
  };
  const scene::DivergenceScene one = scene_with("80");
  CHECK(one.parting_warp == 2);
  CHECK(one.block.ends_with("1 of 4 warps have a divergent branch."));
  CHECK(one.warps[0].rows.empty());
  CHECK_FALSE(one.warps[2].rows.empty());
  const scene::DivergenceScene none = scene_with("64");
  CHECK_FALSE(none.parting_warp.has_value());
  CHECK(none.block.ends_with("0 of 4 warps have a divergent branch."));
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

TEST_CASE("divergence page: what became of each branch, by which compiler, or why not") {
  const auto run = test::record(R"(
__global__ void k(int* a) {
  int t = threadIdx.x;
  if (t % 2 == 0) {
    a[t] = 1;
  }
  for (int i = 0; i < t % 3; ++i) a[t] += i;
})",
                                "--grid 1 --block 32 --arg a=int[40]:zero")
                       .run;
  const scene::DivergenceScene scene = scene_of(*run);
  compare::CompiledKernel kernel{{}, "13.0", "sm_90"};
  kernel.code.code.files = {"/folder/" + run->program->unit->file.name()};
  kernel.code.code.lines = {{0, 0, 4, 2, 0, 0}, {0, 0, 5, 1, 1, 0}};
  const auto branches = scene::compiled_branches(*run, scene, &kernel, "");
  CHECK(branches.sentence == golden("scene.divergence.compiled"));
  size_t of_branches = 0;
  for (const scene::DivergenceRow& row : scene.warps[0].rows) {
    CHECK(branches.by_pc.contains(row.pc) == row.is_of_branch);  // not for the loop
    if (!row.is_of_branch) continue;
    ++of_branches;
    CHECK(row.place == "line 4");
    CHECK(branches.by_pc.at(row.pc).starts_with("compiled without a branch: predicated"));
  }
  CHECK(of_branches == 1);
  CHECK(scene.warps[0].rows.size() == 2);
  const auto none = scene::compiled_branches(*run, scene, nullptr, "there is no compiler");
  CHECK(none.by_pc.empty());
  CHECK(none.sentence == golden("scene.divergence.no_compiler"));
  CHECK(scene::compiled_branches(*run, scene, nullptr, "").sentence.empty());
}
