#include "sim/observe/streams/stream_keeper.hpp"

#include <algorithm>
#include <bit>

#include "sim/model/coalescing.hpp"

namespace warplens::observe {
namespace {

constexpr uint32_t kSectorsOfALine = model::kLineBytes / model::kSectorBytes;
// A lane of 16 bytes that is not aligned touches two lines.
constexpr size_t kMostLines = size_t{2} * trace::kWarpSize;

}  // namespace

StreamKeeper::StreamKeeper(const std::vector<ArrayInfo>& arrays) {
  for (const ArrayInfo& array : arrays)
    stream_.arrays.push_back({array.name, array.base, array.bytes});
}

void StreamKeeper::keep(const trace::WarpAccess& access) {
  const uint32_t mask = access.mask & ~access.out_of_bounds;
  if (access.space != trace::Space::kGlobal || mask == 0) return;
  if (stream_.lines.size() + kMostLines > model::kMostStreamLines) {
    ++stream_.left_out;
    return;
  }
  stream_.lane_bytes += uint64_t{access.bytes} * static_cast<uint32_t>(std::popcount(mask));
  const size_t first = stream_.lines.size();
  model::StreamLine line;
  line.block = block_;
  line.interval = interval_;
  line.site = static_cast<uint16_t>(access.site);
  line.warp = static_cast<uint16_t>(access.warp);
  line.op = access.operation;
  const auto touch = [&](uint64_t sector) {
    const uint64_t of = sector / kSectorsOfALine;
    const auto bit = static_cast<uint8_t>(1u << (sector % kSectorsOfALine));
    for (size_t i = stream_.lines.size(); i-- > first;) {  // neighbours mostly share a line
      if (stream_.lines[i].line != of) continue;
      stream_.lines[i].sectors |= bit;
      return;
    }
    line.line = of;
    line.sectors = bit;
    line.begins = stream_.lines.size() == first;
    stream_.lines.push_back(line);
  };
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint64_t address = access.addresses.of(static_cast<uint32_t>(std::countr_zero(rest)));
    const uint64_t last = (address + access.bytes - 1) / model::kSectorBytes;
    for (uint64_t sector = address / model::kSectorBytes; sector <= last; ++sector) touch(sector);
  }
}

}  // namespace warplens::observe
