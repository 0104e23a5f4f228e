#include "sim/whatif/issue_streams.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;
using Lines = std::vector<uint32_t>;

namespace {

// Of a kernel with this body, whose first line is line 3.
Lines lines_of(const std::string& body) {
  const std::string text =
      "#define N 16\n__global__ void k(float* a, int n) {\n" + body + "a[threadIdx.x] = n;\n}\n";
  return whatif::counted_loop_lines(
      *test::must_run(text, "--block 32 --arg a=float[32] --arg n=4"));
}

}  // namespace

TEST_CASE("counted loops: start, end and step are in the text, by whatever name") {
  CHECK(lines_of("for (int i = 0; i < 8; ++i) a[0] += i;\n") == Lines{3});
  CHECK(lines_of("for (int i = 0; i < N / 2; i += 2) a[0] += i;\n") == Lines{3});
  CHECK(lines_of("const int m = 4;\nfor (unsigned i = m; i > 0; i >>= 1) a[0] += i;\n") ==
        Lines{4});
  CHECK(lines_of("int i;\nfor (i = 0; N > i; i++) a[0] += i;\n") == Lines{4});
}

TEST_CASE("counted loops: what depends on the launch is none") {
  CHECK(lines_of("for (int i = 0; i < n; ++i) a[0] += i;\n").empty());
  CHECK(lines_of("for (int i = threadIdx.x; i < 64; i += 32) a[0] += i;\n").empty());
  CHECK(lines_of("for (int i = 0; i < 8; i += n) a[0] += i;\n").empty());
  CHECK(lines_of("int i = 0;\nwhile (i < 8) ++i;\n").empty());
}

TEST_CASE("counted loops: inside others and in functions that are called") {
  CHECK(lines_of("for (int i = 0; i < n; ++i)\n  for (int j = 0; j < 4; ++j) a[0] += j;\n") ==
        Lines{4});
  const auto run = test::must_run(
      "__device__ int sum() {\n  int s = 0;\n  for (int i = 0; i < 4; ++i) s += i;\n  return "
      "s;\n}\n"
      "__global__ void k(int* a) {\n  a[threadIdx.x] = sum() + sum();\n}\n",
      "--block 32 --arg a=int[32]");
  CHECK(whatif::counted_loop_lines(*run) == Lines{3});
}
