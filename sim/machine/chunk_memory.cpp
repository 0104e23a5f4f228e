// What is not in the unit of 64 bytes that was reached last. Loads look for the chunk's own bytes
// first, then at the grid's pages. An access that reaches over the end of a unit is moved byte by
// byte.
#include "sim/machine/chunk_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "sim/machine/lanes.hpp"

namespace warplens::machine {

namespace {

// Of regions that the chunk has not stored to.
constexpr std::array<uint64_t, kRegionUnits> kNotDirty{};
constexpr uint16_t kNotLogged = 0;
constexpr uint32_t kWordBytes = 4;  // of the marks of loads and atomics

std::atomic<uint64_t> last_round{0};

uint32_t place_in_unit(uint64_t address) {
  return static_cast<uint32_t>(address % kUnitBytes);
}

bool is_in_one_unit(uint64_t address, uint32_t bytes) {
  return place_in_unit(address) + bytes <= kUnitBytes;
}

}  // namespace

void ChunkMemory::begin(const std::vector<ArrayUse>& uses, uint64_t most_bytes) {
  round_ = ++last_round;
  uses_ = uses;
  reads_whole_.assign(uses.size(), false);
  reads_words_.assign(uses.size(), false);
  most_bytes_ = most_bytes;
  bytes_ = 0;
  stores_.empty(most_bytes / sizeof(Stores));
  reads_.empty(most_bytes / 4 / sizeof(Reads));
  if (atomics_.capacity() * sizeof(LoggedAtomic) > most_bytes) atomics_ = {};
  atomics_.clear();
  is_given_up_ = is_too_large_ = false;
  array_bytes_ = 0;
  load_ = {};
  store_ = {};
}

bool ChunkMemory::take(uint64_t bytes) {
  if (is_given_up_) return false;
  bytes_ += bytes;
  if (bytes_ <= most_bytes_) return true;
  is_given_up_ = is_too_large_ = true;
  return false;
}

ChunkMemory::Reads& ChunkMemory::reads_at(uint64_t address) {
  if (is_given_up_) return lost_reads_;
  const size_t before = reads_.size();
  Reads& found = reads_.enter(address);
  if (reads_.size() > before) take(sizeof(Reads) + RegionTable<Reads>::kBytesToFind);
  return found;
}

ChunkMemory::Stores& ChunkMemory::stores_at(uint64_t address) {
  if (is_given_up_) return lost_stores_;
  const size_t before = stores_.size();
  Stores& found = stores_.enter(address);
  if (stores_.size() > before) {
    take(sizeof(Stores) + RegionTable<Stores>::kBytesToFind);
    load_.key = ~uint64_t{0};  // it may be of this region, without stores
    ++changes_of_use_;
  }
  return found;
}

const std::byte* ChunkMemory::grid_bytes(uint64_t address, uint32_t bytes) {
  uint64_t offset = address - array_begin_;
  if (offset >= array_bytes_ || array_bytes_ - offset < bytes) {
    const std::optional<GlobalMemory::Range> range = memory_->range_at(address, bytes);
    if (!range) return nullptr;
    array_ = range->array;
    array_begin_ = memory_->address_of(range->array);
    array_bytes_ = memory_->array(range->array).bytes.size();
    offset = range->offset;
  }
  const base::PagedBytes::View view = memory_->array(array_).bytes.view(offset);
  return view.bytes + (offset - view.begin);
}

// Of the array of the last access.
SitePage ChunkMemory::region_around(uint64_t address) const {
  const uint64_t start = std::max(address & ~(kRegionBytes - 1), array_begin_);
  const uint64_t end = (address | (kRegionBytes - 1)) + 1;
  return {.start = start,
          .size = static_cast<uint32_t>(std::min(end, array_begin_ + array_bytes_) - start)};
}

SitePage ChunkMemory::region_to_load(uint64_t address) {
  if (is_given_up_ || grid_bytes(address, 1) == nullptr) return {};
  SitePage found = region_around(address);
  // Arrays begin where regions do, so that one is in one page.
  found.bytes = const_cast<std::byte*>(grid_bytes(found.start, found.size));
  const Stores* const own = stores_.find(address);
  if (own != nullptr && own->has_logged) return {};
  reads_words_[array_] = true;
  found.marks = reinterpret_cast<std::byte*>(reads_at(address).words.data());
  found.stored =
      reinterpret_cast<const std::byte*>(own == nullptr ? kNotDirty.data() : own->dirty.data());
  found.own = own == nullptr ? nullptr : own->bytes.data();
  return found;
}

SitePage ChunkMemory::region_to_store(uint64_t address) {
  if (is_given_up_ || grid_bytes(address, 1) == nullptr) return {};
  make_own();
  Stores& own = stores_at(address);
  if (is_given_up_ || own.has_logged) return {};
  SitePage found = region_around(address);
  found.bytes = own.bytes.data();
  found.marks = reinterpret_cast<std::byte*>(own.dirty.data());
  return found;
}

// Of the array of the last access.
void ChunkMemory::make_own() {
  if (std::exchange(uses_[array_], ArrayUse::kOwn) != ArrayUse::kOwn) ++changes_of_use_;
}

uint32_t ChunkMemory::unit_bytes(uint64_t address) const {
  const uint64_t begin = address / kUnitBytes * kUnitBytes - array_begin_;
  return static_cast<uint32_t>(std::min(kUnitBytes, array_bytes_ - begin));
}

bool ChunkMemory::loads_from_grid(uint32_t array,
                                  const std::array<uint64_t, trace::kWarpSize>& addresses,
                                  uint32_t mask, uint32_t bytes) {
  if (uses_[array] == ArrayUse::kOwn) return false;
  if (uses_[array] == ArrayUse::kLoaded) {
    reads_whole_[array] = true;
    return true;
  }
  reads_words_[array] = true;
  // Neighbouring lanes mostly meet in one unit.
  uint64_t unit = ~uint64_t{0};
  uint16_t* words = nullptr;
  const uint64_t begin = memory_->address_of(array), size = memory_->array(array).bytes.size();
  for_each_lane(mask, [&](uint32_t lane) {
    const uint64_t address = addresses[lane];
    if (address - begin >= size) return;  // not served from here
    if (!is_in_one_unit(address, bytes)) {
      for (uint64_t at = address; at < address + bytes; ++at)
        words_at(at) |= word_bits(place_in_unit(at), 1);
      return;
    }
    if (address >> kUnitShift != unit) {
      unit = address >> kUnitShift;
      words = &words_at(address);
    }
    *words |= word_bits(place_in_unit(address), bytes);
  });
  return true;
}

const std::byte* ChunkMemory::read_anywhere(uint64_t address, uint32_t bytes, std::byte* buffer) {
  const std::byte* const grids = grid_bytes(address, bytes);
  if (grids == nullptr) return nullptr;
  if (!is_in_one_unit(address, bytes)) {
    for (uint32_t i = 0; i < bytes; ++i) {
      std::byte one{};
      buffer[i] = *read(address + i, 1, &one);
    }
    return buffer;
  }
  const uint32_t at = place_in_unit(address), unit = unit_of(address);
  load_ = {address >> kUnitShift, unit_bytes(address), grids - at, nullptr,
           kNotDirty.data(),      &kNotLogged,         nullptr};
  if (const Stores* own = stores_.find(address)) {
    load_.dirty = &own->dirty[unit];
    load_.logged = &own->logged[unit];
    load_.own = own->bytes.data() + unit * kUnitBytes;
  }
  const uint64_t wanted = byte_bits(at, bytes), dirty = *load_.dirty & wanted;
  if (dirty == wanted) return load_.own + at;
  if ((*load_.logged & word_bits(at, bytes)) != 0) give_up();
  if (uses_[array_] == ArrayUse::kLoaded) {
    reads_whole_[array_] = true;
    load_.words = lost_reads_.words.data();
  } else {
    reads_words_[array_] = true;
    load_.words = &words_at(address);
    *load_.words |= word_bits(at, bytes);
  }
  if (dirty == 0) return grids;
  for (uint32_t i = 0; i < bytes; ++i)
    buffer[i] = (dirty >> (at + i) & 1) != 0 ? load_.own[at + i] : grids[i];
  return buffer;
}

std::byte* ChunkMemory::place_anywhere(uint64_t address, uint32_t bytes, std::byte* buffer) {
  if (grid_bytes(address, bytes) == nullptr) return nullptr;
  make_own();
  if (!is_in_one_unit(address, bytes)) return buffer;
  Stores& own = stores_at(address);
  const uint32_t at = place_in_unit(address), unit = unit_of(address);
  store_ = {address >> kUnitShift, unit_bytes(address), &own.dirty[unit],
            &own.logged[unit],     &own.has_logged,     own.bytes.data() + unit * kUnitBytes};
  if ((*store_.logged & word_bits(at, bytes)) != 0) give_up();
  *store_.dirty |= byte_bits(at, bytes);
  return store_.own + at;
}

std::byte* ChunkMemory::place_to_change(uint64_t address, uint32_t bytes, std::byte* buffer) {
  std::array<std::byte, 16> mixed;
  const std::byte* found = read(address, bytes, mixed.data());
  if (found == nullptr) return nullptr;
  std::byte* place = place_to_store(address, bytes, buffer);
  if (place != found) std::memcpy(place, found, bytes);
  return place;
}

void ChunkMemory::write(uint64_t address, const std::byte* from, uint32_t bytes) {
  for (uint32_t i = 0; i < bytes; ++i) {
    std::byte unused{};
    if (std::byte* place = place_to_store(address + i, 1, &unused)) *place = from[i];
  }
}

// `words` has room for an index in each word that the atomic changes, all of which are logged.
bool ChunkMemory::joins_last(std::byte* words, const LoggedAtomic& atomic, uint32_t bytes) {
  uint32_t last = 0;
  std::memcpy(&last, words, sizeof last);
  for (uint32_t at = sizeof last; at < bytes; at += sizeof last)
    if (std::memcmp(words, words + at, sizeof last) != 0) return false;
  LoggedAtomic& before = atomics_[last];
  if (before.address != atomic.address || before.apply != atomic.apply) return false;
  before.apply(reinterpret_cast<std::byte*>(&before.operand), atomic.operand);
  return true;
}

bool ChunkMemory::log(uint64_t address, uint32_t bytes, ApplyAtomic apply, uint64_t operand,
                      bool is_associative) {
  const uint32_t at = place_in_unit(address);
  if (address >> kUnitShift != store_.key || at + bytes > store_.bytes) {
    if (grid_bytes(address, bytes) == nullptr) return false;
    make_own();
    if (!is_in_one_unit(address, bytes)) {
      give_up();
      return true;
    }
    Stores& own = stores_at(address);
    const uint32_t unit = unit_of(address);
    store_ = {address >> kUnitShift, unit_bytes(address), &own.dirty[unit],
              &own.logged[unit],     &own.has_logged,     own.bytes.data() + unit * kUnitBytes};
  }
  const uint64_t wanted = byte_bits(at, bytes), dirty = *store_.dirty & wanted;
  if (dirty == wanted) {  // nobody else's
    apply(store_.own + at, operand);
    return true;
  }
  if (dirty != 0) give_up();
  const LoggedAtomic atomic{address, operand, apply};
  const uint16_t words = word_bits(at, bytes);
  const bool is_again = (*store_.logged & words) == words;
  std::byte* const indices = store_.own + at / kWordBytes * kWordBytes;
  if (is_again && is_associative && joins_last(indices, atomic, bytes)) return true;
  if (!take(sizeof(LoggedAtomic))) return true;
  if (!std::exchange(*store_.has_logged, true)) ++changes_of_use_;
  *store_.logged |= words;
  const auto index = static_cast<uint32_t>(atomics_.size());
  for (uint32_t i = 0; i < bytes; i += kWordBytes) std::memcpy(indices + i, &index, sizeof index);
  atomics_.push_back(atomic);
  return true;
}

}  // namespace warplens::machine
