// Global accesses by the rules of old devices: the examples of their guides and of lectures on
// them, and what holds for every access.
#include "sim/model/transactions.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <functional>
#include <random>
#include <vector>

#include "sim/model/coalescing.hpp"

using namespace warplens::model;

namespace {

constexpr uint32_t kHalfWarp = 0xffff, kAll = 0xffffffff;

Addresses at(const std::function<uint64_t(uint32_t)>& address) {
  Addresses result{};
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) result[lane] = address(lane);
  return result;
}

// The sizes of the transactions, in order [bytes].
std::vector<uint32_t> sizes(TransactionRules rules, uint32_t bytes, uint32_t mask,
                            const Addresses& addresses) {
  std::vector<uint32_t> result;
  for (const Transaction& one : transactions(rules, bytes, mask, addresses))
    result.push_back(one.bytes);
  return result;
}

using Sizes = std::vector<uint32_t>;
const auto kSequence = TransactionRules::kSequence, kSegments = TransactionRules::kSegments,
           kLines = TransactionRules::kLines, kL2 = TransactionRules::kL2;

}  // namespace

TEST_CASE("transactions: 64 bytes from 0x108, by every rule") {
  const Addresses row = at([](uint32_t lane) { return 0x108 + 4 * lane; });
  CHECK(sizes(kSequence, 4, kHalfWarp, row) == Sizes(16, 32));  // one a lane
  const auto segment = transactions(kSegments, 4, kHalfWarp, row);
  CHECK(segment == std::vector<Transaction>{{0x100, 128, kHalfWarp}});
  CHECK(sizes(kLines, 4, kHalfWarp, row) == Sizes{128});
  CHECK(sizes(kL2, 4, kHalfWarp, row) == Sizes(3, 32));
  CHECK(global_cost(4, kHalfWarp, row).sectors == 3);
}

TEST_CASE("transactions: an aligned row is one a half-warp, whichever lanes take part") {
  const Addresses row = at([](uint32_t lane) { return 0x100 + 4 * lane; });
  CHECK(sizes(kSequence, 4, kAll, row) == Sizes{64, 64});
  CHECK(sizes(kSequence, 4, kAll & ~0x21u, row) == Sizes{64, 64});
  CHECK(sizes(kSegments, 4, kAll, row) == Sizes{64, 64});
  CHECK(sizes(kLines, 4, kAll, row) == Sizes{128});
  CHECK(sizes(kL2, 4, kAll, row) == Sizes(4, 32));
  const auto one = transactions(kSequence, 4, 0x8, row);  // lane 3 alone, in its place
  CHECK(one == std::vector<Transaction>{{0x100, 64, 0x8}});
}

TEST_CASE("transactions: two lanes exchanged cost 1.0 a transaction a lane, and 1.2 nothing") {
  const Addresses turned = at([](uint32_t lane) { return 0x100 + 4 * (lane ^ 1); });
  CHECK(sizes(kSequence, 4, kHalfWarp, turned) == Sizes(16, 32));
  CHECK(sizes(kSegments, 4, kHalfWarp, turned) == Sizes{64});
}

TEST_CASE("transactions: a segment is made as small as what is used of it") {
  const auto of = [](uint32_t bytes, uint32_t mask, uint64_t from, uint64_t stride) {
    return transactions(kSegments, bytes, mask,
                        at([&](uint32_t lane) { return from + stride * lane; }));
  };
  CHECK(of(4, 0xff, 0x120, 4) == std::vector<Transaction>{{0x120, 32, 0xff}});
  CHECK(of(4, 0xff, 0x130, 4) == std::vector<Transaction>{{0x100, 128, 0xff}});  // over the middle
  CHECK(of(4, 0xff, 0x150, 4) == std::vector<Transaction>{{0x140, 64, 0xff}});
  CHECK(of(4, kHalfWarp, 0x100, 8) == std::vector<Transaction>{{0x100, 128, kHalfWarp}});
  CHECK(of(1, kHalfWarp, 0x100, 1) == std::vector<Transaction>{{0x100, 32, kHalfWarp}});
  CHECK(of(2, kHalfWarp, 0x100, 2) == std::vector<Transaction>{{0x100, 32, kHalfWarp}});
  CHECK(of(2, kHalfWarp, 0x110, 2) == std::vector<Transaction>{{0x100, 64, kHalfWarp}});
  CHECK(of(4, kHalfWarp, 0, 128).size() == 16);  // a column
}

