#include "app/scene/arrays.hpp"

#include <doctest/doctest.h>

#include <bit>

using namespace warplens;
using scene::Array;

namespace {

Array array_of(std::vector<uint64_t> extents, uint32_t element_bytes = 4) {
  Array array;
  array.name = "a";
  array.element_bytes = element_bytes;
  array.bytes = element_bytes;
  for (const uint64_t extent : extents) array.bytes *= extent;
  array.extents = std::move(extents);
  scene::set_drawn_shape(array);
  return array;
}

}  // namespace

TEST_CASE("arrays: the drawn shape follows the extents, and folds long vectors") {
  CHECK(array_of({16, 17}).rows == 16);
  CHECK(array_of({16, 17}).columns == 17);
  CHECK(array_of({2, 3, 5}).rows == 6);
  CHECK(array_of({2, 3, 5}).columns == 5);
  CHECK(array_of({8}).rows == 1);
  CHECK(array_of({8}).columns == 8);
  CHECK(array_of({30}).columns == 8);
  CHECK(array_of({30}).rows == 4);
  CHECK(array_of({60}).columns == 16);
  CHECK(array_of({60}).rows == 4);
  CHECK(array_of({200}).columns == 32);
  CHECK(array_of({200}).rows == 7);
  CHECK(array_of({4096}).columns == 64);
  CHECK(array_of({}).rows == 1);
  CHECK(array_of({}).columns == 1);
}

TEST_CASE("arrays: an element's name has an index an extent") {
  CHECK(scene::element_name("M", {16, 16}, 180) == "M[11][4]");
  CHECK(scene::element_name("x", {400}, 188) == "x[188]");
  CHECK(scene::element_name("t", {2, 3, 5}, 17) == "t[1][0][2]");
  CHECK(scene::element_name("count", {}, 0) == "count");
  CHECK(scene::element_name("M", {4, 4}, 18) == "M[4][2]");  // past the end
}

TEST_CASE("arrays: an address outside an array counts on from it") {
  Array array = array_of({30});
  array.base = machine::GlobalMemory::kWindow;
  const auto near = [&](int64_t offset) {
    return scene::nearest_element({array}, trace::Space::kGlobal,
                                  array.base + static_cast<uint64_t>(offset))
        .element;
  };
  CHECK(near(124) == "a[31]");
  CHECK(near(-4) == "a[-1]");
  CHECK(near(-8) == "a[-2]");
  CHECK(scene::nearest_element({array}, trace::Space::kShared, 500).array.empty());
}
