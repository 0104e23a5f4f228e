// Atomics that are loops: the contents of memory decide their number of rounds. By hand, and
// against the slow reference on random values.
#include "sim/model/cas_loop.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "sim/model/atomics.hpp"
#include "sim/model/bank_schedule.hpp"
#include "sim/model/reference.hpp"
#include "tests/support/long_tests.hpp"
#include "tests/unit/model/patterns.hpp"

using namespace warplens::model;
using warplens::model::test::AccessMaker;
using warplens::model::test::RandomAccess;

namespace {

Addresses all(uint64_t value) {
  Addresses out;
  out.fill(value);
  return out;
}

constexpr CasFunction kFunctions[] = {CasFunction::kChanges,     CasFunction::kAddFloat,
                                      CasFunction::kAddDouble,   CasFunction::kMinSigned,
                                      CasFunction::kMinUnsigned, CasFunction::kMaxSigned,
                                      CasFunction::kMaxUnsigned, CasFunction::kAnd,
                                      CasFunction::kOr,          CasFunction::kXor};

// Few different numbers, so that some change nothing; lanes with one address find the same.
CasValues random_values(AccessMaker& maker, const Addresses& addresses) {
  CasValues values;
  values.function = kFunctions[maker.below(std::size(kFunctions))];
  const uint64_t kind = maker.below(3);
  const auto number = [&](uint64_t seed) {
    if (values.function == CasFunction::kAddFloat)
      return uint64_t{std::bit_cast<uint32_t>(static_cast<float>(seed % 3))};
    if (values.function == CasFunction::kAddDouble)
      return std::bit_cast<uint64_t>(static_cast<double>(seed % 3));
    return kind == 0 ? seed % 4 : kind == 1 ? 0 - seed % 3 : seed * 0x9e3779b97f4a7c15u;
  };
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    values.found[lane] = number(addresses[lane] / 4 % 5);
    values.operands[lane] = number(maker.below(6));
  }
  return values;
}

}  // namespace

TEST_CASE("swap loop: adding nothing still swaps, a maximum that changes nothing does not") {
  const Device& device = default_device();
  CasValues zeros{CasFunction::kAddFloat, all(0), all(0)};
  const SharedCost cost = shared_cost(device, SharedOp::kCasLoop, 4, ~0u, all(64), &zeros);
  CHECK(cost.atomics == 32);  // one lane of the bank a round, changed or not
  zeros.function = CasFunction::kMaxUnsigned;
  const SharedCost spared = shared_cost(device, SharedOp::kCasLoop, 8, ~0u, all(64), &zeros);
  CHECK(spared.atomics == 0);
  CHECK(spared.loads == 1);
  CHECK(spared.wavefronts == 1);
}

TEST_CASE("swap loop: a maximum swaps once, and the others see that it is done") {
  const CasValues values{CasFunction::kMaxUnsigned, all(3), all(7)};
  const auto rounds = cas_rounds(default_device(), 8, ~0u, all(0), &values);
  REQUIRE(rounds.size() == 2);
  CHECK(rounds[0].through == 1u);
  CHECK(rounds[0].attempts[1] == 0x10000u);  // of the second group: it came too late
  CHECK(rounds[1].lanes == ~1u);
  CHECK(rounds[1].groups.count == 0);
  CHECK(rounds[1].through == ~1u);
}

TEST_CASE("swap loop: a word that is as it was lets a lane of each group through") {
  // 0 & 1 changes nothing, 0 | 1 does the first time.
  const auto rounds_of = [&](CasFunction function) {
    const CasValues values{function, all(0), all(1)};
    return cas_rounds(default_device(), 8, ~0u, all(0), &values).size();
  };
  CHECK(rounds_of(CasFunction::kAnd) == 16);
  CHECK(rounds_of(CasFunction::kOr) == 17);
  CHECK(rounds_of(CasFunction::kXor) == 32);
}

TEST_CASE("swap loop: random accesses and values equal the slow reference, drawn as well") {
  AccessMaker maker(77);
  const std::vector<Device>& devices = warplens::model::devices();
  uint32_t spared = 0;
  for (uint32_t i = 0; i < warplens::test::up_to(40'000); ++i) {
    const RandomAccess a = maker.next();
    const CasValues values = random_values(maker, a.addresses);
    const Device& device = i % 2 == 0 ? default_device() : devices[maker.below(devices.size())];
    const SharedCost fast = shared_cost(device, a.op, a.bytes, a.mask, a.addresses, &values);
    const SharedCost slow =
        reference::shared_cost(device, a.op, a.bytes, a.mask, a.addresses, &values);
    CAPTURE(device.id);
    CAPTURE(a.bytes);
    CAPTURE(a.mask);
    REQUIRE(fast == slow);
    REQUIRE(fast.ideal_wavefronts <= fast.wavefronts);
    if (!is_loop(a.op)) continue;
    spared += fast.wavefronts < shared_cost(device, a.op, a.bytes, a.mask, a.addresses).wavefronts;
    const BankSchedule schedule =
        bank_schedule(device, a.op, a.bytes, a.mask, a.addresses, &values);
    REQUIRE(schedule.cost == fast);
    REQUIRE(schedule.wavefronts.size() == fast.wavefronts);
    uint32_t served = 0;
    for (const auto& services : schedule.wavefronts) {
      REQUIRE(!services.empty());
      for (const BankService& service : services) served |= service.lanes;
    }
    REQUIRE(served == a.mask);
  }
  CHECK(spared > warplens::test::up_to(1'000));
}

TEST_CASE("atomics: a rule for each of PTX's names, with and without the old value") {
  CHECK(atomic_rule("add.u32")->op == SharedOp::kAtomic);
  CHECK(atomic_rule("red.add.f32")->op == SharedOp::kCasLoop);
  CHECK(atomic_rule("red.add.f32")->function == CasFunction::kAddFloat);
  CHECK(atomic_rule("max.s64")->op == SharedOp::kReadCasLoop);
  CHECK(atomic_rule("cas.b64")->op == SharedOp::kCompareSwap);
  CHECK_FALSE(atomic_rule("add.noftz.f16"));
  CHECK_FALSE(atomic_rule(""));
}
