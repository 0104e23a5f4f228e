#include "sim/model/transactions.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "sim/base/assert.hpp"

namespace warplens::model {
namespace {

constexpr uint32_t kHalf = 16;  // [lanes]

bool takes_part(uint32_t mask, uint32_t lane) {
  return (mask >> lane & 1) != 0;
}

// The active lanes of `count` from `first` on.
uint32_t lanes_from(uint32_t mask, uint32_t first, uint32_t count) {
  const uint64_t all = (uint64_t{1} << count) - 1;
  return mask & static_cast<uint32_t>(all << first);
}

struct Access {
  uint32_t bytes = 4;
  const Addresses& addresses;
};

// 1.0 and 1.1, a half-warp: the k-th lane at the k-th word of an aligned segment of 16 words. Words
// of 16 bytes are two such segments of 8.
bool is_in_sequence(const Access& access, uint32_t first, uint32_t mask) {
  if (access.bytes < 4) return false;
  const auto lowest = static_cast<uint32_t>(std::countr_zero(mask));
  const uint64_t before = uint64_t{lowest - first} * access.bytes;
  if (access.addresses[lowest] < before) return false;
  const uint64_t base = access.addresses[lowest] - before;
  const uint64_t segment = std::min<uint64_t>(uint64_t{kHalf} * access.bytes, 128);
  if (base % segment != 0) return false;
  for (uint32_t lane = first; lane < first + kHalf; ++lane) {
    if (takes_part(mask, lane) &&
        access.addresses[lane] != base + uint64_t{lane - first} * access.bytes)
      return false;
  }
  return true;
}

void add_sequence(const Access& access, uint32_t first, uint32_t mask,
                  std::vector<Transaction>& to) {
  if (!is_in_sequence(access, first, mask)) {
    for (uint32_t lane = first; lane < first + kHalf; ++lane) {
      if (takes_part(mask, lane)) to.push_back({access.addresses[lane] / 32 * 32, 32, 1u << lane});
    }
    return;
  }
  const auto lowest = static_cast<uint32_t>(std::countr_zero(mask));
  const uint64_t base = access.addresses[lowest] - uint64_t{lowest - first} * access.bytes;
  const uint32_t pieces = access.bytes == 16 ? 2 : 1;  // of 8 lanes each
  for (uint32_t piece = 0; piece < pieces; ++piece) {
    const uint32_t lanes = kHalf / pieces;
    to.push_back({base + uint64_t{piece} * 128, lanes * access.bytes,
                  lanes_from(mask, first + piece * lanes, lanes)});
  }
}

// Halves of it that are not used are left away, down to 32 bytes.
Transaction reduced(Transaction whole, const Access& access) {
  while (whole.bytes > 32) {
    const uint64_t middle = whole.address + whole.bytes / 2;
    bool uses_low = false, uses_high = false;
    for (uint32_t left = whole.lanes; left != 0; left &= left - 1) {
      const uint64_t at = access.addresses[static_cast<uint32_t>(std::countr_zero(left))];
      uses_low = uses_low || at < middle;
      uses_high = uses_high || at + (access.bytes - 1) >= middle;
    }
    if (uses_low && uses_high) break;
    if (uses_high) whole.address = middle;
    whole.bytes /= 2;
  }
  return whole;
}

// 1.2 and 1.3: the lowest lane's segment and all lanes in it, until none is left.
void add_segments(const Access& access, uint32_t mask, std::vector<Transaction>& to) {
  const uint32_t segment = access.bytes == 1 ? 32 : access.bytes == 2 ? 64 : 128;
  while (mask != 0) {
    const uint64_t at = access.addresses[static_cast<uint32_t>(std::countr_zero(mask))];
    Transaction one{at / segment * segment, segment, 0};
    for (uint32_t left = mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      if (access.addresses[lane] / segment == at / segment) one.lanes |= 1u << lane;
    }
    mask &= ~one.lanes;
    to.push_back(reduced(one, access));
  }
}

// Aligned pieces of one size; of a group of lanes each once.
void add_pieces(const Access& access, uint32_t mask, uint32_t size, std::vector<Transaction>& to) {
  const auto begin = static_cast<std::ptrdiff_t>(to.size());
  for (uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint64_t first = access.addresses[lane] / size;
    const uint64_t last = (access.addresses[lane] + (access.bytes - 1)) / size;
    for (uint64_t piece = first; piece <= last; ++piece) {
      const auto same = std::find_if(to.begin() + begin, to.end(), [&](const Transaction& one) {
        return one.address == piece * size;
      });
      if (same == to.end()) {
        to.push_back({piece * size, size, 1u << lane});
      } else {
        same->lanes |= 1u << lane;
      }
    }
  }
}

}  // namespace

std::vector<Transaction> transactions(TransactionRules rules, uint32_t bytes_per_lane,
                                      uint32_t mask, const Addresses& addresses) {
  WL_ASSERT(mask != 0, "no lane takes part");
  const Access access{bytes_per_lane, addresses};
  std::vector<Transaction> result;
  const bool is_by_half =
      rules == TransactionRules::kSequence || rules == TransactionRules::kSegments;
  // From 2.x on 128 bytes are one request: a warp, half a warp of 8 bytes, a quarter of 16.
  const uint32_t group =
      is_by_half ? kHalf : std::min(kWarpSize, 128 / std::max(bytes_per_lane, 1u));
  for (uint32_t first = 0; first < kWarpSize; first += group) {
    const uint32_t lanes = lanes_from(mask, first, group);
    if (lanes == 0) continue;
    switch (rules) {
      case TransactionRules::kSequence:
        add_sequence(access, first, lanes, result);
        break;
      case TransactionRules::kSegments:
        add_segments(access, lanes, result);
        break;
      case TransactionRules::kLines:
        add_pieces(access, lanes, 128, result);
        break;
      case TransactionRules::kL2:
        add_pieces(access, lanes, 32, result);
        break;
    }
  }
  return result;
}

bool has_old_transactions(int major) {
  return major < 5;
}

TransactionRules rules_of(int major, int minor, bool is_load) {
  if (major == 1) return minor < 2 ? TransactionRules::kSequence : TransactionRules::kSegments;
  return major == 2 && is_load ? TransactionRules::kLines : TransactionRules::kL2;
}

uint64_t bytes_of(const std::vector<Transaction>& transactions) {
  return std::accumulate(transactions.begin(), transactions.end(), uint64_t{0},
                         [](uint64_t sum, const Transaction& one) { return sum + one.bytes; });
}

}  // namespace warplens::model
