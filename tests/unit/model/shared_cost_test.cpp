// The wavefront counts by hand, against the reference on random accesses, and by properties.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "sim/model/bank_schedule.hpp"
#include "sim/model/reference.hpp"
#include "tests/support/long_tests.hpp"
#include "tests/unit/model/patterns.hpp"

using namespace warplens::model;
using warplens::model::test::AccessMaker;
using warplens::model::test::RandomAccess;

namespace {

template <class Function>
Addresses lanes(Function address) {
  Addresses out{};
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    out[lane] = static_cast<uint64_t>(address(lane));
  return out;
}

uint32_t wavefronts(const Device& device, const Addresses& addresses, uint32_t bytes = 4,
                    SharedOp op = SharedOp::kLoad, uint32_t mask = ~0u) {
  return shared_cost(device, op, bytes, mask, addresses).wavefronts;
}
uint32_t wavefronts(const Addresses& addresses, uint32_t bytes = 4, SharedOp op = SharedOp::kLoad,
                    uint32_t mask = ~0u) {
  return wavefronts(default_device(), addresses, bytes, op, mask);
}

}  // namespace

TEST_CASE("banks: rows, columns, padding and broadcast of 32-bit words") {
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * l; })) == 1);
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * l + 64; })) == 1);
  CHECK(wavefronts(lanes([](uint32_t) { return 400; })) == 1);
  CHECK(wavefronts(lanes([](uint32_t l) { return 128 * l; })) == 32);
  CHECK(wavefronts(lanes([](uint32_t l) { return 132 * l; })) == 1);
  CHECK(wavefronts(lanes([](uint32_t l) { return 8 * l; })) == 2);
  CHECK(wavefronts(lanes([](uint32_t l) { return 12 * l; })) == 1);
  // A 16-wide tile read by columns, without and with one column of padding: lanes 0 and 31 still
  // meet in bank 0.
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * ((l % 16) * 16 + l / 16); })) == 8);
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * ((l / 16) * 17 + l % 16); })) == 2);
}

TEST_CASE("banks: an access counts the groups a conflict-free one would take") {
  const Addresses row4 = lanes([](uint32_t l) { return 4 * l; });
  const Addresses row8 = lanes([](uint32_t l) { return 8 * l; });
  const Addresses row16 = lanes([](uint32_t l) { return 16 * l; });
  const Device& device = default_device();
  CHECK(shared_cost(device, SharedOp::kLoad, 4, ~0u, row4) == SharedCost{1, 1});
  CHECK(shared_cost(device, SharedOp::kLoad, 8, ~0u, row8) == SharedCost{2, 2});
  CHECK(shared_cost(device, SharedOp::kStore, 16, ~0u, row16) == SharedCost{4, 4});
  CHECK(shared_cost(device, SharedOp::kStore, 16, 0xff00ffffu, row16) == SharedCost{3, 3});
  CHECK(shared_cost(device, SharedOp::kStore, 16, ~0u, row16).conflicts() == 0);
  // Paired lanes merge groups of a load, and never of a store.
  const Addresses pairs = lanes([](uint32_t l) { return 8 * (l / 2); });
  CHECK(shared_cost(device, SharedOp::kLoad, 8, ~0u, pairs) == SharedCost{1, 1});
  CHECK(shared_cost(device, SharedOp::kStore, 8, ~0u, pairs) == SharedCost{2, 2});
}

TEST_CASE("banks: an atomic serialises lanes on one bank, equal addresses too") {
  const Device& device = default_device();
  CHECK(shared_cost(device, SharedOp::kAtomic, 4, ~0u, lanes([](uint32_t) { return 8; })) ==
        SharedCost{32, 1});
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * l; }), 4, SharedOp::kAtomic) == 1);
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * (l % 8); }), 4, SharedOp::kAtomic) == 4);
  CHECK(wavefronts(lanes([](uint32_t) { return 8; }), 4, SharedOp::kAtomic, 0x7) == 3);
}

