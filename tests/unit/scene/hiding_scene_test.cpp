#include "app/scene/pages/hiding_scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kernel_run.hpp"

using namespace warplens;

namespace {

constexpr const char* kLoads = R"(
__global__ void k(float* a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[63 - threadIdx.x] * 2.0f;
})";

// Of the strip's cycle `at`, one column each.
bool is_at_barrier(const scene::HidingStrip& strip, size_t at) {
  return std::any_of(strip.rows.begin(), strip.rows.end(),
                     [&](const auto& row) { return row[at] == model::WarpState::kBarrier; });
}

}  // namespace

TEST_CASE("hiding page: more warps do the same work in fewer cycles each") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene scene = scene::hiding_scene(*run, nullptr, {});
  CHECK(scene.warps == 2);
  REQUIRE(scene.facts.points.size() == 7);
  for (size_t i = 1; i < scene.facts.points.size(); ++i) {
    CHECK(scene.facts.points[i].warps == 2 * scene.facts.points[i - 1].warps);
    CHECK(scene.facts.points[i].hiding.cycles / scene.facts.points[i].warps <
          scene.facts.points[i - 1].hiding.cycles / scene.facts.points[i - 1].warps);
  }
  CHECK_FALSE(study::barrier_text(scene.facts).empty());
  REQUIRE(scene.strip.rows.size() == 2);
  CHECK(scene.strip.rows[0].size() == scene.strip.busy.size());
}

TEST_CASE("hiding page: latencies that are tried, and what cannot be shown") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  scene::HidingTry tried;
  tried.is_lecture = true;
  const scene::HidingScene lecture = scene::hiding_scene(*run, nullptr, tried);
  CHECK(lecture.facts.latencies.global == 500);
  CHECK(lecture.refused.empty());
  tried.global = 1;
  const scene::HidingScene fast = scene::hiding_scene(*run, lecture.facts.streams, tried);
  CHECK(fast.facts.streams == lecture.facts.streams);
  // 499 less to wait, of which the instruction that is issued next takes a cycle anyhow.
  CHECK(fast.facts.points[0].hiding.cycles + 498 == lecture.facts.points[0].hiding.cycles);
  tried.global = 0;
  const scene::HidingScene none = scene::hiding_scene(*run, lecture.facts.streams, tried);
  CHECK(none.facts.latencies.global == 1);
  CHECK(none.refused.find("latency of 0 cycles cannot be shown; 1 is shown") != std::string::npos);
}

TEST_CASE(
    "hiding page: 32 passes cost a lone warp little more than the wait, many warps all of it") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene scene = scene::hiding_scene(*run, nullptr, {});
  REQUIRE(scene.passes.size() == 6);
  const scene::PassCost &least = scene.passes.front(), &most = scene.passes.back();
  CHECK(most.passes == 32);
  CHECK(most.alone / least.alone < 5);
  CHECK(most.many / least.many > 15);
}

TEST_CASE("hiding page: loads are those that were measured, with the arithmetic of their index") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene scene = scene::hiding_scene(*run, nullptr, {});
  for (const scene::PassCost& cost : scene.passes) {
    CHECK(cost.alone == doctest::Approx(cost.measured.alone).epsilon(0.02));
    CHECK(cost.many == doctest::Approx(cost.measured.many).epsilon(0.03));
  }
  CHECK(study::passes_note(scene.facts).rendered().find("4 + 25 cycles") != std::string::npos);
}

TEST_CASE("hiding page: a loop that nvcc unrolls is named where it makes the model worse") {
  const auto none = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene plain = scene::hiding_scene(*none, nullptr, {});
  CHECK(plain.unrolled.empty());
  CHECK(plain.accuracy.find("6.4 times the measured cycles") != std::string::npos);
  CHECK(plain.accuracy.find("such a loop") == std::string::npos);
  CHECK(plain.curve_note.empty());
  const auto looping = test::record(
      "#define N 16\n__global__ void k(float* a) {\n  float s = 0;\n  for (int i = 0; i < N; ++i)\n"
      "    s += a[i];\n  a[threadIdx.x] = s;\n}",
      "--block 32 --arg a=float[32]");
  const scene::HidingScene counted = scene::hiding_scene(*looping.run, nullptr, {});
  CHECK_FALSE(counted.unrolled.empty());
  CHECK(counted.accuracy.find("Line 4 here is such a loop.") != std::string::npos);
  CHECK(counted.curve_note.find("nvcc unrolls the loop of line 4") != std::string::npos);
  CHECK(counted.curve_note.find("6.4 times") != std::string::npos);
}

