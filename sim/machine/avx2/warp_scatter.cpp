// Plain accesses of global memory lane by lane: lanes in several pages or arrays, or of blocks that
// keep their stores apart. All lanes are found before anything is done.
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "sim/machine/access_values.hpp"
#include "sim/machine/avx2/warp_access.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/trace/event.hpp"

namespace warplens::machine {

namespace {

struct Lanes32 {
  std::array<uint64_t, kWarpSize> addresses;
  std::array<std::byte*, kWarpSize> bytes;
};

// One array after the other: mostly all lanes are in one.
class ArrayOfLane {
 public:
  explicit ArrayOfLane(GlobalMemory& memory) : memory_(memory) {}

  // False where so many bytes are in no array.
  bool reach(uint64_t address, uint32_t bytes) {
    offset_ = address - begin_;
    if (offset_ < size_ && size_ - offset_ >= bytes) return true;
    const std::optional<uint32_t> array = memory_.array_at(address);
    if (!array) return false;
    array_ = *array;
    held_ = &memory_.array(array_).bytes;
    begin_ = GlobalMemory::address_of(array_);
    size_ = held_->size();
    offset_ = address - begin_;
    return offset_ < size_ && size_ - offset_ >= bytes;
  }
  uint32_t array() const { return array_; }
  const std::byte* bytes() const {
    const base::PagedBytes::View view = std::as_const(*held_).view(offset_);
    return view.bytes + (offset_ - view.begin);
  }
  // Null where the page is not the array's own: there may be no room for it.
  std::byte* own_bytes() const {
    if (!held_->is_own_page(offset_)) return nullptr;
    const base::PagedBytes::MutableView view = held_->view_to_write(offset_);
    return view.bytes + (offset_ - view.begin);
  }

 private:
  GlobalMemory& memory_;
  base::PagedBytes* held_ = nullptr;
  uint32_t array_ = 0;
  uint64_t begin_ = 0, size_ = 0, offset_ = 0;
};

// Aligned accesses alone, which are in one page and one unit of a chunk. Those of arrays that
// blocks store to have no bytes: the chunk finds them.
bool find_lanes(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, bool is_written,
                Lanes32& lanes) {
  const auto pointers = lanes_of<uint64_t>(warp.registers, instr.a);
  ChunkMemory* const chunk = warp.run->chunk;
  ArrayOfLane at(warp.run->memory);
  for (uint32_t mask = warp.mask; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
    const uint64_t address = pointers[lane] + static_cast<uint64_t>(int64_t{instr.imm});
    if (address % bytes != 0 || !at.reach(address, bytes)) return false;
    lanes.addresses[lane] = address;
    if (chunk != nullptr && (is_written || !chunk->loads_whole(at.array()))) {
      lanes.bytes[lane] = nullptr;
      continue;
    }
    lanes.bytes[lane] = is_written ? at.own_bytes() : const_cast<std::byte*>(at.bytes());
    if (lanes.bytes[lane] == nullptr) return false;
  }
  return true;
}

template <class T>
bool load_scattered(NativeWarp& warp, const code::Instr& instr, uint32_t count) {
  const auto bytes = static_cast<uint32_t>(sizeof(T)) * count;
  Lanes32 lanes;
  if (!find_lanes(warp, instr, bytes, false, lanes)) return false;
  std::array<std::byte, kMostAccessBytes> mixed;
  for_each_lane(warp.mask, [&](uint32_t lane) {
    const std::byte* from = lanes.bytes[lane];
    if (from == nullptr) from = warp.run->chunk->read(lanes.addresses[lane], bytes, mixed.data());
    for (uint32_t k = 0; k < count; ++k)
      value_lanes<T>(warp.registers, instr.dst, k).set(lane, bytes_to<T>(from + k * sizeof(T)));
  });
  return true;
}

template <class T>
bool store_scattered(NativeWarp& warp, const code::Instr& instr, uint32_t count) {
  const auto bytes = static_cast<uint32_t>(sizeof(T)) * count;
  Lanes32 lanes;
  if (!find_lanes(warp, instr, bytes, true, lanes)) return false;
  ChunkMemory* const chunk = warp.run->chunk;
  const uint32_t changes = chunk == nullptr ? 0 : chunk->changes_of_use();
  trace::for_each_storing_lane(warp.mask, bytes, [&](uint32_t lane) {
    std::byte* const to = chunk == nullptr
                              ? lanes.bytes[lane]
                              : chunk->place_to_store(lanes.addresses[lane], bytes, nullptr);
    values_to<T>(warp.registers, to, instr.b, lane, count);
  });
  if (chunk != nullptr && chunk->changes_of_use() != changes) forget_pages(warp);
  return true;
}

}  // namespace

// One of each width: the values are bits.
bool load_scattered(NativeWarp& warp, const code::Instr& instr, const ScatteredValue& value) {
  switch (value.bytes) {
    case 1:
      return value.is_signed ? load_scattered<int8_t>(warp, instr, value.count)
                             : load_scattered<uint8_t>(warp, instr, value.count);
    case 2:
      return value.is_signed ? load_scattered<int16_t>(warp, instr, value.count)
                             : load_scattered<uint16_t>(warp, instr, value.count);
    case 4:
      return load_scattered<uint32_t>(warp, instr, value.count);
    default:
      return load_scattered<uint64_t>(warp, instr, value.count);
  }
}

bool store_scattered(NativeWarp& warp, const code::Instr& instr, const ScatteredValue& value) {
  switch (value.bytes) {
    case 1:
      return store_scattered<uint8_t>(warp, instr, value.count);
    case 2:
      return store_scattered<uint16_t>(warp, instr, value.count);
    case 4:
      return store_scattered<uint32_t>(warp, instr, value.count);
    default:
      return store_scattered<uint64_t>(warp, instr, value.count);
  }
}

}  // namespace warplens::machine
