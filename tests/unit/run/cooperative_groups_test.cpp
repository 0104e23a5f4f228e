// Cooperative groups compute what CUDA's do: each line that thread 36 of two warps prints is worked
// out by hand for values 0, 1, 2, ... in the threads.
#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::string printed(const std::string& body) {
  const auto run = test::must_run(
      "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
      "#include <cooperative_groups/scan.h>\n#include <stdio.h>\n"
      "namespace cg = cooperative_groups;\n"
      "__device__ int doubled(cg::thread_block_tile<32> tile, int v) { return tile.shfl(v, 0) * 2; "
      "}\n"
      "__global__ void k() {\n"
      "  cg::thread_block block = cg::this_thread_block();\n"
      "  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);\n"
      "  auto half = cg::tiled_partition<16>(block);\n"
      "  auto quad = cg::tiled_partition<4>(warp);\n"
      "  int v = block.thread_rank(), x = 0, y = 0;\n" +
          body + "\n  if (v == 36) printf(\"%d %d\", x, y);\n}\n",
      "--grid 1 --block 64");
  REQUIRE(run->prints.lines.size() == 1);
  CHECK(run->accesses.empty());  // a group keeps nothing in memory
  return run->prints.lines[0].text;
}

}  // namespace

TEST_CASE("cooperative groups: ranks and sizes") {
  CHECK(printed("x = block.size(); y = block.thread_index().x;") == "64 36");
  CHECK(printed("x = warp.thread_rank(); y = warp.meta_group_rank();") == "4 1");
  CHECK(printed("x = half.thread_rank(); y = half.meta_group_rank();") == "4 2");
  CHECK(printed("x = quad.meta_group_rank(); y = quad.meta_group_size();") == "1 8");
  CHECK(printed("x = cg::this_grid().thread_rank(); y = cg::this_grid().size();") == "36 64");
}

TEST_CASE("cooperative groups: shuffles, votes and matches stay in their tile") {
  CHECK(printed("x = half.shfl(v, 2); y = half.shfl_down(v, 3);") == "34 39");
  CHECK(printed("x = half.shfl_up(v, 4); y = half.shfl_xor(v, 5);") == "32 33");
  CHECK(printed("x = half.ballot(v % 4 == 0); y = half.any(v == 3);") == "4369 0");
  CHECK(printed("x = half.match_any(v / 8); y = warp.all(v >= 32);") == "255 1");
  CHECK(printed("x = doubled(warp, v); block.sync(); cg::sync(warp); y = 1;") == "64 1");
}

TEST_CASE("cooperative groups: reductions and scans") {
  CHECK(
      printed(
          "x = cg::reduce(warp, v, cg::plus<int>()); y = cg::reduce(half, v, cg::less<int>());") ==
      "1520 32");
  CHECK(printed("x = cg::reduce(quad, v, cg::greater<int>()); y = cg::reduce(warp, v, "
                "cg::bit_or<int>());") == "39 63");
  CHECK(printed("x = cg::inclusive_scan(half, v); y = cg::exclusive_scan(half, v);") == "170 134");
  CHECK(printed("x = (int)(2 * cg::reduce(half, v + 0.5f, cg::plus<float>())); y = 0;") ==
        "1280 0");
}

TEST_CASE("cooperative groups: the threads that came here together") {
  CHECK(printed("if (v % 3 == 0) { auto g = cg::coalesced_threads(); x = g.thread_rank(); "
                "y = g.size(); }") == "1 11");
  CHECK(printed("if (v % 3 == 0) { auto g = cg::coalesced_threads(); "
                "x = cg::reduce(g, v, cg::plus<int>()); y = g.shfl(v, 3); }") == "528 42");
  CHECK(printed("if (v % 3 == 0) { auto g = cg::coalesced_threads(); "
                "x = g.ballot(v % 2); y = g.shfl_down(v, 2) + g.shfl_up(v, 1); }") == "1365 75");
}