TEST_CASE("banks: random accesses equal the slow reference, on every device") {
  AccessMaker maker(20240601);
  const std::vector<Device>& all = devices();
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < warplens::test::up_to(100'000); ++i) {
    const RandomAccess a = maker.next();
    // The default device most often: it has the shortcuts.
    const Device& device = i % 2 == 0 ? default_device() : all[maker.below(all.size())];
    const SharedCost fast = shared_cost(device, a.op, a.bytes, a.mask, a.addresses);
    const SharedCost slow = reference::shared_cost(device, a.op, a.bytes, a.mask, a.addresses);
    if (fast == slow) continue;
    CAPTURE(device.id);
    CAPTURE(a.bytes);
    CAPTURE(a.mask);
    CHECK(fast.wavefronts == slow.wavefronts);
    CHECK(fast.ideal_wavefronts == slow.ideal_wavefronts);
    if (++wrong == 5) return;
  }
}

TEST_CASE("banks: wavefronts stay within their bounds") {
  AccessMaker maker(7);
  for (uint32_t i = 0; i < 20'000; ++i) {
    const RandomAccess a = maker.next();
    const SharedCost cost = shared_cost(default_device(), a.op, a.bytes, a.mask, a.addresses);
    const uint32_t active = static_cast<uint32_t>(std::popcount(a.mask));
    REQUIRE(cost.ideal_wavefronts >= 1);
    REQUIRE(cost.wavefronts >= cost.ideal_wavefronts);
    if (a.op.method != AtomicMethod::kNative) continue;  // two passes a lane, or a loop
    REQUIRE(cost.wavefronts <= active);                  // no lane needs two words of one bank
  }
}

TEST_CASE("banks: permuting the lanes changes no narrow access") {
  AccessMaker maker(11);
  std::mt19937 random(3);
  for (uint32_t i = 0; i < 20'000; ++i) {
    RandomAccess a = maker.next();
    if (a.bytes > 4 || is_loop(a.op)) continue;  // in a loop the lowest lane comes first
    const SharedCost before = shared_cost(default_device(), a.op, a.bytes, a.mask, a.addresses);
    std::array<uint32_t, kWarpSize> order;
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    Addresses permuted{};
    uint32_t mask = 0;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      permuted[order[lane]] = a.addresses[lane];
      mask |= (a.mask >> lane & 1u) << order[lane];
    }
    REQUIRE(shared_cost(default_device(), a.op, a.bytes, mask, permuted) == before);
  }
}

TEST_CASE("banks: lanes with the same word cost nothing more") {
  AccessMaker maker(13);
  for (uint32_t i = 0; i < 20'000; ++i) {
    RandomAccess a = maker.next();
    if (a.bytes > 4 || is_atomic(a.op) || a.mask == ~0u) continue;
    const uint32_t before = wavefronts(a.addresses, a.bytes, a.op, a.mask);
    // Every idle lane joins the lowest active one.
    const uint64_t joined = a.addresses[static_cast<size_t>(std::countr_zero(a.mask))];
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((a.mask >> lane & 1u) == 0) a.addresses[lane] = joined;
    }
    REQUIRE(wavefronts(a.addresses, a.bytes, a.op, ~0u) == before);
  }
}

TEST_CASE("banks: an XOR swizzle makes rows and columns of a 32x32 tile free of conflicts") {
  const auto address = [](uint32_t row, uint32_t column) {
    return 4 * (row * 32 + (column ^ row));
  };
  for (uint32_t k = 0; k < 32; ++k) {
    CHECK(wavefronts(lanes([&](uint32_t l) { return address(k, l); })) == 1);
    CHECK(wavefronts(lanes([&](uint32_t l) { return address(l, k); })) == 1);
    CHECK(wavefronts(lanes([&](uint32_t l) { return 4 * (l * 32 + k); })) == 32);
  }
}

