// The requests of global memory that a run keeps for the models of caches and DRAM.
#include <doctest/doctest.h>

#include "sim/whatif/run_caches.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::shared_ptr<const run::Run> kept(const std::string& text, const std::string& launch) {
  prepare::Request request = test::make_request(text, launch);
  request.extra.stream = true;
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  REQUIRE((*run)->stream != nullptr);
  return *run;
}

const std::string kShift =
    "__global__ void shift(const float* a, float* o) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  float value = a[i + 8];\n"
    "  __syncthreads();\n"
    "  o[i] = value;\n"
    "}\n";

}  // namespace

TEST_CASE("stream: lines, sectors, block, warp and barriers of each request, in order") {
  const auto run = kept(kShift, "--grid 2 --block 64 --arg a=float[136] --arg o=float[128]");
  const auto& lines = run->stream->lines;
  // Each of the 4 warps loads 3 sectors of a line and the first of the next, and stores a line.
  REQUIRE(lines.size() == 4 * 3);
  CHECK(lines[0].sectors == 0b1110);
  CHECK(lines[1].sectors == 0b0001);
  CHECK(lines[1].line == lines[0].line + 1);
  CHECK(lines[0].begins);
  CHECK_FALSE(lines[1].begins);
  CHECK(lines[2].warp == 1);
  CHECK(lines[4].op == base::Operation::kStore);
  CHECK(lines[4].sectors == 0b1111);
  CHECK(lines[0].interval == 0);
  CHECK(lines[4].interval == 1);
  CHECK(lines[6].block == 1);
  CHECK(run->stream->lane_bytes == 2 * 128 * 4);
}

TEST_CASE("stream: the totals' sectors are what the model's L1 is asked for") {
  const auto run = kept(kShift, "--grid 40 --block 256 --arg a=float[10248] --arg o=float[10240]");
  const whatif::RunCaches caches = whatif::caches_of(*run);
  CHECK(caches.result.all.loads == run->totals.global[0].sectors);
  CHECK(caches.result.all.stores == run->totals.global[1].sectors);
  // 1,280 sectors, in pairs: the first one, which nobody asks for, and one behind the last.
  CHECK(caches.result.all.dram_reads == 1282);
}

TEST_CASE("stream: only where it is requested") {
  CHECK(test::must_run(kShift, "--grid 1 --block 32 --arg a=float[40] --arg o=float[32]")->stream ==
        nullptr);
}
