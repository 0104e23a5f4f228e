// Of which branches it is reported that a run went only one way.
#include "sim/run/one_way_branches.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

using Lines = std::vector<uint32_t>;

Lines one_way(const std::string& text, const std::string& words) {
  prepare::Request request = test::make_request(text, words);
  request.follows_branches = true;
  request.record = false;
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return (*run)->one_way_lines;
}

// A flag that decides about a turn is overwritten in the next one: a race that only shows where
// the turn is left out.
const std::string kTurns =
    "__global__ void turns(const float* in, float* out, int n) {\n"
    "  __shared__ float part[64];\n"
    "  float sum = 0;\n"
    "  for (int at = threadIdx.x; at < n; at += 64) {\n"
    "    part[threadIdx.x] = in[at];\n"
    "    __syncthreads();\n"
    "    if (part[0] < 0) continue;\n"
    "    sum += part[63 - threadIdx.x];\n"
    "    __syncthreads();\n"
    "  }\n"
    "  out[blockIdx.x * 64 + threadIdx.x] = sum;\n"
    "}\n";

}  // namespace

TEST_CASE("one-way branches: a turn that no thread leaves out, in a kernel with barriers") {
  const std::string words = "--grid 2 --block 64 --arg out=float[128]:zero --arg n=192 --arg in=";
  CHECK(one_way(kTurns, words + "float[192]:const=1") == Lines{7});
  // Now every thread leaves it out, and the rest of the turn is not executed, which no branch
  // guards.
  prepare::Request request = test::make_request(kTurns, words + "float[192]:const=-1");
  request.follows_branches = true;
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  CHECK((*run)->one_way_lines.empty());
  CHECK_FALSE((*run)->findings.empty());  // the race
}

TEST_CASE("one-way branches: sides without anything that others see do not count") {
  const std::string words = "--grid 1 --block 32 --arg a=int[32]:zero";
  CHECK(one_way("__global__ void f(int* a) {\n  int x = 1;\n  if (a[0] > 0) x = 2;\n"
                "  a[threadIdx.x] = x;\n}\n",
                words)
            .empty());
  // A guard that is always met, where nothing waits for the others.
  CHECK(one_way("__global__ void f(int* a) {\n  if (threadIdx.x >= 32) return;\n"
                "  a[threadIdx.x] = 1;\n}\n",
                words)
            .empty());
  CHECK(one_way("__global__ void f(int* a) {\n  if (threadIdx.x >= 32) return;\n"
                "  a[threadIdx.x] = 1;\n  __syncthreads();\n}\n",
                words) == Lines{2});
}

TEST_CASE("one-way branches: either side, loops, and the outermost of several") {
  const std::string words = "--grid 1 --block 32 --arg a=int[32]:zero";
  const std::string text =
      "__global__ void f(int* a) {\n"
      "  int t = threadIdx.x;\n"
      "  if (a[t] == 0) a[t] = 1; else a[t] = 2;\n"
      "  for (int i = a[t]; i < 1; ++i) a[t] = 3;\n"
      "  if (a[t] > 5) {\n"
      "    if (t > 3) a[t] = 6;\n"
      "  }\n"
      "  if (t < 16) a[t] = 7; else a[t] = 8;\n"
      "}\n";
  CHECK(one_way(text, words) == Lines{3, 4, 5});
}

TEST_CASE("one-way branches: blocks that are not executed again count by the grid's accesses") {
  // 400 blocks of far over 1,000 instructions; in the last one the branch in line 4 is taken.
  const std::string text =
      "__global__ void f(int* a) {\n"
      "  int x = 0;\n"
      "  for (int i = 0; i < 1000; ++i) x += i ^ x;\n"
      "  if (blockIdx.x == 399) a[0] = x;\n"
      "  if (x == 12345) a[1] = x;\n"
      "}\n";
  CHECK(one_way(text, "--grid 400 --block 32 --arg a=int[2]:zero") == Lines{5});
}

TEST_CASE("one-way branches: those of built-in functions are not the text's") {
  const std::string text =
      "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
      "namespace cg = cooperative_groups;\n"
      "__global__ void f(int* a) {\n"
      "  auto tile = cg::tiled_partition<8>(cg::this_thread_block());\n"
      "  a[threadIdx.x] = cg::reduce(tile, a[threadIdx.x], cg::plus<int>());\n"
      "}\n";
  CHECK(one_way(text, "--grid 1 --block 32 --arg a=int[32]:iota").empty());
}
