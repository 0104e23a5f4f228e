// How often elements are loaded, held against what the text says.
#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::shared_ptr<const run::Run> counted(const std::string& text, const std::string& launch) {
  prepare::Request request = test::make_request(text, launch);
  request.extra.fetches = true;
  const auto run = run::run(std::move(request));
  REQUIRE(run.ok());
  return *run;
}

const observe::ArrayFetches& of(const run::Run& run, const std::string& array) {
  REQUIRE(run.fetches != nullptr);
  const auto& all = run.fetches->arrays;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == array; });
  REQUIRE(found != all.end());
  return *found;
}

const std::string kProducts =
    "__global__ void product(const float* a, const float* b, float* c, int n) {\n"
    "#ifdef TILE\n"
    "  __shared__ float s[TILE][TILE], t[TILE][TILE];\n"
    "#endif\n"
    "  int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  float sum = 0;\n"
    "#ifdef TILE\n"
    "  for (int m = 0; m < n; m += TILE) {\n"
    "    s[threadIdx.y][threadIdx.x] = a[y * n + m + threadIdx.x];\n"
    "    t[threadIdx.y][threadIdx.x] = b[(m + threadIdx.y) * n + x];\n"
    "    __syncthreads();\n"
    "    for (int k = 0; k < TILE; ++k) sum += s[threadIdx.y][k] * t[k][threadIdx.x];\n"
    "    __syncthreads();\n"
    "  }\n"
    "#else\n"
    "  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];\n"
    "#endif\n"
    "  c[y * n + x] = sum;\n"
    "}\n";
const std::string kLaunch =
    "--grid 2,2 --block 8,8 --arg a=float[256] --arg b=float[256] --arg c=float[256] --arg n=16";

}  // namespace

TEST_CASE("fetches: a product from global memory fetches each element n times, from tiles n/tile") {
  const auto naive = counted(kProducts, kLaunch);
  for (const uint32_t loads : of(*naive, "a").loads) CHECK(loads == 16);
  for (const uint32_t blocks : of(*naive, "a").blocks) CHECK(blocks == 2);
  const auto tiled = counted(kProducts, kLaunch + " -D TILE=8");
  for (const uint32_t loads : of(*tiled, "b").loads) CHECK(loads == 2);
  for (const uint32_t blocks : of(*tiled, "b").blocks) CHECK(blocks == 2);
  for (const uint32_t loads : of(*tiled, "c").loads) CHECK(loads == 0);  // stores are none
}

TEST_CASE("fetches: each lane and each part of a vector counts, lanes outside do not") {
  const std::string text =
      "__global__ void k(const float4* v, const float* a, float* o) {\n"
      "  float4 w = v[threadIdx.x / 16];\n"
      "  if (threadIdx.x < 3) o[threadIdx.x] = w.x + a[5];\n"
      "  o[threadIdx.x] = a[threadIdx.x + 6];\n"
      "}\n";
  const auto run =
      counted(text, "--grid 3 --block 32 --arg v=float4[3] --arg a=float[8] --arg o=float[32]");
  const auto& v = of(*run, "v");
  CHECK(v.loads == std::vector<uint32_t>{48, 48, 48, 48, 48, 48, 48, 48, 0, 0, 0, 0});
  CHECK(v.blocks == std::vector<uint32_t>{3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0});
  const auto& a = of(*run, "a");
  CHECK(a.loads == std::vector<uint32_t>{0, 0, 0, 0, 0, 9, 3, 3});
}

TEST_CASE("fetches: only where they are requested") {
  CHECK(test::must_run(kProducts, kLaunch)->fetches == nullptr);
}
