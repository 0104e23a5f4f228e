// One recorded access, lane by lane: what it costs, and what each lane touches.
#include "app/study/access_facts.hpp"

#include <doctest/doctest.h>

#include "tests/support/runs.hpp"
#include "tests/unit/study/value_at.hpp"

using namespace warplens;
using study::Section;
using tests::number_at;
using tests::word_at;

namespace {

// 40 threads: the second warp has 8. Each second thread loads, two words apart.
constexpr const char* kEven =
    "__global__ void even(const float* in, float* out) {\n"
    "  __shared__ float s[128];\n"
    "  s[2 * threadIdx.x] = in[threadIdx.x / 4];\n"
    "  if (threadIdx.x % 2 == 0) out[threadIdx.x] = s[2 * threadIdx.x];\n"
    "}\n";

Section access_at(uint32_t step, uint32_t lane) {
  const study::TraceFacts facts = study::trace_facts(
      test::must_run(kEven, "--block 40 --arg in=float[16] --arg out=float[40]:zero"), {}, 1000);
  return study::describe(study::access_facts(facts, step, lane));
}

}  // namespace

TEST_CASE("access facts: of global memory sectors, lines and bytes") {
  const Section load = access_at(0, 5);
  CHECK(word_at(load, "kind") == "load");
  CHECK(word_at(load, "array") == "in");
  CHECK(number_at(load, "line") == 3);
  CHECK(number_at(load, "active") == 32);
  CHECK(number_at(load, "sectors") == 1);
  CHECK(number_at(load, "lines") == 1);
  CHECK(number_at(load, "bytes_requested") == 128);
  CHECK(number_at(load, "bytes_used") == 32);
  CHECK(number_at(load, "bytes_moved") == 32);
  CHECK(number_at(load, "different_elements") == 8);
  CHECK(number_at(load, "own.element") == 1);
  CHECK(number_at(load, "own.x") == 5);
  CHECK(number_at(load, "lanes.31.element") == 7);
}

TEST_CASE("access facts: of shared memory wavefronts, words and banks") {
  const Section store = access_at(1, 17);
  CHECK(word_at(store, "kind") == "store");
  CHECK(number_at(store, "wavefronts") == 2);
  CHECK(number_at(store, "ideal") == 1);
  CHECK(number_at(store, "different_words") == 32);
  CHECK(number_at(store, "own.word") == 34);
  CHECK(number_at(store, "own.bank") == 2);
  CHECK(study::find(store, "sectors") == nullptr);
  // A lane that takes no part touches nothing.
  const Section some = access_at(2, 0);
  CHECK(number_at(some, "active") == 16);
  CHECK(number_at(some, "lanes.1.x") == 1);
  CHECK(study::find(some, "lanes.1.bank") == nullptr);
}

TEST_CASE("access facts: a lane without a thread has no place") {
  for (uint32_t step = 0; step < 8; ++step) {
    const Section access = access_at(step, 0);
    if (number_at(access, "warp") != 1) continue;
    CHECK(number_at(access, "lanes.7.x") == 39);
    CHECK(study::find(access, "lanes.8.x") == nullptr);
    return;
  }
  FAIL("the second warp makes no access");
}
