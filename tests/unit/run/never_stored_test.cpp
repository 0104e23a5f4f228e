// Which loads the check for races passes over.
#include "sim/run/never_stored.hpp"

#include <doctest/doctest.h>

#include <string>

#include "sim/run/execution.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

// The text of each load that is passed over.
std::string passed_over(const std::string& text, const std::string& words) {
  const auto run = test::must_run(text, words);
  const observe::MemoryLayout layout = run::layout_of(*run->context, *run->memory_after->get());
  const std::vector<bool> loads = run::loads_of_never_stored(*run->context, layout, {});
  std::string list;
  for (size_t site = 0; site < loads.size(); ++site) {
    if (!loads[site]) continue;
    const base::SourceFile& file = run->program->unit->file;
    list += std::string(file.slice(run->program->sites[site].span)) + ";";
  }
  return list;
}

constexpr const char* kPairOfArrays =
    "--grid 2 --block 32 --arg a=float[64] --arg b=float[64] --arg n=64";

std::string pair_kernel(const std::string& body) {
  return "__global__ void k(const float* a, float* b, int n) {\n"
         "  int i = blockIdx.x * 32 + threadIdx.x;\n" +
         body + "}\n";
}

}  // namespace

TEST_CASE("never stored: what is only loaded is passed over, through any pointer to it") {
  CHECK(passed_over(pair_kernel("b[i] = a[i] + b[n - 1 - i];\n"), kPairOfArrays) == "a[i];");
  CHECK(passed_over(pair_kernel("const float* p = a + i; float* q = b + i; *q = *p;\n"),
                    kPairOfArrays) == "*p;");
  CHECK(passed_over(pair_kernel("for (int k = 0; k < 3; ++k) b[i] += a[(i + k) % n];\n"),
                    kPairOfArrays) == "a[(i + k) % n];");
}

TEST_CASE("never stored: nothing is passed over where a store may go there, too") {
  CHECK(passed_over(pair_kernel("float* p = i % 2 ? (float*)a : b; *p = a[i];\n"), kPairOfArrays) ==
        "");
  CHECK(passed_over(pair_kernel("b[i] = a[i];\n"),
                    "--grid 2 --block 32 --arg b=float[64] --arg a=@b --arg n=64") == "");
  CHECK(passed_over("__global__ void k(long* where, const float* a) {\n"
                    "  float* p = (float*)where[0]; p[threadIdx.x] = a[threadIdx.x]; }\n",
                    "--grid 1 --block 32 --arg where=long[1]:zero --arg a=float[32]") == "");
  CHECK(passed_over("__global__ void k(const float* a, float* b) {\n  __shared__ unsigned h[2];\n"
                    "  if (threadIdx.x == 0) { h[0] = (size_t)a; h[1] = (size_t)a >> 32; }\n"
                    "  __syncthreads();\n"
                    "  float* p = (float*)((size_t)h[1] << 32 | h[0]);\n"
                    "  p[0] = blockIdx.x; b[blockIdx.x] = a[0]; }\n",
                    "--grid 2 --block 32 --arg a=float[64] --arg b=float[64]") == "");
  CHECK(passed_over(pair_kernel("b[i] = ((volatile float*)a)[i];\n"), kPairOfArrays) == "");
}

TEST_CASE("never stored: a copy in bulk out of shared memory stores") {
  const std::string text =
      "__global__ void k(const float* a, float* b) {\n"
      "  __shared__ __align__(16) float s[64];\n"
      "  s[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];\n"
      "  warplens_proxy_fence();\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x != 0) return;\n"
      "  warplens_bulk_store(b, (unsigned)__cvta_generic_to_shared(s), 256);\n"
      "  warplens_bulk_commit();\n"
      "  warplens_bulk_wait(0, 0);\n"
      "}\n";
  CHECK(passed_over(text, "--block 64 --arg a=float[64] --arg b=float[64]") == "a[threadIdx.x];");
  CHECK(passed_over(text, "--block 64 --arg b=float[64] --arg a=@b") == "");
}

TEST_CASE("never stored: races of what is stored are found as before") {
  const auto run =
      test::must_run(pair_kernel("b[(i + 1) % n] = a[i]; b[i] += 1;\n"), kPairOfArrays);
  REQUIRE_FALSE(run->findings.empty());
  CHECK(run->findings.front().is_race());
}

TEST_CASE("never stored: a pointer to shared memory or such an array races in shared memory") {
  const auto run = test::must_run(
      "__global__ void k(const float* a, float* b, int n) {\n"
      "  __shared__ float s[64]; int t = threadIdx.x;\n"
      "  const float* p = n > 1 ? s : a;\n"
      "  s[63 - t] = t;\n"
      "  b[t] = p[t];\n"
      "}\n",
      "--grid 1 --block 64 --arg a=float[64] --arg b=float[64] --arg n=64");
  REQUIRE_FALSE(run->findings.empty());
  CHECK(run->findings.front().is_race());
}
