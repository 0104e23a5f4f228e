// Asynchronous copies: what they move, when it arrives, what is reported.
#include <doctest/doctest.h>

#include <numeric>

#include "support.hpp"

using namespace warplens;
using namespace warplens::machine;
using machine::test::Launched;

namespace {

std::vector<float> counted(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

// A kernel k(float* out, const float* in) with `body`, in which s(i) is where tile[i] is.
std::string kernel(const std::string& body) {
  return "__global__ void k(float* out, const float* in) {\n"
         "  __shared__ __align__(16) float tile[256];\n"
         "  const int t = threadIdx.x;\n"
         "#define s(i) ((unsigned)__cvta_generic_to_shared(&tile[i]))\n" +
         body + "}\n";
}

}  // namespace

TEST_CASE("copies: bytes of each size arrive, once they are waited for") {
  for (const uint32_t bytes : {4u, 8u, 16u}) {
    CAPTURE(bytes);
    const std::string words = std::to_string(bytes / 4);
    const std::string copy = "warplens_cp_async(s(t * " + words + "), in + t * " + words + ", " +
                             std::to_string(bytes) + ", " + std::to_string(bytes) + ", 0);";
    Launched run(kernel(copy +
                        "warplens_cp_async_commit(); warplens_cp_async_wait(0); __syncthreads();"
                        "for (int i = t; i < 256; i += 64) out[i] = tile[255 - i];"));
    run.array(std::vector<float>(256)).array(counted(256)).block(64).follow().run();
    std::vector<float> wanted(256);
    for (size_t i = 0; i < 64 * bytes / 4; ++i) wanted[255 - i] = static_cast<float>(i + 1);
    CHECK(run.read<float>(0) == wanted);
  }
}
