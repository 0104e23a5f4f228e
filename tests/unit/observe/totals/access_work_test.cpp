// What simulating an access costs, by how its addresses follow each other.
#include "sim/observe/totals/access_work.hpp"

#include <doctest/doctest.h>

#include <array>
#include <functional>

using namespace warplens;

namespace {

uint32_t work(const std::function<uint64_t(uint32_t)>& address, trace::Operation operation,
              trace::Space space = trace::Space::kGlobal, bool are_races_looked_for = true,
              uint32_t mask = ~0u) {
  std::array<uint64_t, trace::kWarpSize> addresses{};
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) addresses[lane] = address(lane);
  trace::WarpAccess access;
  access.space = space;
  access.operation = operation;
  access.bytes = 4;
  access.mask = mask;
  access.addresses = &addresses;
  return observe::access_work(access, are_races_looked_for);
}

uint64_t row(uint32_t lane) {
  return 4096 + 4 * lane;
}
uint64_t block_of_8(uint32_t lane) {
  return 4 * (lane % 8) + 1000 * (lane / 8);
}
uint64_t column(uint32_t lane) {
  return 8192 * lane;
}
uint64_t in_no_order(uint32_t lane) {
  return (lane * lane * 2654435761u + lane * 40503u) % 16777216 / 4 * 4;
}

}  // namespace

TEST_CASE("access work: lanes in order cost the same wherever they are") {
  using trace::Operation;
  const uint32_t load = work(row, Operation::kLoad);
  CHECK(load == work(block_of_8, Operation::kLoad));
  CHECK(load == work([](uint32_t) { return uint64_t{64}; }, Operation::kLoad));
  CHECK(load == work([](uint32_t lane) { return row(lane) + 123456; }, Operation::kLoad));
  CHECK(work(row, Operation::kStore) > 10 * load);
  CHECK(work(row, Operation::kAtomic) == work(row, Operation::kStore));
}

TEST_CASE("access work: each lane that is far from the one before, or in no order, costs its own") {
  using trace::Operation;
  CHECK(work(column, Operation::kLoad) > 50 * work(row, Operation::kLoad));
  CHECK(work(in_no_order, Operation::kLoad) > work(column, Operation::kLoad));
  CHECK(work(in_no_order, Operation::kStore) > work(in_no_order, Operation::kLoad));
  CHECK(work(in_no_order, Operation::kStore, trace::Space::kGlobal, true, 0xff) <
        work(in_no_order, Operation::kStore));
  const auto in_shared = [](uint32_t lane) { return in_no_order(lane) % 16384; };
  CHECK(work(in_shared, Operation::kStore, trace::Space::kShared) >
        20 * work(block_of_8, Operation::kStore, trace::Space::kShared));
}

TEST_CASE("access work: without the check of races it is less") {
  using trace::Operation;
  for (const auto& address : {row, column, in_no_order}) {
    CHECK(work(address, Operation::kStore, trace::Space::kGlobal, false) <
          work(address, Operation::kStore));
  }
}
