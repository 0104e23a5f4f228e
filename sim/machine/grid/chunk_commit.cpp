// By regions: a chunk's reads are held against the words written, its dirty bytes are copied in
// runs.
#include "sim/machine/grid/chunk.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

namespace {

constexpr uint64_t kMostTables = 1 << 16;  // regions whose room is kept: 4 MiB

// A bit for each word of which a byte is dirty.
uint16_t dirty_words(uint64_t dirty) {
  if (dirty == ~uint64_t{0}) return 0xffff;
  uint16_t words = 0;
  for (uint32_t word = 0; word < 16; ++word)
    words |= static_cast<uint16_t>(((dirty >> (4 * word) & 0xf) != 0 ? 1 : 0) << word);
  return words;
}

GlobalMemory::Range range_of(const GlobalMemory& memory, uint64_t address) {
  const std::optional<GlobalMemory::Range> range = memory.range_at(address, 1);
  WL_ASSERT(range.has_value(), "what was stored is in an array");
  return *range;
}

// The bytes of a unit that are dirty, run by run.
void copy_unit(uint64_t dirty, const std::byte* from, std::byte* to) {
  if (dirty == ~uint64_t{0}) {
    std::memcpy(to, from, kUnitBytes);
    return;
  }
  while (dirty != 0) {
    const auto begin = static_cast<uint32_t>(std::countr_zero(dirty));
    const auto bytes = static_cast<uint32_t>(std::countr_one(dirty >> begin));
    std::memcpy(to + begin, from + begin, bytes);
    if (begin + bytes == kUnitBytes) return;
    dirty &= ~uint64_t{0} << (begin + bytes);
  }
}

}  // namespace

void WrittenWords::begin(const std::vector<bool>& read) {
  is_written_.assign(memory_.array_count(), false);
  table_.empty(kMostTables);
  is_read_ = read;
}

void WrittenWords::add(const ChunkMemory& chunk) {
  for (uint32_t array = 0; array < memory_.array_count(); ++array) {
    if (chunk.stores_to(array)) is_written_[array] = true;
  }
  for (size_t i = 0; i < chunk.stores().size(); ++i) {
    const std::optional<uint32_t> array = memory_.array_at(chunk.stores().address(i));
    if (!array || !is_read_[*array]) continue;
    const ChunkMemory::Stores& stores = chunk.stores().region(i);
    Words& to = table_.enter(chunk.stores().address(i));
    for (uint32_t unit = 0; unit < kRegionUnits; ++unit)
      to.words[unit] |=
          static_cast<uint16_t>(dirty_words(stores.dirty[unit]) | stores.logged[unit]);
  }
}

void WrittenWords::access(const trace::WarpAccess& access) {
  if (access.space != trace::Space::kGlobal || access.operation == trace::Operation::kLoad) return;
  for_each_lane(access.mask & ~access.out_of_bounds, [&](uint32_t lane) {
    const uint64_t begin = (*access.addresses)[lane];
    const std::optional<uint32_t> array = memory_.array_at(begin);
    if (!array) return;
    is_written_[*array] = true;
    if (!is_read_[*array]) return;
    for (uint64_t at = begin / 4 * 4; at < begin + access.bytes; at += 4)
      table_.enter(at).words[unit_of(at)] |= static_cast<uint16_t>(1u << (at % kUnitBytes / 4));
  });
}

std::optional<uint32_t> WrittenWords::first_store(const ChunkMemory& chunk) const {
  for (uint32_t array = 0; array < memory_.array_count(); ++array) {
    if (is_written_[array] && chunk.reads_whole(array)) return array;
  }
  return std::nullopt;
}

std::optional<uint32_t> WrittenWords::collision(const ChunkMemory& chunk) const {
  for (size_t i = 0; i < chunk.reads().size(); ++i) {
    const Words* written = table_.find(chunk.reads().address(i));
    if (written == nullptr) continue;
    uint32_t both = 0;
    for (uint32_t unit = 0; unit < kRegionUnits; ++unit)
      both |= written->words[unit] & chunk.reads().region(i).words[unit];
    if (both != 0) return memory_.array_at(chunk.reads().address(i));
  }
  return std::nullopt;
}

bool has_room_for(const ChunkMemory& chunk, const GlobalMemory& memory) {
  if (memory.budget() == nullptr) return true;
  std::set<std::pair<uint32_t, uint64_t>> pages;  // that copies share: array, where it begins
  uint64_t bytes = 0;
  for (size_t i = 0; i < chunk.stores().size(); ++i) {
    const GlobalMemory::Range at = range_of(memory, chunk.stores().address(i));
    const base::PagedBytes& array = memory.array(at.array).bytes;
    if (array.is_own_page(at.offset)) continue;
    const base::PagedBytes::View page = array.view(at.offset);
    if (pages.insert({at.array, page.begin}).second) bytes += page.end - page.begin;
  }
  return memory.budget()->has_room_for(bytes);
}

void commit(const ChunkMemory& chunk, GlobalMemory& memory) {
  for (size_t i = 0; i < chunk.stores().size(); ++i) {
    const ChunkMemory::Stores& stores = chunk.stores().region(i);
    const GlobalMemory::Range at = range_of(memory, chunk.stores().address(i));
    const base::PagedBytes::MutableView page =
        memory.array(at.array).bytes.view_to_write(at.offset);
    std::byte* const to = page.bytes + (at.offset - page.begin);
    for (uint32_t unit = 0; unit < kRegionUnits; ++unit)
      copy_unit(stores.dirty[unit], stores.bytes.data() + unit * kUnitBytes,
                to + unit * kUnitBytes);
  }
  // Neighbours are mostly in one page.
  base::PagedBytes::MutableView page;
  uint64_t begin = 0;
  for (const ChunkMemory::LoggedAtomic& atomic : chunk.atomics()) {
    if (atomic.address - begin >= page.end - page.begin) {
      const GlobalMemory::Range at = range_of(memory, atomic.address);
      page = memory.array(at.array).bytes.view_to_write(at.offset);
      begin = atomic.address - (at.offset - page.begin);
    }
    atomic.apply(page.bytes + (atomic.address - begin), atomic.operand);
  }
}

}  // namespace warplens::machine
