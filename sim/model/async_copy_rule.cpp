#include "sim/model/async_copy_rule.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/model/coalescing.hpp"

namespace warplens::model {
namespace {

constexpr uint32_t kRowBytes = 128;  // of all banks
constexpr uint32_t kChunkBytes = 16;
constexpr uint32_t kChunksOfSector = kSectorBytes / kChunkBytes;
constexpr uint32_t kSectorsOfLine = kLineBytes / kSectorBytes;

// .ca, and what profilers add for .cg with a number of source bytes.
SharedCost cost_through_l1(uint32_t bytes, uint32_t mask, uint32_t reading,
                           const Addresses& targets, const Addresses& sources) {
  const uint32_t lanes = kRowBytes / bytes;
  const uint32_t first = lanes == kWarpSize ? ~0u : (1u << lanes) - 1;
  SharedCost cost;
  for (uint32_t begin = 0; begin < kWarpSize; begin += lanes) {
    const uint32_t group = mask & first << begin;
    if (group == 0) continue;
    std::array<uint32_t, kWarpSize> on_target{}, on_source{};  // lanes by bank
    const auto banks = [&](uint32_t lane) {
      return std::pair(targets[lane] / bytes % lanes, sources[lane] / bytes % lanes);
    };
    for (uint32_t rest = group & reading; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      const auto [target, source] = banks(lane);
      on_target[target] |= 1u << lane;
      on_source[source] |= 1u << lane;
    }
    int most = 1;  // also of a group that only fills with zeros
    for (uint32_t rest = group & reading; rest != 0; rest &= rest - 1) {
      const auto [target, source] = banks(static_cast<uint32_t>(std::countr_zero(rest)));
      most = std::max(most, std::popcount(on_target[target] | on_source[source]));
    }
    cost.wavefronts += static_cast<uint32_t>(most);
    ++cost.ideal_wavefronts;
  }
  return cost;
}

// A sector of the source that fills a sector of the target, or half of it.
struct MovedSector {
  uint64_t target = 0, source = 0;  // numbers of sectors
  bool is_swapped = false;          // its halves change places
  uint32_t halves = 0;              // of the target: 1 the lower, 2 the upper

  bool is_as(const MovedSector& other) const {
    return target == other.target && source == other.source && is_swapped == other.is_swapped;
  }
  uint64_t target_line() const { return target / kSectorsOfLine; }
  // Whether both could be moved by the same pass, were the source's sector not the same.
  bool may_share_pass(const MovedSector& other) const {
    return target_line() == other.target_line() &&
           source / kSectorsOfLine == other.source / kSectorsOfLine &&
           is_swapped == other.is_swapped && halves == other.halves &&
           (target - source) % 2 == (other.target - other.source) % 2;
  }
  bool must_wait_for(const MovedSector& later) const {
    return target_line() == later.target_line() && source == later.source &&
           is_swapped == later.is_swapped && halves == later.halves;
  }
};

struct MovedSectors {
  uint32_t count = 0;
  std::array<MovedSector, kWarpSize> sectors;  // in the order of their last lanes
};

// Of lanes with one target the lowest counts.
MovedSectors moved_sectors(uint32_t mask, const Addresses& targets, const Addresses& sources) {
  MovedSectors moved;
  std::array<uint64_t, kWarpSize> written;
  uint32_t writes = 0;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t target = targets[lane] / kChunkBytes, source = sources[lane] / kChunkBytes;
    const auto end = written.begin() + writes;
    if (std::find(written.begin(), end, target) != end) continue;
    written[writes++] = target;
    MovedSector now{target / kChunksOfSector, source / kChunksOfSector,
                    (target - source) % kChunksOfSector != 0, 1u << (target % kChunksOfSector)};
    const auto last = moved.sectors.begin() + moved.count;
    const auto same = std::find_if(moved.sectors.begin(), last,
                                   [&](const MovedSector& one) { return one.is_as(now); });
    if (same != last) {
      now.halves |= same->halves;
      std::move(same + 1, last, same);
      --moved.count;
    }
    moved.sectors[moved.count++] = now;
  }
  return moved;
}

// The sectors of one pass have the same number of others behind them that must wait for them.
uint32_t passes_of(const MovedSectors& moved) {
  std::array<uint32_t, kWarpSize> waiting{};
  uint32_t passes = 0;
  for (uint32_t i = 0; i < moved.count; ++i) {
    for (uint32_t later = i + 1; later < moved.count; ++later)
      waiting[i] += moved.sectors[i].must_wait_for(moved.sectors[later]) ? 1 : 0;
    bool is_new = true;
    for (uint32_t k = 0; k < i && is_new; ++k) {
      is_new = waiting[k] != waiting[i] || !moved.sectors[k].may_share_pass(moved.sectors[i]);
    }
    passes += is_new ? 1 : 0;
  }
  return passes;
}

}  // namespace

AsyncCopyCost async_copy_cost(const AsyncCopy& copy, const Addresses& targets,
                              const Addresses& sources) {
  WL_ASSERT(copy.mask != 0, "a copy has an active lane");
  WL_ASSERT((copy.reading & ~copy.mask) == 0, "only lanes that copy read");
  WL_ASSERT(copy.bytes == 4 || copy.bytes == 8 || copy.bytes == kChunkBytes,
            "a lane copies 4, 8 or 16 bytes");
  AsyncCopyCost cost;
  if (copy.reading != 0) {
    const GlobalCost read = global_cost(copy.bytes, copy.reading, sources);
    cost.sectors = read.sectors;
    cost.lines = read.lines;
  }
  if (!copy.passes_by_l1) {
    cost.shared = cost_through_l1(copy.bytes, copy.mask, copy.reading, targets, sources);
    return cost;
  }
  WL_ASSERT(copy.bytes == kChunkBytes, "a copy past L1 takes 16 bytes a lane");
  cost.shared.wavefronts = passes_of(moved_sectors(copy.mask, targets, sources));
  // Profilers count such a copy by both rules.
  if (copy.gives_size) {
    cost.shared.wavefronts +=
        cost_through_l1(copy.bytes, copy.mask, copy.mask, targets, sources).wavefronts;
  }
  cost.shared.ideal_wavefronts = cost.shared.wavefronts;
  cost.sectors = moved_sectors(copy.reading, targets, sources).count;
  return cost;
}

}  // namespace warplens::model
