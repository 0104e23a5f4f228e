// Values of shared memory that nothing has written: reported where they matter, not where they are
// loaded or copied.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "../engine/support.hpp"

using namespace warplens;

namespace {

// A kernel on 32 threads; s has 34 elements, of which [1, 32] are written. "8/7": used in line 8,
// loaded in line 7.
std::vector<std::string> unwritten_of(const std::string& body, const std::string& more = "") {
  const auto run = test::must_run(
      "__global__ void f(const int* in, int* out) {\n"
      "  __shared__ int s[34], copy[34];\n"
      "  int t = threadIdx.x;\n"
      "  s[t + 1] = in[blockIdx.x * 32 + t];\n"
      "  __syncthreads();\n" +
          body + "}\n",
      "--block 32 --checks unwritten --arg in=int[320]:iota --arg out=int[32]:zero " + more);
  std::vector<std::string> lines;
  for (const analysis::Finding& finding : run->findings) {
    CHECK(finding.kind == "unwritten_read");
    CHECK(finding.severity == base::Severity::kError);
    REQUIRE(finding.other.has_value());
    lines.push_back(std::to_string(finding.line) + "/" + std::to_string(finding.other->line));
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("unwritten: what reaches a result is an error at its use, with the load") {
  CHECK(unwritten_of("  int v = s[t + 2];\n  out[t] = v + 1;\n") == Lines{"7/6"});
  CHECK(unwritten_of("  int v = s[t + 1];\n  out[t] = v + 1;\n").empty());
}

TEST_CASE("unwritten: a branch, an address and an atomic are uses") {
  CHECK(unwritten_of("  if (s[t + 2] > 3) out[t] = 1;\n") == Lines{"6/6"});
  CHECK(unwritten_of("  out[s[t + 2] & 31] = 1;\n") == Lines{"6/6"});
  CHECK(unwritten_of("  atomicAdd(&s[t + 2], 1);\n") == Lines{"6/6"});
  CHECK(unwritten_of("  atomicAdd(out, s[t + 2]);\n") == Lines{"6/6"});
}

TEST_CASE("unwritten: a value that is loaded, copied or not chosen is none") {
  CHECK(unwritten_of("  int v = s[t + 2];\n  if (t < 31) out[t] = v;\n").empty());
  CHECK(unwritten_of("  int v = s[t + 2];\n  out[t] = t < 31 ? v : 0;\n").empty());
  CHECK(unwritten_of("  copy[t] = s[t + 2];\n").empty());
}

TEST_CASE("unwritten: a copy carries it on, and writing ends it") {
  CHECK(unwritten_of("  copy[t] = s[t + 2];\n  __syncthreads();\n  out[t] = copy[t];\n") ==
        Lines{"8/6"});
  CHECK(unwritten_of("  copy[t] = s[t + 2];\n  copy[t] = t;\n  out[t] = copy[t];\n").empty());
}

TEST_CASE("unwritten: one that a race explains is the race alone") {
  const auto run = test::must_run(
      "__global__ void f(int* out) {\n"
      "  __shared__ int s[64];\n"
      "  s[threadIdx.x] = 1;\n"
      "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
      "}\n",
      "--block 64 --arg out=int[64]");
  REQUIRE(run->findings.size() == 1);
  CHECK(run->findings[0].kind == "race_between_warps");
}

TEST_CASE("unwritten: a tree reduction without a barrier has races, which explain what it sums") {
  const auto run = test::must_run(
      "__global__ void reduce(const float* in, float* out) {\n"
      "  __shared__ float s[128];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = in[t];\n"
      "  for (int step = 64; step > 0; step /= 2) {\n"
      "    if (t < step) s[t] += s[t + step];\n"
      "  }\n"
      "  if (t == 0) out[0] = s[0];\n"
      "}\n",
      "--block 128 --arg in=float[128] --arg out=float[1]");
  CHECK(run->findings.size() == 3);
  for (const analysis::Finding& finding : run->findings) CHECK(finding.kind.starts_with("race_"));
}

TEST_CASE("unwritten: blocks that do the same are recognised, and so is one that does not") {
  const std::string body = "  int v = s[t + (blockIdx.x == 7 ? 2 : 1)];\n  out[t] = v;\n";
  CHECK(unwritten_of(body, "--grid 10").empty());  // the recorded block stands for the others
  const std::string all = "  int v = s[t + 2];\n  out[t] = v;\n";
  CHECK(unwritten_of(all, "--grid 10") == Lines{"7/6"});
}

TEST_CASE("unwritten: global memory that the launch leaves unfilled, until a thread writes it") {
  const std::string words = "--grid 2 --block 32 --arg in=int[64]:none --arg out=int[64]:zero";
  const auto bad = test::must_run(
      "__global__ void k(int* in, int* out) {\n"
      "  int i = blockIdx.x * 32 + threadIdx.x;\n  if (i < 16) in[i] = i;\n"
      "  out[i] = in[i];\n}",
      words);
  REQUIRE(bad->findings.size() == 1);
  CHECK(bad->findings[0].kind == "unwritten_read");
  CHECK(bad->findings[0].line == 4);
  CHECK(bad->findings[0].count == 48);
  const auto good = test::must_run(
      "__global__ void k(int* in, int* out) {\n"
      "  int i = blockIdx.x * 32 + threadIdx.x;\n  in[i] = i;\n  out[i] = in[i];\n}",
      words);
  CHECK(good->findings.empty());
}