TEST_CASE("hiding page: the strip begins where it is moved to, and shows the same cycles there") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene start = scene::hiding_scene(*run, nullptr, {});
  REQUIRE(start.last_first > 100);
  CHECK(start.strip.first == 0);
  CHECK(start.last_first + scene::kHidingColumns == start.hiding->cycles);
  scene::HidingTry tried;
  tried.first = 100;
  const scene::HidingScene moved = scene::with_strip(start, tried);
  CHECK(moved.strip.first == 100);
  CHECK(moved.facts.points.size() == start.facts.points.size());
  for (size_t warp = 0; warp < 2; ++warp) {
    const auto &before = start.strip.rows[warp], &after = moved.strip.rows[warp];
    REQUIRE(after.size() == scene::kHidingColumns);
    CHECK(std::equal(before.begin() + 100, before.end(), after.begin()));
  }
  // The same as if the model had run again.
  const scene::HidingScene again = scene::hiding_scene(*run, start.facts.streams, tried);
  CHECK(again.strip.rows == moved.strip.rows);
  CHECK(again.strip.busy == moved.strip.busy);
}

TEST_CASE("hiding page: the strip's first cycle leaves no column empty") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  scene::HidingTry tried;
  tried.first = 1'000'000;
  const scene::HidingScene late = scene::hiding_scene(*run, nullptr, tried);
  CHECK(late.strip.first == late.last_first);
  CHECK(late.strip.busy.size() == scene::kHidingColumns);
  tried.is_whole = true;
  const scene::HidingScene whole = scene::with_strip(late, tried);
  CHECK(whole.strip.first == 0);
  CHECK(whole.strip.cycles_of_column > 1);
  // A run that is shorter than the strip cannot be moved.
  scene::HidingTry fast;
  fast.is_lecture = true;
  fast.global = 1;
  fast.first = 50;
  const scene::HidingScene brief = scene::hiding_scene(*run, late.facts.streams, fast);
  REQUIRE(brief.hiding->cycles < scene::kHidingColumns);
  CHECK(brief.strip.first == 0);
  CHECK(brief.last_first == 0);
}

TEST_CASE("hiding page: every barrier's release is in sight at a stop, one after another") {
  const auto run = test::record(R"(
__global__ void k(float* a) {
  __shared__ float s[256];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[255 - threadIdx.x] + a[2 * threadIdx.x];
  __syncthreads();
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[255 - threadIdx.x];
})",
                                "--block 256 --arg a=float[512]")
                       .run;
  const scene::HidingScene start = scene::hiding_scene(*run, nullptr, {});
  const std::vector<uint64_t>& stops = start.barriers.stops;
  REQUIRE(stops.size() >= 2);
  size_t released = 0;
  uint64_t first = 0;
  for (size_t i = 0; i < stops.size(); ++i) {
    CHECK(scene::next_barrier_stop(start.barriers, first) == stops[i]);
    first = stops[i];
    scene::HidingTry tried;
    tried.first = first;
    const scene::HidingStrip strip = scene::with_strip(start, tried).strip;
    for (size_t at = 1; at < strip.busy.size(); ++at)
      released += is_at_barrier(strip, at - 1) && !is_at_barrier(strip, at);
  }
  CHECK(released == 3);
  // Behind the last one comes the first again.
  CHECK(scene::next_barrier_stop(start.barriers, first) == stops.front());
  const auto none = test::record("__global__ void k(float* a) { a[threadIdx.x] = 1; }",
                                 "--block 64 --arg a=float[64]");
  const scene::HidingScene plain = scene::hiding_scene(*none.run, nullptr, {});
  CHECK(plain.barriers.stops.empty());
  CHECK(scene::next_barrier_stop(plain.barriers, 7) == 7);
}
