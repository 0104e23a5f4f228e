// Two lanes that show why a count of an access is wrong, in kernels whose cost is known.
#include "app/study/access_lanes.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/runs.hpp"

using namespace warplens;
using study::Counted;

namespace {

struct Case {
  study::AccessFacts facts;
  study::CountingLanes lanes;

  const study::LaneFacts& lane(uint32_t index) const { return facts.lanes[index]; }
  uint64_t piece(uint32_t lane, uint64_t bytes) const {
    return facts.traced.access.addresses[lane] / bytes;
  }
};

// Of the kernel's first access to that memory. The body has `s`, `in` and `out`, and x for the
// thread.
Case first_access(const std::string& body, Counted counted, const std::string& words = "") {
  const std::string text =
      "__global__ void k(float* in, float* out) {\n"
      "  __shared__ float s[4096];\n"
      "  int x = threadIdx.x;\n" +
      body + "\n}\n";
  const auto run =
      test::must_run(text, "--block 32 --arg in=float[4096] --arg out=float[4096]:zero " + words);
  const trace::Space space =
      counted == Counted::kWavefronts ? trace::Space::kShared : trace::Space::kGlobal;
  for (uint32_t step = 0; step < run->recording->size(); ++step) {
    if (run->recording->heads[step].space != space) continue;
    study::AccessFacts facts = study::access_facts(study::trace_facts(run, {}, 0), step, 0);
    study::CountingLanes lanes = study::counting_lanes(*run, facts, counted);
    return {std::move(facts), std::move(lanes)};
  }
  FAIL("the kernel makes no such access");
  return {};
}

}  // namespace

TEST_CASE("access lanes: two words of a bank are apart, other banks are served together") {
  const Case two = first_access("s[2 * x] = 1;", Counted::kWavefronts);
  CHECK(two.facts.traced.cost.paid == 2);
  REQUIRE(two.lanes.apart);
  CHECK(two.lanes.apart->first == 0);
  CHECK(two.lanes.apart->second == 16);
  CHECK(two.lane(0).bank == two.lane(16).bank);
  CHECK(two.lane(0).word != two.lane(16).word);
  CHECK(two.lanes.apart->mask() == 0x10001);
  REQUIRE(two.lanes.together);
  CHECK(two.lane(two.lanes.together->first).bank != two.lane(two.lanes.together->second).bank);
}

TEST_CASE("access lanes: of several banks the fullest one is shown") {
  // Lanes 0 and 1 meet in bank 5; six lanes in bank 7.
  const Case fullest =
      first_access("if (x < 8) s[x < 2 ? 5 + 32 * x : 7 + 32 * x] = 1; else s[x + 1024] = 1;",
                   Counted::kWavefronts);
  REQUIRE(fullest.lanes.apart);
  CHECK(fullest.lanes.apart->first == 2);
  CHECK(fullest.lane(fullest.lanes.apart->first).bank == 7);
}

TEST_CASE("access lanes: where no two lanes are so, none are shown") {
  const Case free = first_access("s[x] = 1;", Counted::kWavefronts);
  CHECK(!free.lanes.apart);
  CHECK(free.lanes.together);
  const Case column = first_access("s[32 * x] = 1;", Counted::kWavefronts);
  CHECK(column.lanes.apart);
  CHECK(!column.lanes.together);
  const Case alone = first_access("if (x == 3) s[x] = 1;", Counted::kWavefronts);
  CHECK(!alone.lanes.apart);
  CHECK(!alone.lanes.together);
}

TEST_CASE("access lanes: one word is for both, but for atomics") {
  const Case one = first_access("out[x] = s[x / 4];", Counted::kWavefronts);
  CHECK(!one.lanes.apart);
  REQUIRE(one.lanes.together);
  CHECK(one.lane(one.lanes.together->first).word == one.lane(one.lanes.together->second).word);
  const Case atomic = first_access("atomicAdd((int*)&s[0], 1);", Counted::kWavefronts);
  REQUIRE(atomic.lanes.apart);
  CHECK(atomic.lane(atomic.lanes.apart->first).word ==
        atomic.lane(atomic.lanes.apart->second).word);
  CHECK(!atomic.lanes.together);
}

TEST_CASE("access lanes: wide requests are served in groups") {
  const Case wide = first_access("reinterpret_cast<float4*>(s)[x] = make_float4(1, 2, 3, 4);",
                                 Counted::kWavefronts);
  CHECK(wide.facts.traced.cost.paid == 4);
  REQUIRE(wide.lanes.apart);
  CHECK(wide.lanes.apart->first == 0);
  CHECK(wide.lanes.apart->second == 8);
  REQUIRE(wide.lanes.together);
  CHECK(wide.lanes.together->second < 8);
}

TEST_CASE("access lanes: sectors and lines") {
  const Case beside = first_access("out[x] = in[x];", Counted::kSectors);
  CHECK(beside.facts.traced.cost.paid == 4);
  REQUIRE(beside.lanes.apart);
  CHECK(beside.lanes.apart->second == 8);
  REQUIRE(beside.lanes.together);
  CHECK(beside.piece(beside.lanes.together->first, 32) ==
        beside.piece(beside.lanes.together->second, 32));
  const Case far = first_access("out[x] = in[16 * x];", Counted::kSectors);
  CHECK(far.lanes.apart);
  CHECK(!far.lanes.together);  // a sector each
  const Case lines = first_access("out[x] = in[16 * x];", Counted::kLines);
  REQUIRE(lines.lanes.apart);
  CHECK(lines.piece(lines.lanes.apart->first, 128) != lines.piece(lines.lanes.apart->second, 128));
  REQUIRE(lines.lanes.together);
  CHECK(lines.piece(lines.lanes.together->first, 128) ==
        lines.piece(lines.lanes.together->second, 128));
  const Case same = first_access("out[x] = in[5];", Counted::kSectors);
  CHECK(!same.lanes.apart);
  CHECK(same.lanes.together);
}

TEST_CASE("access lanes: lanes outside the array, and another memory, show nothing") {
  const Case outside =
      first_access("if (x > 0) in[x == 1 ? 0 : 5000 + 8 * x] = 1;", Counted::kSectors);
  CHECK(!outside.lanes.apart);
  const Case global = first_access("out[x] = in[x];", Counted::kSectors);
  const auto run = test::must_run("__global__ void k(float* in) { in[threadIdx.x] = 1; }",
                                  "--block 32 --arg in=float[32]");
  CHECK(!study::counting_lanes(*run, global.facts, Counted::kWavefronts).apart);
}
