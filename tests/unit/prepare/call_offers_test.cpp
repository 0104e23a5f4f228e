// Values that a call's parameters have where nobody gives them.
#include "sim/prepare/call_offers.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"

namespace warplens {
namespace {

// The options of the first function that is offered, as one types them.
std::string offered(const std::string& functions) {
  const std::string text = "__global__ void touch(float* data) { data[threadIdx.x] = 1; }\n";
  const auto offers = prepare::offered_calls(test::make_request(text + functions, ""));
  REQUIRE(offers.size() == 1);
  return prepare::call_options(offers.front().function, offers.front().arguments);
}

TEST_CASE("call offers: a leading dimension is as long as the longest of the sizes") {
  CHECK(offered(R"(void multiply(int m, int n, int k, float* A, int lda, float* C, int ldc) {
  touch<<<1, 32>>>(A);
})") == "--call multiply --arg m=40 --arg n=30 --arg k=20 --arg A=float[24000] --arg lda=40 "
        "--arg C=float[24000]:mod=1021+100 --arg ldc=40");
  CHECK(offered("void rows(float* A, int n, int pitch) { touch<<<1, 32>>>(A); }") ==
        "--call rows --arg A=float[1000000] --arg n=1000 --arg pitch=1000");
  CHECK(offered("void one(float* A, int ldx) { touch<<<1, 32>>>(A); }") ==
        "--call one --arg A=float[1000] --arg ldx=1000");
}

TEST_CASE("call offers: what host code reads or writes is in its memory") {
  const std::string scaled = R"(void scaled(const float* alpha, float* data) {
  touch<<<1, 32>>>(data + (int)*alpha);
})";
  CHECK(offered(scaled) == "--call scaled --arg alpha=host:float[1] --arg data=float[1]:zero");
  CHECK(
      offered(R"(float sum(const float* in, int n) {
  float all = 0;
  for (int i = 0; i < n; ++i) all += in[i];
  return all;
}
void through(float* in, float* data, int n) {
  if (sum(in, n) > 0) touch<<<1, 32>>>(data);
})") ==
      "--call through --arg in=host:float[1000] --arg data=float[1000]:mod=1021+100 --arg n=1000");
  CHECK(offered("void first(float* out, float* data) { *out = 1; touch<<<1, 32>>>(data); }") ==
        "--call first --arg out=host:float[1] --arg data=float[1]:mod=1021+100");
}

TEST_CASE("call offers: copies say which side is the host's") {
  CHECK(offered(R"(void copies(float* in, float* out, int n) {
  float* d;
  cudaMalloc(&d, n * 4);
  cudaMemcpy(d, in, n * 4, cudaMemcpyHostToDevice);
  touch<<<1, 32>>>(d);
  cudaMemcpyAsync(out, d, n * 4, cudaMemcpyDeviceToHost);
})") == "--call copies --arg in=host:float[1000] --arg out=host:float[1000]:mod=1021+100 --arg "
        "n=1000");
  CHECK(offered(R"(void between(float* in, float* out, int n) {
  cudaMemcpy(out, in, n * 4, cudaMemcpyDeviceToDevice);
  touch<<<1, 32>>>(&out[1]);
})") == "--call between --arg in=float[1000] --arg out=float[1000]:mod=1021+100 --arg n=1000");
}

}  // namespace
}  // namespace warplens
