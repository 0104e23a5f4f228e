// Loads look for the chunk's own bytes first, then at the grid's pages. An access that reaches over
// the end of a unit of 64 bytes is moved byte by byte.
#include "sim/machine/chunk_memory.hpp"

#include <bit>
#include <cstring>

#include "sim/machine/lanes.hpp"

namespace warplens::machine {

namespace {

// Of a unit: the bytes from an address on, and the words that hold them.
uint64_t byte_bits(uint64_t address, uint32_t bytes) {
  return ((uint64_t{1} << bytes) - 1) << (address % kUnitBytes);
}

uint16_t word_bits(uint64_t address, uint32_t bytes) {
  const auto first = static_cast<uint32_t>(address % kUnitBytes / 4);
  const auto last = static_cast<uint32_t>((address % kUnitBytes + bytes - 1) / 4);
  return static_cast<uint16_t>(((1u << (last - first + 1)) - 1) << first);
}

bool is_in_one_unit(uint64_t address, uint32_t bytes) {
  return address % kUnitBytes + bytes <= kUnitBytes;
}

}  // namespace

void ChunkMemory::begin(const std::vector<ArrayUse>& uses, uint64_t most_bytes) {
  uses_ = uses;
  reads_whole_.assign(uses.size(), false);
  most_bytes_ = most_bytes;
  stores_.empty(most_bytes / sizeof(Stores));
  reads_.empty(most_bytes / 4 / sizeof(Reads));
  if (atomics_.capacity() * sizeof(LoggedAtomic) > most_bytes) atomics_ = {};
  atomics_.clear();
  is_given_up_ = is_too_large_ = false;
  array_bytes_ = 0;
  latest_reads_ = nullptr;
  latest_stores_ = nullptr;
}

uint64_t ChunkMemory::bytes() const {
  return reads_.size() * sizeof(Reads) + stores_.size() * sizeof(Stores) +
         atomics_.size() * sizeof(LoggedAtomic);
}

bool ChunkMemory::has_room(uint64_t more) {
  if (!is_given_up_ && bytes() + more <= most_bytes_) return true;
  is_too_large_ = is_too_large_ || !is_given_up_;
  is_given_up_ = true;
  return false;
}

ChunkMemory::Reads& ChunkMemory::reads_at(uint64_t address) {
  const uint64_t key = address >> kRegionShift;
  if (latest_reads_ != nullptr && reads_key_ == key) return *latest_reads_;
  Reads* found = reads_.find(address);
  if (found == nullptr) {
    if (!has_room(sizeof(Reads))) return lost_reads_;
    found = &reads_.enter(address);
  }
  reads_key_ = key;
  latest_reads_ = found;
  return *found;
}

ChunkMemory::Stores& ChunkMemory::stores_at(uint64_t address) {
  const uint64_t key = address >> kRegionShift;
  if (latest_stores_ != nullptr && stores_key_ == key) return *latest_stores_;
  Stores* found = stores_.find(address);
  if (found == nullptr) {
    if (!has_room(sizeof(Stores))) return lost_stores_;
    found = &stores_.enter(address);
  }
  stores_key_ = key;
  latest_stores_ = found;
  return *found;
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

void ChunkMemory::note_read(uint64_t address, uint32_t bytes) {
  if (uses_[array_] == ArrayUse::kLoaded) {
    reads_whole_[array_] = true;
    return;
  }
  reads_at(address).words[unit_of(address)] |= word_bits(address, bytes);
}

bool ChunkMemory::loads_from_grid(uint32_t array,
                                  const std::array<uint64_t, trace::kWarpSize>& addresses,
                                  uint32_t mask, uint32_t bytes) {
  if (uses_[array] == ArrayUse::kOwn) return false;
  if (uses_[array] == ArrayUse::kLoaded) {
    reads_whole_[array] = true;
    return true;
  }
  // Neighbouring lanes mostly meet in one unit.
  uint64_t unit = ~uint64_t{0};
  uint16_t* words = nullptr;
  const uint64_t begin = memory_->address_of(array),
                 end = begin + memory_->array(array).bytes.size();
  for_each_lane(mask, [&](uint32_t lane) {
    const uint64_t address = addresses[lane];
    if (address < begin || address >= end) return;  // not served from here
    if (!is_in_one_unit(address, bytes)) {
      for (uint64_t at = address; at < address + bytes; ++at)
        reads_at(at).words[unit_of(at)] |= word_bits(at, 1);
      return;
    }
    if (address >> kUnitShift != unit) {
      unit = address >> kUnitShift;
      words = &reads_at(address).words[unit_of(address)];
    }
    *words |= word_bits(address, bytes);
  });
  return true;
}

const std::byte* ChunkMemory::read(uint64_t address, uint32_t bytes, std::byte* buffer) {
  if (bytes > 1 && !is_in_one_unit(address, bytes)) {
    if (grid_bytes(address, bytes) == nullptr) return nullptr;
    for (uint32_t i = 0; i < bytes; ++i) {
      std::byte one{};
      buffer[i] = *read(address + i, 1, &one);
    }
    return buffer;
  }
  const std::byte* grids = grid_bytes(address, bytes);
  if (grids == nullptr) return nullptr;
  const uint64_t key = address >> kRegionShift;
  const Stores* own =
      latest_stores_ != nullptr && stores_key_ == key ? latest_stores_ : stores_.find(address);
  if (own == nullptr) {
    note_read(address, bytes);
    return grids;
  }
  const uint32_t unit = unit_of(address);
  const uint64_t wanted = byte_bits(address, bytes), dirty = own->dirty[unit] & wanted;
  if ((own->logged[unit] & word_bits(address, bytes)) != 0) give_up();
  const std::byte* const owns = own->bytes.data() + address % kRegionBytes;
  if (dirty == wanted) return owns;
  note_read(address, bytes);
  if (dirty == 0) return grids;
  for (uint32_t i = 0; i < bytes; ++i)
    buffer[i] = (own->dirty[unit] >> ((address + i) % kUnitBytes) & 1) != 0 ? owns[i] : grids[i];
  return buffer;
}

std::byte* ChunkMemory::place_to_store(uint64_t address, uint32_t bytes, std::byte* buffer) {
  if (grid_bytes(address, bytes) == nullptr) return nullptr;
  uses_[array_] = ArrayUse::kOwn;
  if (!is_in_one_unit(address, bytes)) return buffer;
  Stores& own = stores_at(address);
  const uint32_t unit = unit_of(address);
  if ((own.logged[unit] & word_bits(address, bytes)) != 0) give_up();
  own.dirty[unit] |= byte_bits(address, bytes);
  return own.bytes.data() + address % kRegionBytes;
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

bool ChunkMemory::log(uint64_t address, uint32_t bytes, ApplyAtomic apply, uint64_t operand,
                      uint64_t second) {
  if (grid_bytes(address, bytes) == nullptr) return false;
  uses_[array_] = ArrayUse::kOwn;
  if (!is_in_one_unit(address, bytes)) {
    give_up();
    return true;
  }
  Stores& own = stores_at(address);
  const uint32_t unit = unit_of(address);
  const uint64_t wanted = byte_bits(address, bytes), dirty = own.dirty[unit] & wanted;
  if (dirty == wanted) {  // nobody else's
    apply(own.bytes.data() + address % kRegionBytes, operand, second);
    return true;
  }
  if (dirty != 0) give_up();
  if (!has_room(sizeof(LoggedAtomic))) return true;
  own.logged[unit] |= word_bits(address, bytes);
  atomics_.push_back({address, operand, second, apply, bytes});
  return true;
}

}  // namespace warplens::machine
