// Outputs of which a launch leaves the end as it was.
#include <doctest/doctest.h>

#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::string hint_of(const std::string& text, const std::string& launch) {
  const auto run = test::must_run(text, launch);
  for (const observe::Finding& finding : run->findings) {
    if (finding.kind != observe::FindingKind::kUnwrittenOutput) continue;
    CHECK(finding.severity == base::Severity::kHint);
    return finding.message;
  }
  return "";
}

constexpr const char* kScale =
    "__global__ void scale(const float* in, float* out, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) out[i] = 3 * in[i];\n}\n";

}  // namespace

TEST_CASE("unwritten outputs: a grid that is rounded down leaves the end, with its first element") {
  const std::string hint = hint_of(
      kScale, "--grid 6 --block 64 --arg in=float[430]:iota --arg out=float[430]:zero --arg n=430");
  CHECK(hint.find("elements 384 to 429 of 'out', 10.7 %") != std::string::npos);
  CHECK(hint.find("'n' is 430") != std::string::npos);
  CHECK(hint_of(kScale,
                "--grid 7 --block 64 --arg in=float[430]:iota --arg out=float[430]:zero "
                "--arg n=430")
            .empty());
}

TEST_CASE("unwritten outputs: nothing is reported where it may be meant") {
  // An array larger than n; a border; a compaction; sums; an array that is read, too; the second of
  // two launches.
  CHECK(hint_of(kScale,
                "--grid 6 --block 64 --arg in=float[500]:iota --arg out=float[500]:zero "
                "--arg n=384")
            .empty());
  CHECK(
      hint_of("__global__ void blur(const float* in, float* out, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
              "  if (i > 0 && i + 1 < n) out[i] = in[i - 1] + in[i + 1];\n}\n",
              "--grid 4 --block 64 --arg in=float[256]:iota --arg out=float[256]:zero --arg n=256")
          .empty());
  CHECK(hint_of("__global__ void keep(const int* in, int* out, int* count, int n) {\n"
                "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                "  if (i < n && in[i] % 3 == 0) out[atomicAdd(count, 1)] = in[i];\n}\n",
                "--grid 4 --block 64 --arg in=int[256]:iota --arg out=int[256]:zero "
                "--arg count=int[1]:zero --arg n=256")
            .empty());
  CHECK(
      hint_of("__global__ void sums(const float* in, float* out, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float v = i < n ? in[i] : 0;\n"
              "  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);\n"
              "  if (threadIdx.x == 0) out[blockIdx.x] = v;\n}\n",
              "--grid 8 --block 32 --arg in=float[256]:iota --arg out=float[256]:zero --arg n=256")
          .empty());
  CHECK(
      hint_of("__global__ void half_of(float* x, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n / 2) x[i] *= 2;\n}\n",
              "--grid 4 --block 64 --arg x=float[256]:iota --arg n=256")
          .empty());
}

TEST_CASE("unwritten outputs: vectors count in their elements") {
  const std::string hint = hint_of(
      "__global__ void fill(float4* out, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n / 8) out[i] = make_float4(1, 2, 3, 4);\n}\n",
      "--grid 4 --block 64 --arg out=float[1024]:zero --arg n=1024");
  CHECK(hint.find("elements 512 to 1023 of 'out', 50.0 %") != std::string::npos);
}

TEST_CASE("unwritten outputs: a grid of two dimensions that is rounded down") {
  const std::string text =
      "__global__ void invert(const float* in, float* out, int rows, int columns) {\n"
      "  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + "
      "threadIdx.y;\n"
      "  if (r < rows && c < columns) out[r * columns + c] = 1 - in[r * columns + c];\n}\n";
  const std::string arrays = " --arg in=float[30][50] --arg out=float[30][50]:zero";
  const std::string hint =
      hint_of(text, "--grid 6,7 --block 8,4 --arg rows=30 --arg columns=50" + arrays);
  // 48 x 28 of 50 x 30 are stored to: 156 of 1,500 are left.
  CHECK(hint.find("10.4 % of 'out', first to element 48: it has 'columns' x 'rows' = 50 x 30") !=
        std::string::npos);
  CHECK(hint.find("to 48 x 28 only") != std::string::npos);
  CHECK(hint_of(text, "--grid 7,8 --block 8,4 --arg rows=30 --arg columns=50" + arrays).empty());
  CHECK_FALSE(
      hint_of(text, "--grid 7,7 --block 8,4 --arg rows=30 --arg columns=50" + arrays).empty());
  // A border that is left out, a part that a parameter says, and columns stored by others.
  const std::string border =
      "__global__ void edges(const float* in, float* out, int n) {\n"
      "  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + "
      "threadIdx.y;\n"
      "  if (r + 1 < n && c + 1 < n) out[r * n + c] = in[r * n + c + 1] - in[r * n + c];\n}\n";
  CHECK(hint_of(border,
                "--grid 4,8 --block 8,4 --arg n=32 --arg in=float[32][32] "
                "--arg out=float[32][32]:zero")
            .empty());
  CHECK(hint_of(text, "--grid 6,7 --block 8,4 --arg rows=28 --arg columns=48" + arrays).empty());
}
