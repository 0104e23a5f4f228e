// Layouts without bank conflicts, found by trying; and where they put an array's elements.
#include "sim/observe/layouts/layout_search.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace warplens;
using observe::ArrayLayout;

namespace {

ArrayLayout rows_of(uint64_t rows, uint64_t columns, uint32_t unit = 4) {
  ArrayLayout layout;
  layout.begin = 64;
  layout.unit = unit;
  layout.columns = columns;
  layout.bytes = rows * columns * unit;
  return layout;
}

observe::ArrayInfo array_of(std::vector<uint64_t> extents, uint32_t element_bytes = 4,
                            uint64_t base = 0) {
  observe::ArrayInfo array;
  array.name = "s";
  array.base = base;
  array.element_bytes = element_bytes;
  array.bytes = element_bytes;
  for (const uint64_t extent : extents) array.bytes *= extent;
  array.extents = std::move(extents);
  return array;
}

}  // namespace

TEST_CASE("layouts: every one puts each byte in a place of its own") {
  std::vector<ArrayLayout> layouts;
  for (const auto& [rows, columns, unit] :
       {std::tuple{32, 32, 4}, {16, 16, 4}, {8, 4, 16}, {5, 8, 2}}) {
    const ArrayLayout plain = rows_of(static_cast<uint64_t>(rows), static_cast<uint64_t>(columns),
                                      static_cast<uint32_t>(unit));
    ArrayLayout padded = plain, turned = plain, swizzled = plain;
    padded.pad = 3;
    turned.by_columns = true;
    swizzled.swizzle_bits = 2;
    swizzled.swizzle_shift = 1;
    layouts.insert(layouts.end(), {plain, padded, turned, swizzled});
  }
  for (const ArrayLayout& layout : layouts) {
    std::set<uint64_t> places;
    for (uint64_t address = layout.begin; address < layout.begin + layout.bytes; ++address) {
      const uint64_t place = layout.moved(address);
      CHECK(place >= layout.begin);
      CHECK(place < layout.begin + layout.bytes + layout.more_bytes());
      CHECK(place % layout.unit == address % layout.unit);
      places.insert(place);
    }
    CHECK(places.size() == layout.bytes);
    CHECK(layout.moved(layout.begin - 1) == layout.begin - 1);
    CHECK(layout.moved(layout.begin + layout.bytes) ==
          layout.begin + layout.bytes + layout.more_bytes());
  }
}

TEST_CASE("layouts: a swizzle exchanges columns within their row") {
  ArrayLayout layout = rows_of(16, 16);
  layout.swizzle_bits = 4;
  const auto element = [&](uint64_t row, uint64_t column) {
    return (layout.moved(layout.begin + (row * 16 + column) * 4) - layout.begin) / 4;
  };
  CHECK(element(0, 5) == 5);
  CHECK(element(3, 5) == 3 * 16 + (5 ^ 3));
  CHECK(layout.more_bytes() == 0);
}

TEST_CASE("layouts: what one lane takes at once stays together, or nothing is tried") {
  const auto plain = observe::layout_of(array_of({8, 16}), 16);
  REQUIRE(plain);
  CHECK(plain->unit == 16);
  CHECK(plain->columns == 4);
  CHECK_FALSE(observe::layout_of(array_of({8, 15}), 16));
  CHECK_FALSE(observe::layout_of(array_of({8, 16}, 4, 4), 16));
  CHECK_FALSE(observe::layout_of(array_of({128}), 4));
  CHECK(observe::layout_of(array_of({2, 8, 16}), 4)->rows() == 16);
}
