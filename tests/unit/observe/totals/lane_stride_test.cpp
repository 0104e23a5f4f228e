// How far apart the lanes of an access are.
#include "sim/observe/totals/lane_stride.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

trace::Access access_of(uint32_t mask, uint64_t first, int64_t stride) {
  trace::Access access;
  access.mask = mask;
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
    access.addresses[lane] = first + static_cast<uint64_t>(stride * lane);
  return access;
}

}  // namespace

TEST_CASE("lane stride: the same distance from lane to lane, also over lanes that do nothing") {
  CHECK(observe::lane_stride(access_of(0xffffffff, 1000, 12)) == 12);
  CHECK(observe::lane_stride(access_of(0x00010101, 1000, 20)) == 20);
  CHECK(observe::lane_stride(access_of(0xff, 4096, -8)) == -8);
  CHECK(observe::lane_stride(access_of(0xff, 4096, 0)) == 0);
}

TEST_CASE("lane stride: none of one lane, or where one is elsewhere") {
  CHECK(!observe::lane_stride(access_of(0x10, 1000, 12)));
  trace::Access access = access_of(0xffffffff, 1000, 12);
  access.addresses[17] += 4;
  CHECK(!observe::lane_stride(access));
}