TEST_CASE("transactions: wide words") {
  const auto row = [](uint32_t bytes) {
    return at([=](uint32_t lane) { return uint64_t{0x400} + uint64_t{bytes} * lane; });
  };
  CHECK(sizes(kSequence, 8, kAll, row(8)) == Sizes{128, 128});
  CHECK(sizes(kSequence, 16, kAll, row(16)) == Sizes(4, 128));
  CHECK(sizes(kSegments, 8, kAll, row(8)) == Sizes{128, 128});
  CHECK(sizes(kSegments, 16, kAll, row(16)) == Sizes(4, 128));
  CHECK(sizes(kSequence, 2, kAll, row(2)) == Sizes(32, 32));  // too narrow to be put together
  // Half-warps of 8 bytes and quarters of 16 are requests of their own: a line that two of them
  // want counts twice.
  const Addresses same = at([](uint32_t) { return uint64_t{0x400}; });
  CHECK(sizes(kLines, 4, kAll, same) == Sizes{128});
  CHECK(sizes(kLines, 8, kAll, same) == Sizes{128, 128});
  CHECK(sizes(kLines, 16, kAll, same) == Sizes(4, 128));
  CHECK(sizes(kL2, 8, kAll, same) == Sizes{32, 32});
}

TEST_CASE("transactions: a capability has its rules") {
  CHECK(rules_of(1, 0, true) == kSequence);
  CHECK(rules_of(1, 1, false) == kSequence);
  CHECK(rules_of(1, 2, true) == kSegments);
  CHECK(rules_of(1, 3, false) == kSegments);
  CHECK(rules_of(2, 0, true) == kLines);
  CHECK(rules_of(2, 1, false) == kL2);
  CHECK(rules_of(3, 5, true) == kL2);
  CHECK(has_old_transactions(3));
  CHECK_FALSE(has_old_transactions(5));
}

TEST_CASE("transactions: random accesses are served whole, each lane once where it is aligned") {
  std::mt19937 random(15);
  for (int i = 0; i < 3'000; ++i) {
    const uint32_t bytes = 1u << random() % 5;
    const uint32_t mask = static_cast<uint32_t>(random()) | 1u << random() % 32;
    const uint64_t spread = 1u << random() % 14;
    const Addresses addresses =
        at([&](uint32_t) { return uint64_t{bytes} * (4096 + random() % spread); });
    for (const TransactionRules rules : {kSequence, kSegments, kLines, kL2}) {
      uint32_t served = 0;
      for (const Transaction& one : transactions(rules, bytes, mask, addresses)) {
        CHECK((one.bytes == 32 || one.bytes == 64 || one.bytes == 128));
        CHECK(one.address % one.bytes == 0);
        CHECK((served & one.lanes) == 0);
        served |= one.lanes;
        for (uint32_t left = one.lanes; left != 0; left &= left - 1) {
          const uint64_t address = addresses[static_cast<uint32_t>(std::countr_zero(left))];
          CHECK(address >= one.address);
          CHECK(address + bytes <= one.address + one.bytes);
        }
      }
      CHECK(served == mask);
    }
    // Of words of up to 4 bytes, L2's segments are today's sectors.
    if (bytes <= 4) {
      CHECK(transactions(kL2, bytes, mask, addresses).size() ==
            global_cost(bytes, mask, addresses).sectors);
      CHECK(transactions(kLines, bytes, mask, addresses).size() ==
            global_cost(bytes, mask, addresses).lines);
    }
  }
}
