// The pages Caches, Roofline and DRAM, from launches whose bytes can be counted by hand.
#include "app/gui/scene/memory_scene.hpp"

#include <doctest/doctest.h>

#include "app/gui/scene/dram_scene.hpp"
#include "app/gui/scene/format.hpp"
#include "app/gui/scene/roofline_scene.hpp"
#include "sim/launch/parse.hpp"

using namespace warplens;

namespace {

// Two operations and 8 bytes a thread.
constexpr const char* kLine =
    "__global__ void k(const float* a, float* b) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  b[i] = a[i] * 2.0f + 1.0f;\n"
    "}\n";
// The same, each thread in a line of its own.
constexpr const char* kApart =
    "__global__ void k(const float* a, float* b) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  b[i * 32] = a[i * 32] * 2.0f + 1.0f;\n"
    "}\n";
constexpr const char* kWords = "--grid 8 --block 128 --arg a=float[32768] --arg b=float[32768]";

std::shared_ptr<const run::Run> run_of(const char* text, const char* device = "h200",
                                       const char* launch = kWords) {
  const std::string words = std::string(launch) + " --device " + device;
  const auto options = launch::parse_options(launch::split_words(words));
  REQUIRE(options.ok());
  prepare::Request request;
  request.file = base::SourceFile("kernel.cu", text);
  request.launch = launch::apply({}, *options);
  request.extra.stream = true;
  auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return *run;
}

scene::RooflineScene roofline_of(const scene::MemoryScene& memory, const scene::RoofTry& tried) {
  return scene::roofline_scene(memory, model::shown_memory_figures(*model::find_device("h200")),
                               tried, {}, {});
}

bool has(const std::string& text, const char* words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("memory scene: bytes of each level, by hand") {
  const scene::MemoryScene memory = scene::memory_scene(*run_of(kLine));
  CHECK(memory.problem.empty());
  CHECK(memory.instead.empty());
  CHECK(memory.flops == 2 * 1024);
  CHECK(memory.caches.result.lane_bytes == 2 * 4 * 1024);
  CHECK(scene::sector_bytes(memory.caches.result.all.requested()) == 2 * 4 * 1024);
  CHECK(memory.load_bytes == 4 * 1024);
  REQUIRE(memory.rows.size() == 2);
  // Of each sector of 32 bytes a lane of the other kernel uses 4.
  const scene::MemoryScene apart = scene::memory_scene(*run_of(kApart));
  CHECK(apart.caches.result.lane_bytes == 2 * 4 * 1024);
  CHECK(scene::sector_bytes(apart.caches.result.all.requested()) == 2 * 32 * 1024);
}

TEST_CASE("memory scene: what L2 did not serve comes from DRAM or from its other part") {
  // All multiprocessors read the same 128 lines: half of them are next to the part that has them
  // not.
  const scene::MemoryScene memory = scene::memory_scene(
      *run_of("__global__ void k(const float* a, float* b) {\n"
              "  b[blockIdx.x * 128 + threadIdx.x] = a[threadIdx.x * 32];\n}\n",
              "h200", "--grid 132 --block 128 --arg a=float[4096] --arg b=float[16896]"));
  const model::Traffic& all = memory.caches.result.all;
  const uint64_t missed = all.l2_reads - all.l2_read_hits;
  const uint64_t from_dram = all.dram_reads - all.dram_paired;
  REQUIRE(missed > from_dram);
  const std::string other = scene::byte_count(scene::sector_bytes(missed - from_dram));
  CHECK(has(memory.other_part, ("the other one had " + other).c_str()));
  CHECK(scene::memory_scene(*run_of(kLine)).other_part.empty());
}

TEST_CASE("memory scene: a device without public figures says what is shown instead") {
  const scene::MemoryScene memory = scene::memory_scene(*run_of(kLine, "cc10.0"));
  CHECK(memory.problem.empty());
  CHECK(has(memory.instead, "an H200's are shown instead"));
  CHECK(memory.caches.sizes.l2 > 0);
  CHECK(has(memory.accuracy, "measured on an H200 only"));
}

TEST_CASE("roofline scene: 0.25 FLOP for each byte under 150 GB/s are 37.5 GFLOP/s") {
  const scene::MemoryScene memory = scene::memory_scene(*run_of(kLine));
  scene::RoofTry tried;
  tried.bandwidth = 150;
  const scene::RooflineScene scene = roofline_of(memory, tried);
  CHECK(scene.intensities[0] == doctest::Approx(0.25));
  CHECK(has(scene.headline, "37.5 GFLOP/s"));
  CHECK(scene.refused.empty());
  CHECK(has(scene.note, "the bandwidth that was dragged"));
  CHECK(has(scene.note,
            "By the bytes of loads alone, which lectures count, it would be 0.5 FLOP/B "
            "and 75 GFLOP/s"));
  REQUIRE(scene.points.size() == 1);
  CHECK(scene.points[0].speed == doctest::Approx(37.5));
}

TEST_CASE("roofline scene: a kernel of double has double's peak, one of both the lower one") {
  const auto kernel = [](const char* statement) {
    return "__global__ void k(double* a, float* b) {\n  int i = threadIdx.x;\n  double v = a[i];\n"
           "  for (int k = 0; k < 200; ++k) v = v * 1.0001 + 0.5;\n  " +
           std::string(statement) + "\n}\n";
  };
  constexpr const char* kArrays = "--block 128 --arg a=double[128] --arg b=float[128]";
  const scene::MemoryScene of_double =
      scene::memory_scene(*run_of(kernel("a[i] = v;").c_str(), "h200", kArrays));
  const scene::RooflineScene scene = roofline_of(of_double, {});
  CHECK(scene.roof.peak == 33'500);
  CHECK(has(scene.headline, "at most 33,500 GFLOP/s"));
  CHECK(has(scene.reason, "more than 33,500 GFLOP/s of double"));
  CHECK(has(scene.source, "33,500 GFLOP/s of double without tensor cores"));
  CHECK_FALSE(has(scene.source, "computes with"));
  const scene::MemoryScene of_both =
      scene::memory_scene(*run_of(kernel("b[i] = b[i] * 2.0f + v;").c_str(), "h200", kArrays));
  const scene::RooflineScene both = roofline_of(of_both, {});
  CHECK(both.roof.peak == 33'500);
  CHECK(has(both.source, "The kernel computes with float and with double"));
  // A board without double has no figure for it.
  const scene::RooflineScene old = scene::roofline_scene(
      of_double, model::shown_memory_figures(*model::find_device("cc1.0")), {}, {}, {});
  CHECK(old.roof.peak == 345.6);
  CHECK(has(old.source, "346 GFLOP/s of float"));
  CHECK(has(old.source, "whose peak on 8800 GTX is not known: float's is shown"));
}

TEST_CASE("roofline scene: a bandwidth and a peak of nothing are both named") {
  const scene::MemoryScene memory = scene::memory_scene(*run_of(kLine));
  scene::RoofTry tried;
  tried.bandwidth = 0;
  tried.peak = 0;
  const scene::RooflineScene scene = roofline_of(memory, tried);
  CHECK(has(scene.refused, "A bandwidth of 0 moves nothing"));
  CHECK(has(scene.refused, "A peak of 0 computes nothing"));
  CHECK(scene.roof.bandwidth == scene.of_device.bandwidth);
  CHECK(scene.roof.peak == scene.of_device.peak);
}

TEST_CASE("dram scene: scattered lanes take longer, and hits alone do not say so") {
  const auto plan = [](const char* text) {
    const auto run = run_of(text);
    scene::DramTry tried;
    tried.behind_caches = false;
    return scene::dram_scene(scene::memory_scene(*run), *run->stream, tried);
  };
  const scene::DramScene line = plan(kLine), apart = plan(kApart);
  REQUIRE(line.rows.size() == 5);
  CHECK(apart.rows[0].counts.ns > 1.5 * line.rows[0].counts.ns);
  CHECK(has(apart.headline, "useful"));
  // Two rows of one bank in turn: each request opens the other one.
  CHECK(line.rows[4].counts.hits == 0);
  for (size_t i = 0; i < 4; ++i) CHECK(line.rows[4].counts.ns > line.rows[i].counts.ns);
  CHECK(has(line.refresh, "No refresh falls into"));
  for (const scene::DramScene* one : {&line, &apart}) {
    const bool is_slower = one->rows[2].counts.ns > one->rows[0].counts.ns;
    CHECK(has(one->orders_text, "less of an activation is hidden") == is_slower);
  }
}
