// Sets of bytes.
#include "sim/host/address_set.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

using warplens::host::AddressSet;

namespace {

std::set<uint64_t> bytes_of(const AddressSet& set) {
  std::set<uint64_t> all;
  for (const AddressSet::Range& range : set.ranges()) {
    for (uint64_t at = range.begin; at < range.end; ++at) all.insert(at);
  }
  return all;
}

}  // namespace

TEST_CASE("address set: ranges are joined, in whatever order they are added") {
  AddressSet set;
  set.add(20, 4);
  set.add(8, 4);
  set.add(12, 8);
  set.add(40, 0);
  REQUIRE(set.ranges().size() == 1);
  CHECK(set.ranges()[0].begin == 8);
  CHECK(set.ranges()[0].end == 24);
  CHECK(set.has_any_of(0, 9));
  CHECK(set.has_any_of(23, 100));
  CHECK_FALSE(set.has_any_of(24, 100));
  CHECK_FALSE(set.has_any_of(0, 8));
}

TEST_CASE("address set: what two have in common, and one without the other") {
  std::mt19937 random(7);
  for (int turn = 0; turn < 200; ++turn) {
    AddressSet a, b;
    std::set<uint64_t> in_a, in_b;
    for (int i = 0; i < 12; ++i) {
      AddressSet& set = i % 2 == 0 ? a : b;
      const uint64_t begin = random() % 80, bytes = random() % 9;
      set.add(begin, bytes);
      for (uint64_t at = begin; at < begin + bytes; ++at) (i % 2 == 0 ? in_a : in_b).insert(at);
    }
    std::set<uint64_t> both, left;
    for (const uint64_t at : in_a) (in_b.contains(at) ? both : left).insert(at);
    CHECK(bytes_of(a) == in_a);
    CHECK(bytes_of(common(a, b)) == both);
    CHECK(bytes_of(without(a, b)) == left);
  }
}
