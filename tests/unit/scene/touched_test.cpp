// The marks of what is touched, against a plain set.
#include "app/scene/touched.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <utility>

using warplens::scene::Touched;

TEST_CASE("touched: walks in every direction mark what they touched, and nothing else") {
  std::mt19937_64 random(4);
  for (int walk = 0; walk < 60; ++walk) {
    Touched touched;
    std::set<std::pair<uint64_t, uint64_t>> marked;
    uint64_t row = random() % 200, column = random() % 200;
    for (int step = 0; step < 150; ++step) {
      touched.include(row, column);
      marked.insert({row, column});
      const auto move = [&](uint64_t at) {
        const uint64_t by = random() % (1 + static_cast<uint64_t>(walk) / 6);
        return random() % 2 == 0 ? at + by : at - std::min(at, by);
      };
      row = move(row);
      column = move(column);
    }
    const auto box = touched.box();
    REQUIRE(box.contains(marked.begin()->first, marked.begin()->second));
    REQUIRE(box.row_begin == marked.begin()->first);
    REQUIRE(box.row_end == marked.rbegin()->first + 1);
    for (uint64_t r = box.row_begin; r < box.row_end; ++r) {
      for (uint64_t c = box.column_begin; c < box.column_end; ++c)
        REQUIRE(touched.has(r, c) == (marked.count({r, c}) == 1));
    }
    CHECK_FALSE(touched.has(box.row_end, box.column_begin));
  }
}

TEST_CASE("touched: from both ends towards the outside, soon") {
  Touched touched;
  constexpr uint64_t kMiddle = 1'000'000;
  for (uint64_t i = 0; i < 300'000; ++i) {
    touched.include(kMiddle + i, 0);
    touched.include(kMiddle - i, 0);
  }
  CHECK(touched.box().rows() == 599'999);
  CHECK(touched.has(kMiddle - 299'999, 0));
}

TEST_CASE("touched: a box that is too large is touched everywhere") {
  Touched touched;
  touched.include(5, 5);
  touched.include(1'000'000, 1'000'000);
  CHECK(touched.has(77, 4'000));
  CHECK_FALSE(touched.has(4, 5));
  touched.include(2'000'000, 0);
  CHECK(touched.has(2'000'000, 1));
}
