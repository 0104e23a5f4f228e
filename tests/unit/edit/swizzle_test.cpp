// CuTe's swizzles, and the changes of a text that are the same.
#include "sim/edit/swizzle.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace warplens;
using edit::Swizzle;

TEST_CASE("swizzle: bits above decide about bits below, piece by piece") {
  const Swizzle swizzle{3, 3, 3};
  CHECK(swizzle.apply(0) == 0);
  CHECK(swizzle.apply(7) == 7);
  CHECK(swizzle.apply(64) == 72);  // row 1 of 64: piece 0 is in place 1
  CHECK(swizzle.apply(3 * 64 + 9) == 3 * 64 + (1 ^ 3) * 8 + 1);
  std::set<uint64_t> places;
  for (uint64_t index = 0; index < 4096; ++index) places.insert(swizzle.apply(index));
  CHECK(places.size() == 4096);
  CHECK(*places.rbegin() == 4095);
  CHECK(swizzle.is_one_to_one());
  CHECK_FALSE(Swizzle{3, 3, 2}.is_one_to_one());
}

TEST_CASE("swizzle: in three spellings") {
  CHECK(edit::name_of({2, 3, 3}) == "Swizzle<2,3,3>");
  CHECK(edit::address_bits({2, 3, 3}, 2) == "address bits 4-5 ^= bits 7-8");
  CHECK(edit::address_bits({1, 2, 3}, 4) == "address bit 4 ^= bit 7");
  CHECK(edit::address_bits({0, 3, 3}, 2) == "no bit of the address changes");
}

TEST_CASE("swizzle: by rows of a power of two, and back") {
  for (const Swizzle swizzle : {Swizzle{3, 3, 3}, Swizzle{2, 3, 4}}) {
    const auto change = edit::change_of(swizzle, 64, false);
    REQUIRE(change.has_value());
    CHECK(edit::swizzle_of(*change) == swizzle);
  }
  const auto half_row = edit::change_of({2, 3, 3}, 32, false);
  REQUIRE(half_row.has_value());
  CHECK(half_row->shift == 1);
  CHECK(half_row->unit == 8);
  // Its bits are the column's own, elements leave their row, rows of 96.
  CHECK_FALSE(edit::change_of({3, 3, 3}, 128, false).has_value());
  CHECK_FALSE(edit::change_of({3, 3, 3}, 32, false).has_value());
  CHECK_FALSE(edit::change_of({3, 3, 3}, 96, false).has_value());
  const auto flat = edit::change_of({3, 3, 3}, 96, true);
  REQUIRE(flat.has_value());
  CHECK(flat->row == 64);
  CHECK(edit::swizzle_of(*flat) == Swizzle{3, 3, 3});
}
