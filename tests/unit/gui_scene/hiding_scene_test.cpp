#include "app/gui/scene/hiding_scene.hpp"

#include <doctest/doctest.h>

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

}  // namespace

TEST_CASE("hiding page: more warps do the same work in fewer cycles each") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene scene = scene::hiding_scene(*run, nullptr, {});
  CHECK(scene.warps == 2);
  REQUIRE(scene.curve.size() == 7);
  for (size_t i = 1; i < scene.curve.size(); ++i) {
    CHECK(scene.curve[i].warps == 2 * scene.curve[i - 1].warps);
    CHECK(scene.curve[i].cycles / scene.curve[i].warps <
          scene.curve[i - 1].cycles / scene.curve[i - 1].warps);
  }
  CHECK_FALSE(scene.barrier.empty());
  REQUIRE(scene.rows.size() == 2);
  CHECK(scene.rows[0].size() == scene.busy.size());
}

TEST_CASE("hiding page: latencies that are tried, and what cannot be shown") {
  const auto run = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  scene::HidingTry tried;
  tried.is_lecture = true;
  const scene::HidingScene lecture = scene::hiding_scene(*run, nullptr, tried);
  CHECK(lecture.latencies.global == 500);
  CHECK(lecture.refused.empty());
  tried.global = 1;
  const scene::HidingScene fast = scene::hiding_scene(*run, lecture.streams, tried);
  CHECK(fast.streams == lecture.streams);
  // 499 less to wait, of which the instruction that is issued next takes a cycle anyhow.
  CHECK(fast.curve[0].cycles + 498 == lecture.curve[0].cycles);
  tried.global = 0;
  const scene::HidingScene none = scene::hiding_scene(*run, lecture.streams, tried);
  CHECK(none.latencies.global == 1);
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
  CHECK(scene.passes_note.find("4 + 25 cycles") != std::string::npos);
}

TEST_CASE("hiding page: a loop that nvcc unrolls is named where it makes the model worse") {
  const auto none = test::record(kLoads, "--block 64 --arg a=float[64]").run;
  const scene::HidingScene plain = scene::hiding_scene(*none, nullptr, {});
  CHECK_FALSE(plain.has_counted_loop);
  CHECK(plain.accuracy.find("6.4 times too many") != std::string::npos);
  CHECK(plain.accuracy.find("such a loop") == std::string::npos);
  const auto looping = test::record(
      "#define N 16\n__global__ void k(float* a) {\n  float s = 0;\n  for (int i = 0; i < N; ++i)\n"
      "    s += a[i];\n  a[threadIdx.x] = s;\n}",
      "--block 32 --arg a=float[32]");
  const scene::HidingScene counted = scene::hiding_scene(*looping.run, nullptr, {});
  CHECK(counted.has_counted_loop);
  CHECK(counted.accuracy.find("Line 4 here is such a loop.") != std::string::npos);
}
