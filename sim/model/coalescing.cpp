// Sectors and lines of a global access. Evenly spaced lanes are counted by formula; else the lanes
// are put in order of address and swept once. reference.cpp counts with sets;
// tests/bench/model_bench.cpp compares the speeds.
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

// All 32 lanes an equal distance apart, no lane across a sector's edge. False: count another way.
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
  // Steps of up to a sector leave no sector out; longer ones never meet in one. The same for lines.
  const auto pieces = [&](uint32_t size) {
    return stride <= size ? static_cast<uint32_t>(last / size - low / size + 1) : kWarpSize;
  };
  cost.sectors = pieces(kSectorBytes);
  cost.lines = pieces(kLineBytes);
  cost.bytes_used = stride >= bytes ? uint64_t{kWarpSize} * bytes : reach + bytes;
  return true;
}

// `low` ascending: one sweep that remembers the last byte, sector and line counted.
void sweep(uint32_t bytes, const uint64_t* low, uint32_t count, GlobalCost& cost) {
  uint64_t next_byte = 0, next_sector = 0, next_line = 0;  // the first not yet counted
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t last = last_byte(low[i], bytes);
    const uint64_t from = std::max(low[i], next_byte);
    if (i != 0 && (from > last || next_byte == 0))
      continue;  // all of it counted (0: the top was reached)
    cost.bytes_used += last - from + 1;
    const uint64_t sector = std::max(from / kSectorBytes, next_sector);
    const uint64_t line = std::max(from / kLineBytes, next_line);
    const uint64_t last_sector = last / kSectorBytes, last_line = last / kLineBytes;
    if (sector <= last_sector) cost.sectors += static_cast<uint32_t>(last_sector - sector + 1);
    if (line <= last_line) cost.lines += static_cast<uint32_t>(last_line - line + 1);
    next_byte = last + 1;
    next_sector = last_sector + 1;
    next_line = last_line + 1;
  }
}

// The active lanes' addresses, ascending and without neighbours that repeat; returns how many.
uint32_t ordered(uint32_t mask, const Addresses& addresses, Addresses& out) {
  uint32_t count = 0;
  bool is_ascending = true;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t address = addresses[static_cast<size_t>(std::countr_zero(rest))];
    if (count != 0 && address == out[count - 1]) continue;
    is_ascending = is_ascending && (count == 0 || address > out[count - 1]);
    out[count++] = address;
  }
  // A tile whose rows are read by several rows of threads repeats its addresses: 0..15, 0..15.
  while (!is_ascending && count % 2 == 0 &&
         std::equal(out.begin(), out.begin() + count / 2, out.begin() + count / 2)) {
    count /= 2;
    is_ascending = std::is_sorted(out.begin(), out.begin() + count);
  }
  if (!is_ascending) std::sort(out.begin(), out.begin() + count);
  return count;
}

}  // namespace

GlobalCost global_cost(uint32_t bytes_per_lane, uint32_t mask, const Addresses& addresses) {
  WL_ASSERT(mask != 0, "an access has an active lane");
  WL_ASSERT(bytes_per_lane >= 1 && bytes_per_lane <= 16, "a lane accesses 1 to 16 bytes");
  GlobalCost cost;
  cost.bytes_requested = uint64_t{bytes_per_lane} * static_cast<uint32_t>(std::popcount(mask));
  if (mask == ~0u && even_cost(bytes_per_lane, addresses, cost)) return cost;
  Addresses low;
  const uint32_t count = ordered(mask, addresses, low);
  sweep(bytes_per_lane, low.data(), count, cost);
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
