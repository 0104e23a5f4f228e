// The backdrop's answers, held against every access of the recording.
#include "app/scene/backdrop.hpp"

#include <doctest/doctest.h>

#include "kernel_run.hpp"

using namespace warplens;
using namespace warplens::test;

namespace {

// Whether each lane's bytes, in bounds or not, lie where may_touch() says they may; how many
// elements and phases it rules out.
uint64_t check_phases(const Recorded& recorded) {
  const scene::Backdrop& backdrop = *recorded.backdrop;
  const trace::Recording& recording = *recorded.run->recording;
  for (uint32_t step = 0; step < recording.size(); ++step) {
    const trace::Access access = recording.at(step);
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((access.mask >> lane & 1) == 0) continue;
      for (uint64_t byte = 0; byte < access.bytes; ++byte) {
        const auto place =
            scene::find_element(backdrop.arrays(), access.space, access.addresses[lane] + byte);
        if (place) REQUIRE(backdrop.may_touch(place->array, place->element, access.phase));
      }
    }
  }
  uint64_t ruled_out = 0;
  for (uint32_t array = 0; array < backdrop.arrays().size(); ++array) {
    for (uint64_t element = 0; element < backdrop.arrays()[array].count(); ++element) {
      for (uint32_t phase = 0; phase < recording.phases.size(); ++phase)
        ruled_out += backdrop.may_touch(array, element, phase) ? 0 : 1;
    }
  }
  return ruled_out;
}

}  // namespace

TEST_CASE("backdrop: in which phases an element may be touched") {
  // Of 16 x 16 elements a phase reads 8 x 8 of M and of N, and none of P.
  const uint64_t elements = 16 * 16;
  CHECK(check_phases(record_lesson("matmul_tiled.cu", {1, 1, 0})) >= 2 * 3 * (elements - 64));
}

TEST_CASE("backdrop: what crosses an array's end, or is outside of it, is ruled out nowhere") {
  const char* const text =
      "__global__ void k(float* a) {\n  __shared__ float s[6], t[6];\n"
      "  float4* wide = (float4*)(s + 4);\n  t[threadIdx.x % 6] = 0;\n"
      "  for (int i = 0; i < 2; ++i) { __syncthreads(); a[threadIdx.x + 60] += wide->w; }\n}\n";
  CHECK(check_phases(record(text, "--grid 1 --block 32 --arg a=float[64]")) > 0);
}
