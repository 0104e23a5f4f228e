#include "sim/replay/instruction_trace.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

struct Traced {
  uint32_t warp = 0;
  std::string line;
};

std::vector<Traced> traced(const run::Run& run) {
  std::vector<Traced> lines;
  replay::trace_instructions(run, [&](uint32_t warp, const std::string& line) {
    lines.push_back({warp, line});
    return true;
  });
  return lines;
}

}  // namespace

TEST_CASE("instruction trace: every instruction of the block, with lanes and results") {
  const auto run = test::must_run(R"(
__global__ void k(int* a, int n) {
  int t = threadIdx.x;
  if (t < 4) a[t] = n * 3;
  a[t + 8] = t;
})",
                                  "--grid 1 --block 64 --arg a=int[80]:zero --arg n=7");
  const std::vector<Traced> lines = traced(*run);
  CHECK(lines.size() == run->steps);
  const auto count = [&](const std::string& part, uint32_t warp) {
    return std::count_if(lines.begin(), lines.end(), [&](const Traced& line) {
      return line.warp == warp && line.line.find(part) != std::string::npos;
    });
  };
  CHECK(count("= 0x15", 0) > 0);  // 21 in all active lanes
  CHECK(count("0000000f", 0) > 0);
  CHECK(count("0000000f", 1) == 0);
  CHECK(count("StoreGenericI32", 0) == 2);
  CHECK(count("= 0x20 0x21 0x22 0x23 ...", 1) > 0);  // threadIdx.x
  CHECK(count("End", 0) == 1);
}

TEST_CASE("instruction trace: a block of the middle, from the memory that it found; and an end") {
  const std::string text = R"(
__global__ void k(int* a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[0];
  __syncthreads();
  a[0] = s[63 - threadIdx.x] + 1;
})";
  const auto run = test::must_run(text, "--grid 4 --block 64 --arg a=int[1]:zero", {2, 0, 0});
  size_t loads = 0, taken = 0;
  for (const Traced& line : traced(*run))
    if (line.line.find("LoadGenericI32") != std::string::npos) {
      ++loads;
      CHECK(line.line.find("= 0x2") != std::string::npos);
    }
  CHECK(loads == 2);
  replay::trace_instructions(*run, [&](uint32_t, const std::string&) { return ++taken < 5; });
  CHECK(taken == 5);
}
