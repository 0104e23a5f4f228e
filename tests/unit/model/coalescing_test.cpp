#include <doctest/doctest.h>

#include <bit>

#include "sim/model/reference.hpp"
#include "tests/support/long_tests.hpp"
#include "tests/unit/model/patterns.hpp"

using namespace warplens::model;
using warplens::model::test::AccessMaker;
using warplens::model::test::RandomAccess;

namespace {

GlobalCost strided(uint64_t first, int64_t stride, uint32_t bytes, uint32_t mask = ~0u) {
  Addresses addresses{};
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    addresses[lane] = first + static_cast<uint64_t>(stride * int64_t{lane});
  }
  return global_cost(bytes, mask, addresses);
}

GlobalCost cost(uint32_t sectors, uint32_t lines, uint64_t requested, uint64_t used) {
  return {sectors, lines, requested, used};
}

}  // namespace

TEST_CASE("coalescing: rows, offsets, strides and one address") {
  CHECK(strided(256, 4, 4) == cost(4, 1, 128, 128));
  CHECK(strided(260, 4, 4) == cost(5, 2, 128, 128));
  CHECK(strided(256, 8, 4) == cost(8, 2, 128, 128));
  CHECK(strided(256, 1024, 4) == cost(32, 32, 128, 128));
  CHECK(strided(256, 0, 4) == cost(1, 1, 128, 4));
  CHECK(strided(256, 16, 16) == cost(16, 4, 512, 512));
  CHECK(strided(4096, -4, 4) == cost(5, 2, 128, 128));
  CHECK(strided(30, 1, 4) == cost(3, 1, 128, 35));  // lanes overlap, and cross sectors' edges
  CHECK(strided(256, 4, 4, 0x1) == cost(1, 1, 4, 4));
  CHECK(strided(256, 4, 4).bytes_moved() == 128);
  CHECK(strided(260, 4, 4).ideal_sectors() == 4);
}

TEST_CASE("coalescing: random accesses equal the slow reference") {
  AccessMaker maker(99);
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < warplens::test::up_to(100'000); ++i) {
    const RandomAccess a = maker.next();
    const GlobalCost fast = global_cost(a.bytes, a.mask, a.addresses);
    const GlobalCost slow = reference::global_cost(a.bytes, a.mask, a.addresses);
    if (fast == slow) continue;
    CAPTURE(a.bytes);
    CAPTURE(a.mask);
    CAPTURE(a.addresses[0]);
    CHECK(fast.sectors == slow.sectors);
    CHECK(fast.lines == slow.lines);
    CHECK(fast.bytes_used == slow.bytes_used);
    CHECK(fast.bytes_requested == slow.bytes_requested);
    if (++wrong == 5) return;
  }
}

TEST_CASE("coalescing: sector uses add up to the cost") {
  AccessMaker maker(5);
  for (uint32_t i = 0; i < 20'000; ++i) {
    const RandomAccess a = maker.next();
    const GlobalCost whole = global_cost(a.bytes, a.mask, a.addresses);
    const std::vector<SectorUse> uses = sector_uses(a.bytes, a.mask, a.addresses);
    REQUIRE(uses.size() == whole.sectors);
    uint64_t bytes = 0;
    uint32_t lanes = 0;
    for (size_t k = 0; k < uses.size(); ++k) {
      if (k > 0) REQUIRE(uses[k - 1].sector < uses[k].sector);
      bytes += static_cast<uint64_t>(std::popcount(uses[k].bytes_mask));
      lanes |= uses[k].lanes;
    }
    REQUIRE(bytes == whole.bytes_used);
    REQUIRE(lanes == a.mask);
  }
}
