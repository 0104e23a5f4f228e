// Sectors and lines of a global access. Evenly spaced lanes are counted by formula; others are
// sorted by address and swept once. reference.cpp counts with sets; tests/bench/model_bench.cpp
// compares the speeds.
#include "sim/model/coalescing.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "sim/base/assert.hpp"

namespace warplens::model {
namespace {

// The address of the last byte; an access that would run past the top of the address space ends
// there.
uint64_t last_byte(uint64_t address, uint32_t bytes) {
  const uint64_t last = address + (bytes - 1);
  return last < address ? std::numeric_limits<uint64_t>::max() : last;
}

// For all 32 lanes an equal distance apart and none across a sector's edge. False: it is another
// access.
bool even_cost(uint32_t bytes, const Addresses& addresses, GlobalCost& cost) {
  uint64_t stride = addresses[1] - addresses[0];
  uint64_t uneven = 0;
  for (uint32_t lane = 2; lane < kWarpSize; ++lane) {
    uneven |= (addresses[lane] - addresses[lane - 1]) ^ stride;
  }
  if (uneven != 0 || !std::has_single_bit(bytes)) return false;
  if (((addresses[0] | stride) & (bytes - 1)) != 0) return false;
  uint64_t low = addresses[0];
  if (static_cast<int64_t>(stride) < 0) {  // descending lanes touch the same bytes
    low = addresses[kWarpSize - 1];
    stride = 0 - stride;
  }
  if (stride > uint64_t{1} << 40) return false;
  const uint64_t reach =
      (kWarpSize - 1) * stride;  // from the first lane's address to the last one's
  const uint64_t last = low + reach + (bytes - 1);
  if (last < low) return false;
  // Steps of up to a sector skip none; longer ones never share one. The same holds for lines.
  const auto pieces = [&](uint32_t size) {
    return stride <= size ? static_cast<uint32_t>(last / size - low / size + 1) : kWarpSize;
  };
  cost.sectors = pieces(kSectorBytes);
  cost.lines = pieces(kLineBytes);
  cost.bytes_used = stride >= bytes ? uint64_t{kWarpSize} * bytes : reach + bytes;
  return true;
}

// Bytes [first, last] that neighbouring lanes touch without a gap.
struct ByteRun {
  uint64_t first = 0, last = 0;
};

// The active lanes' bytes as runs in ascending order of their first byte; returns how many. Rows
// make few runs.
uint32_t ordered_runs(uint32_t bytes, uint32_t mask, const Addresses& addresses,
                      std::array<ByteRun, kWarpSize>& runs) {
  uint32_t count = 0;
  ByteRun run;
  const auto close = [&] {
    uint32_t at = count++;
    for (; at > 0 && runs[at - 1].first > run.first; --at) runs[at] = runs[at - 1];
    runs[at] = run;
  };
  bool is_open = false;
  for (uint32_t lane = static_cast<uint32_t>(std::countr_zero(mask)); lane < kWarpSize; ++lane) {
    if ((mask >> lane & 1u) == 0) continue;
    const uint64_t first = addresses[lane];
    const uint64_t last = last_byte(first, bytes);
    // A lane that begins in the run or just after it extends it. (The second test also ends at the
    // top of the address space.)
    if (is_open && first >= run.first && first - run.first <= run.last - run.first + 1) {
      run.last = std::max(run.last, last);
      continue;
    }
    if (is_open) close();
    run = {first, last};
    is_open = true;
  }
  close();
  return count;
}

// One sweep over ascending runs, which may overlap, that remembers the last byte counted.
void sweep(const std::array<ByteRun, kWarpSize>& runs, uint32_t count, GlobalCost& cost) {
  uint64_t counted = 0;  // the last byte counted, once there is one
  for (uint32_t i = 0; i < count; ++i) {
    const ByteRun& run = runs[i];
    const bool is_first = i == 0;
    if (!is_first && run.last <= counted) continue;
    const uint64_t from = is_first ? run.first : std::max(run.first, counted + 1);
    cost.bytes_used += run.last - from + 1;
    const auto pieces = [&](uint64_t size) {
      const bool is_shared = !is_first && from / size == counted / size;
      return static_cast<uint32_t>(run.last / size - from / size + (is_shared ? 0 : 1));
    };
    cost.sectors += pieces(kSectorBytes);
    cost.lines += pieces(kLineBytes);
    counted = run.last;
  }
}

}  // namespace

GlobalCost global_cost(uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses) {
  WL_ASSERT(mask != 0, "an access has an active lane");
  WL_ASSERT(bytes_per_lane >= 1 && bytes_per_lane <= 16, "a lane accesses 1 to 16 bytes");
  GlobalCost cost;
  cost.bytes_requested = uint64_t{bytes_per_lane} * static_cast<uint32_t>(std::popcount(mask));
  if (mask == ~0u && even_cost(bytes_per_lane, addresses, cost)) return cost;
  std::array<ByteRun, kWarpSize> runs;
  const uint32_t count = ordered_runs(bytes_per_lane, mask, addresses, runs);
  sweep(runs, count, cost);
  return cost;
}

std::vector<SectorUse> sector_uses(uint32_t bytes_per_lane, uint32_t mask,
                                   const Addresses& addresses) {
  std::vector<SectorUse> uses;
  const auto use_of = [&](uint64_t sector) -> SectorUse& {
    const auto at = std::lower_bound(uses.begin(), uses.end(), sector,
                                     [](const SectorUse& a, uint64_t b) { return a.sector < b; });
    if (at != uses.end() && at->sector == sector) return *at;
    return *uses.insert(at, SectorUse{sector, 0, 0});
  };
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint64_t length = last_byte(addresses[lane], bytes_per_lane) - addresses[lane] + 1;
    for (uint64_t i = 0; i < length; ++i) {
      const uint64_t byte = addresses[lane] + i;
      SectorUse& use = use_of(byte / kSectorBytes);
      use.lanes |= 1u << lane;
      use.bytes_mask |= 1u << (byte % kSectorBytes);
    }
  }
  return uses;
}

}  // namespace warplens::model