TEST_CASE("banks: 1.x serves half-warps of 16 banks with one broadcast word a pass") {
  const Device& device = *find_device("cc1.0");
  CHECK(wavefronts(device, lanes([](uint32_t l) { return 4 * l; })) == 2);
  CHECK(wavefronts(device, lanes([](uint32_t) { return 4; })) == 2);  // one pass a half-warp
  CHECK(wavefronts(device, lanes([](uint32_t) { return 4; }), 4, SharedOp::kLoad, 0xffff) == 1);
  CHECK(wavefronts(device, lanes([](uint32_t l) { return 64 * l; })) == 32);
  CHECK(wavefronts(device, lanes([](uint32_t l) { return 8 * l; })) == 4);
  // Two words, eight lanes each: the first is broadcast while the other serves one lane, then the
  // other is.
  CHECK(wavefronts(device, lanes([](uint32_t l) { return 4 * (l / 8); }), 4, SharedOp::kLoad,
                   0xffff) == 2);
  // Five lanes on one word, the others each in a bank of their own: free, as the broadcast word is
  // that one.
  CHECK(wavefronts(device, lanes([](uint32_t l) { return l >= 3 && l < 8 ? 20u : 4 * l; }), 4,
                   SharedOp::kLoad, 0xffff) == 1);
  // Bytes of one word may not all be had at once.
  CHECK(wavefronts(device, lanes([](uint32_t l) { return l; }), 1, SharedOp::kLoad, 0xffff) == 4);
}

TEST_CASE("banks: 2.x has 32 banks, 3.x pairs words in banks of 8 bytes") {
  const Device& fermi = *find_device("cc2.0");
  const Device& kepler = *find_device("cc3.0");
  const Addresses every_second = lanes([](uint32_t l) { return 8 * l; });
  CHECK(wavefronts(fermi, every_second) == 2);
  CHECK(wavefronts(kepler, every_second) == 1);
  CHECK(wavefronts(kepler, every_second, 8) == 1);
  CHECK(wavefronts(kepler, lanes([](uint32_t l) { return 4 * l; })) == 1);
  CHECK(wavefronts(kepler, lanes([](uint32_t l) { return 128 * l; })) == 16);
  CHECK(wavefronts(kepler, lanes([](uint32_t l) { return 256 * l; })) == 32);
  CHECK(wavefronts(kepler, lanes([](uint32_t l) { return 132 * l; })) == 1);
}

TEST_CASE("banks: the schedule has as many wavefronts as the cost, and serves every lane") {
  AccessMaker maker(17);
  const std::vector<Device>& all = devices();
  for (uint32_t i = 0; i < 20'000; ++i) {
    const RandomAccess a = maker.next();
    const Device& device = all[maker.below(all.size())];
    const BankSchedule schedule = bank_schedule(device, a.op, a.bytes, a.mask, a.addresses);
    REQUIRE(schedule.cost == shared_cost(device, a.op, a.bytes, a.mask, a.addresses));
    REQUIRE(schedule.wavefronts.size() == schedule.cost.wavefronts);
    uint32_t served = 0;
    for (size_t w = 0; w < schedule.wavefronts.size(); ++w) {
      uint64_t banks = 0;
      REQUIRE_FALSE(schedule.wavefronts[w].empty());
      for (const BankService& service : schedule.wavefronts[w]) {
        REQUIRE((banks >> service.bank & 1u) == 0);  // a bank serves one word a wavefront
        banks |= uint64_t{1} << service.bank;
        REQUIRE(service.bank == service.word % device.banks);
        if (a.op == SharedOp::kAtomic) REQUIRE(std::popcount(service.lanes) == 1);
        for (uint32_t rest = service.lanes; rest != 0; rest &= rest - 1) {
          const size_t lane = static_cast<size_t>(std::countr_zero(rest));
          const uint64_t begin = service.word * device.bank_bytes;
          const uint64_t address = a.addresses[lane];  // differences wrap round as addresses do
          REQUIRE((address - begin < device.bank_bytes || begin - address < a.bytes));
          if ((served >> lane & 1u) == 0) REQUIRE(schedule.first_wavefront[lane] == w);
        }
        served |= service.lanes;
      }
    }
    REQUIRE(served == a.mask);
  }
}

