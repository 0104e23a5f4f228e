#include "sim/model/constant.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

using namespace warplens::model;

TEST_CASE("constant: lanes that read the same value share a broadcast") {
  Addresses addresses{};
  addresses.fill(64);
  CHECK(constant_broadcasts(4, ~0u, addresses) == 1);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = 4 * lane;
  CHECK(constant_broadcasts(4, ~0u, addresses) == 32);
  CHECK(constant_broadcasts(4, 0x80000001, addresses) == 2);
  CHECK(constant_broadcasts(4, 0x10, addresses) == 1);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = 16 * (lane / 8);
  CHECK(constant_broadcasts(16, ~0u, addresses) == 4);
  CHECK(constant_broadcasts(16, 0x0000ff00, addresses) == 1);
}

TEST_CASE("constant: random requests count their distinct places") {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const uint32_t bytes = 1u << random() % 5;
    const uint32_t mask = static_cast<uint32_t>(random()) | 1u << random() % 32;
    Addresses addresses{};
    std::set<uint64_t> places;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      addresses[lane] = random() % (1 + random() % 40) * bytes;
      if ((mask >> lane & 1u) != 0) places.insert(addresses[lane]);
    }
    REQUIRE(constant_broadcasts(bytes, mask, addresses) == places.size());
  }
}
