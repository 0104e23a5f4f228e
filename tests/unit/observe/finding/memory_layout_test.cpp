#include "sim/observe/finding/memory_layout.hpp"

#include <doctest/doctest.h>

using namespace warplens::observe;
using warplens::trace::Space;

namespace {

MemoryLayout make_layout() {
  MemoryLayout layout;
  layout.shared = {{"tile", 0, 128, 4, {32}}, {"row", 160, 32, 8, {4}}};
  const uint64_t window = uint64_t{1} << 36;
  layout.global = {{"a", window, 1024, 4, {256}}, {"b", 2 * window, 64, 4, {16}}};
  return layout;
}

}  // namespace

TEST_CASE("memory layout: a shared offset is in the array that holds it, or in none") {
  const MemoryLayout layout = make_layout();
  CHECK(layout.find(Space::kShared, 0) == 0);
  CHECK(layout.find(Space::kShared, 127) == 0);
  CHECK(layout.find(Space::kShared, 128) == kNoArray);
  CHECK(layout.find(Space::kShared, 160) == 1);
  CHECK(layout.find(Space::kShared, 192) == kNoArray);
  CHECK(layout.find(Space::kShared, 0xfffffffc) == kNoArray);
}

TEST_CASE("memory layout: a global address belongs to the nearest array") {
  const MemoryLayout layout = make_layout();
  const uint64_t window = uint64_t{1} << 36;
  CHECK(layout.find(Space::kGlobal, window + 8) == 0);
  CHECK(layout.find(Space::kGlobal, window + 4096) == 0);
  CHECK(layout.find(Space::kGlobal, 2 * window - 4) == 1);
  CHECK(layout.find(Space::kGlobal, window - 4) == 0);
  CHECK(layout.find(Space::kGlobal, 2 * window + 64) == 1);
  CHECK(layout.find(Space::kGlobal, 0) == kNoArray);
  CHECK(layout.find(Space::kGlobal, 3 * window) == kNoArray);
}