TEST_CASE("devices: ids are unique, the first is the default, limits are the guides'") {
  for (const Device& device : devices()) CHECK(find_device(device.id) == &device);
  CHECK(default_device().id == "h200");
  CHECK(find_device("gtx9000") == nullptr);
  CHECK(default_device().dynamic_shared_limit() == 227 * 1024);
  CHECK(default_device().static_shared_limit() == 48 * 1024);
  CHECK(find_device("cc7.5")->dynamic_shared_limit() == 64 * 1024);
  CHECK(find_device("cc1.0")->multiprocessor.block_threads == 512);
  CHECK(find_device("cc1.0")->static_shared_limit() == 16 * 1024);
  CHECK(find_device("cc2.0")->dynamic_shared_limit() == 48 * 1024);
}

TEST_CASE("banks: a compare-and-swap passes twice for each lane on a bank") {
  const Device& device = default_device();
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * l; }), 4, SharedOp::kCompareSwap) == 2);
  CHECK(wavefronts(lanes([](uint32_t l) { return 4 * (l % 4); }), 4, SharedOp::kCompareSwap) == 16);
  const SharedCost wide = shared_cost(device, SharedOp::kCompareSwap, 8, ~0u,
                                      lanes([](uint32_t l) { return 8 * (l % 4); }));
  CHECK(wide.wavefronts == 16);  // two groups, four lanes a word in each
  CHECK(wide.conflicts() == 12);
}

TEST_CASE("banks: an atomic without an instruction is a loop of loads and compare-and-swaps") {
  const Device& device = default_device();
  const auto cost = [&](SharedOp op, uint32_t bytes, auto address) {
    return shared_cost(device, op, bytes, ~0u, lanes(address));
  };
  // A floating addition of 8 lanes a word: 8 rounds, each a load and two passes.
  const SharedCost eight = cost(SharedOp::kCasLoop, 4, [](uint32_t l) { return 4 * (l % 4); });
  CHECK(eight.loads == 8);
  CHECK(eight.load_wavefronts == 8);
  CHECK(eight.atomics == 8);
  CHECK(eight.wavefronts == 24);
  CHECK(eight.ideal_wavefronts == 3);
  // Distinct words of one bank meet as well, and their loads conflict: 32 + 31 + ... + 1.
  const SharedCost column = cost(SharedOp::kCasLoop, 4, [](uint32_t l) { return 128 * l; });
  CHECK(column.loads == 32);
  CHECK(column.load_wavefronts == 528);
  CHECK(column.wavefronts == 528 + 64);
  // Two groups of 16 lanes each swap by themselves; the second's lane has lost where they meet.
  const SharedCost wide = cost(SharedOp::kCasLoop, 8, [](uint32_t l) { return 8 * (l % 4); });
  CHECK(wide.loads == 8);
  CHECK(wide.load_wavefronts == 12);
  CHECK(wide.wavefronts == 12 + 24);
  // 64-bit minimum and the like begin with an atomic that reads.
  const SharedCost read = cost(SharedOp::kReadCasLoop, 8, [](uint32_t) { return 0; });
  CHECK(read.atomics == 33);
  CHECK(read.wavefronts - read.load_wavefronts == 128);
}

TEST_CASE("banks: an access costs the same a period further") {
  uint64_t state = 12345;
  const auto random = [&] {
    return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33;
  };
  for (const Device& device : devices()) {
    const uint64_t period = bank_period(device);
    CHECK(std::has_single_bit(period));
    for (int round = 0; round < 400; ++round) {
      const auto bytes = uint32_t{1} << random() % 5;
      const auto mask = static_cast<uint32_t>(random() | 1);
      const uint64_t span = round % 2 == 0 ? 256 : 4096;
      Addresses near{}, far{};
      for (size_t lane = 0; lane < near.size(); ++lane) {
        near[lane] = random() % span / bytes * bytes;
        far[lane] = near[lane] + period * (1 + round % 3);
      }
      for (const SharedOp op : {SharedOp::kLoad, SharedOp::kStore, SharedOp::kAtomic}) {
        if (op == SharedOp::kAtomic && bytes != 4 && bytes != 8) continue;
        CHECK(shared_cost(device, op, bytes, mask, near) ==
              shared_cost(device, op, bytes, mask, far));
      }
    }
  }
}
