// More than 48 KiB of dynamic shared memory.
#include <doctest/doctest.h>

#include <string>

#include "sim/model/device.hpp"
#include "sim/prepare/launch_needs.hpp"
#include "sim/prepare/launch_verdict.hpp"
#include "tests/support/runs.hpp"

using namespace warplens;

namespace {

std::string text_of(const std::string& before_launch, const std::string& bytes = "60000") {
  return "__global__ void flip(float* out) {\n  extern __shared__ float s[];\n"
         "  s[threadIdx.x] = threadIdx.x;\n  __syncthreads();\n"
         "  out[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
         "__global__ void other(float* out) { out[threadIdx.x] = 1; }\n"
         "int main() {\n  float* out;\n  cudaMalloc(&out, 64 * sizeof(float));\n  " +
         before_launch + "\n  flip<<<1, 64, " + bytes + ">>>(out);\n}\n";
}

constexpr const char* kLaunch = "--kernel flip --block 64 --shared 60000 --arg out=float[64]:zero";

bool runs(const std::string& text) {
  return test::try_run(text, kLaunch).ok();
}

}  // namespace

TEST_CASE(
    "shared opt-in: a launch over 48 KiB fails unless the host code opted in for its kernel") {
  const std::string attribute = ", cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);";
  CHECK_FALSE(runs(text_of("")));
  CHECK(runs(text_of("cudaFuncSetAttribute(flip" + attribute)));
  CHECK(runs(text_of("CHECK(cudaFuncSetAttribute((const void*)&flip" + attribute)));
  CHECK_FALSE(runs(text_of("cudaFuncSetAttribute(other" + attribute)));
  CHECK_FALSE(runs(text_of("// cudaFuncSetAttribute(flip" + attribute)));
  CHECK_FALSE(runs(
      text_of("cudaFuncSetAttribute(flip, cudaFuncAttributePreferredSharedMemoryCarveout, 9);")));
  CHECK(runs(text_of("auto kernel = flip; cudaFuncSetAttribute(kernel" + attribute)));
}

TEST_CASE("shared opt-in: a kernel without host code runs, with a warning") {
  const std::string text = text_of("").substr(0, text_of("").find("int main"));
  const auto run = test::try_run(text, kLaunch);
  REQUIRE(run.ok());
  bool is_said = false;
  for (const base::Diagnostic& warning : (*run)->warnings)
    is_said = is_said || warning.hint.find("cudaFuncSetAttribute(flip") != std::string::npos;
  CHECK(is_said);
}

TEST_CASE("shared opt-in: the verdict on a text's launches says what is lacking") {
  const prepare::Request request = test::make_request(text_of(""), kLaunch);
  const auto launches = prepare::launches_of_text(request, false);
  REQUIRE(launches.ok());
  REQUIRE(launches->launches.size() == 1);
  const auto verdict = prepare::verdict_of(launches->launches.front(), model::default_device());
  CHECK_FALSE(verdict.starts);
  CHECK(verdict.words.find("cudaFuncSetAttribute(flip") != std::string::npos);
}
