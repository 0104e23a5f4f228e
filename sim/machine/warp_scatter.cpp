// Plain accesses of global memory lane by lane: lanes in several pages or arrays, or of blocks that
// keep their stores apart. All lanes are found before anything is done.
#include <array>
#include <bit>
#include <cstring>

#include "sim/machine/access_values.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/warp_access.hpp"
#include "sim/trace/event.hpp"

namespace warplens::machine {

namespace {

struct Lanes32 {
  std::array<uint64_t, kWarpSize> addresses;
  std::array<std::byte*, kWarpSize> bytes;
};

// Aligned accesses alone, which are in one page and one unit of a chunk.
bool find_lanes(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, bool is_written,
                Lanes32& lanes) {
  const auto pointers = lanes_of<uint64_t>(warp.registers, instr.a);
  const bool is_apart = warp.run->chunk != nullptr;  // the chunk finds the bytes itself
  Page page;
  std::byte* bytes_of_page = nullptr;
  for (uint32_t mask = warp.mask; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
    const uint64_t address = pointers[lane] + static_cast<uint64_t>(int64_t{instr.imm});
    if (address % bytes != 0) return false;
    if (address - page.start >= page.size) {
      if (!find_page(warp, address, page)) return false;
      bytes_of_page =
          is_written && !is_apart ? own_bytes(warp, page) : const_cast<std::byte*>(page.bytes);
      if (bytes_of_page == nullptr) return false;
    }
    if (page.size - (address - page.start) < bytes) return false;
    lanes.addresses[lane] = address;
    lanes.bytes[lane] = bytes_of_page + (address - page.start);
  }
  return true;
}

template <class T>
bool load_scattered(NativeWarp& warp, const code::Instr& instr, uint32_t count) {
  const auto bytes = static_cast<uint32_t>(sizeof(T)) * count;
  Lanes32 lanes;
  if (!find_lanes(warp, instr, bytes, false, lanes)) return false;
  ChunkMemory* const chunk = warp.run->chunk;
  std::array<std::byte, 16> mixed;
  for_each_lane(warp.mask, [&](uint32_t lane) {
    const std::byte* const from = chunk == nullptr
                                      ? lanes.bytes[lane]
                                      : chunk->read(lanes.addresses[lane], bytes, mixed.data());
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
