#include "sim/model/bank_schedule.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "patterns.hpp"

using namespace warplens::model;
using warplens::model::test::AccessMaker;
using warplens::model::test::RandomAccess;

namespace {

WavefrontPlan plan_of(const Device& device, SharedOp op, uint32_t bytes, uint32_t mask,
                      const Addresses& addresses) {
  return wavefront_plan(device, op, bytes, mask, addresses,
                        bank_schedule(device, op, bytes, mask, addresses));
}

template <class Function>
Addresses lanes(Function address) {
  Addresses addresses{};
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = address(lane);
  return addresses;
}

}  // namespace

TEST_CASE("plan: a row of float4 leaves in four wavefronts of eight lanes, none a conflict") {
  for (const SharedOp op : {SharedOp::kLoad, SharedOp::kStore}) {
    const auto row = lanes([](uint32_t l) { return 512 + 16 * l; });
    const WavefrontPlan plan = plan_of(default_device(), op, 16, ~0u, row);
    CHECK(plan.groups.merge == Merge::kNone);
    CHECK(plan.groups.lanes == 8);
    REQUIRE(plan.wavefronts.size() == 4);
    for (uint32_t k = 0; k < 4; ++k) {
      CHECK(plan.wavefronts[k].group == k);
      CHECK(plan.wavefronts[k].pass == 0);
      CHECK(plan.wavefronts[k].lanes == 0xffu << 8 * k);
      CHECK(plan.wavefronts[k].words == 32);
      CHECK(plan.wavefronts[k].first_word == 128 + 32 * k);
      CHECK(plan.wavefronts[k].last_word == 128 + 32 * k + 31);
    }
  }
}

TEST_CASE("plan: a row of double leaves by half-warps; a group without an active lane does not") {
  const auto row = lanes([](uint32_t l) { return 8 * l; });
  const WavefrontPlan plan = plan_of(default_device(), SharedOp::kLoad, 8, ~0u, row);
  REQUIRE(plan.wavefronts.size() == 2);
  CHECK(plan.wavefronts[0].lanes == 0x0000ffff);
  CHECK(plan.wavefronts[1].lanes == 0xffff0000);
  CHECK(plan.wavefronts[1].first_word == 32);
  const WavefrontPlan upper = plan_of(default_device(), SharedOp::kStore, 8, 0xfff00000, row);
  REQUIRE(upper.wavefronts.size() == 1);
  CHECK(upper.wavefronts[0].lanes == 0xfff00000);
}

TEST_CASE("plan: loads that agree in pairs are merged, stores are not") {
  const auto neighbours = lanes([](uint32_t l) { return l / 2 * 16; });
  const WavefrontPlan merged = plan_of(default_device(), SharedOp::kLoad, 16, ~0u, neighbours);
  CHECK(merged.groups.merge == Merge::kNeighbours);
  CHECK(merged.groups.lanes == 16);
  REQUIRE(merged.wavefronts.size() == 2);
  CHECK(merged.wavefronts[0].lanes == 0x0000ffff);
  const auto pairs = lanes([](uint32_t l) { return (l / 4 * 2 + l % 2) * 8; });
  const WavefrontPlan by_two = plan_of(default_device(), SharedOp::kLoad, 8, ~0u, pairs);
  CHECK(by_two.groups.merge == Merge::kPairs);
  REQUIRE(by_two.wavefronts.size() == 1);
  CHECK(by_two.wavefronts[0].words == 32);
  const WavefrontPlan store = plan_of(default_device(), SharedOp::kStore, 16, ~0u, neighbours);
  CHECK(store.groups.merge == Merge::kNone);
  CHECK(store.wavefronts.size() == 4);
}

TEST_CASE("plan: a conflict inside of a group is a further pass of that group") {
  const auto column = lanes([](uint32_t l) { return 256 * l; });  // all start in bank 0
  const WavefrontPlan plan = plan_of(default_device(), SharedOp::kStore, 16, ~0u, column);
  REQUIRE(plan.wavefronts.size() == 32);
  for (uint32_t k = 0; k < 32; ++k) {
    CHECK(plan.wavefronts[k].group == k / 8);
    CHECK(plan.wavefronts[k].pass == k % 8);
    CHECK(plan.wavefronts[k].lanes == 1u << k);
    CHECK(plan.wavefronts[k].words == 4);
  }
}

TEST_CASE("plan: random accesses of every width and device: groups in order, every lane served") {
  AccessMaker maker(23);
  const std::vector<Device>& all = devices();
  for (uint32_t i = 0; i < 10'000; ++i) {
    const RandomAccess a = maker.next();
    const Device& device = all[maker.below(all.size())];
    const WavefrontPlan plan = plan_of(device, a.op, a.bytes, a.mask, a.addresses);
    const SharedCost cost = shared_cost(device, a.op, a.bytes, a.mask, a.addresses);
    REQUIRE(plan.wavefronts.size() == cost.wavefronts);
    if (a.op.method == AtomicMethod::kNative) REQUIRE(plan.groups.count == cost.ideal_wavefronts);
    uint32_t served = 0, conflicts = 0, group = 0;
    for (const PlannedWavefront& wavefront : plan.wavefronts) {
      REQUIRE((wavefront.lanes & ~plan.groups.masks[wavefront.group]) == 0);
      REQUIRE(wavefront.group >= group);
      REQUIRE(wavefront.group <= group + 1);
      REQUIRE(wavefront.words <= device.banks);
      REQUIRE(wavefront.first_word <= wavefront.last_word);
      group = wavefront.group;
      served |= wavefront.lanes;
      conflicts += wavefront.pass != 0;
    }
    REQUIRE(served == a.mask);
    REQUIRE(conflicts == cost.conflicts());
  }
}
