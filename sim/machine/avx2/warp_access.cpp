// With AVX2, which native code has: neighbouring lanes that reach neighbouring places are moved
// together.
#include "sim/machine/avx2/warp_access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>

#include "sim/code/pointer.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/avx2/warp_parts.hpp"
#include "sim/machine/avx2/warp_rows.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/trace/event.hpp"

namespace warplens::machine {

using code::Instr;
using code::Op;

bool find_page(const NativeWarp& warp, uint64_t address, Page& page) {
  const GlobalMemory& memory = warp.run->memory;
  const std::optional<uint32_t> array = memory.array_at(address);
  if (!array) return false;
  page.array = *array;
  const base::PagedBytes& held = memory.array(page.array).bytes;
  const uint64_t begin = GlobalMemory::address_of(page.array);
  if (address - begin >= held.size()) return false;
  const base::PagedBytes::View view = held.view(address - begin);
  page.bytes = view.bytes;
  page.start = begin + view.begin;
  page.size = view.end - view.begin;
  return true;
}

void note_page(const NativeWarp& warp, const Instr& instr, uint32_t bytes, SitePage page) {
  if (page.size < bytes) return;
  const code::Program& program = *warp.run->context.program;
  page.last = page.size - bytes;
  warp.pages[program.sites_of[static_cast<size_t>(&instr - program.instrs.data())]] = page;
}

void note_page(const NativeWarp& warp, const Instr& instr, uint32_t bytes, const Page& page,
               const std::byte* at) {
  note_page(warp, instr, bytes,
            {.start = page.start,
             .size = static_cast<uint32_t>(page.size),
             .bytes = const_cast<std::byte*>(at)});
}

void note_shared(const NativeWarp& warp, const Instr& instr, uint32_t bytes) {
  note_page(warp, instr, bytes,
            {.start = code::kSharedPointerBase,
             .size = warp.run->layout.limit,
             .bytes = warp.run->shared.data()});
}

std::byte* own_bytes(const NativeWarp& warp, const Page& page) {
  base::PagedBytes& held = warp.run->memory.array(page.array).bytes;
  const uint64_t offset = page.start - GlobalMemory::address_of(page.array);
  return held.is_own_page(offset) ? held.view_to_write(offset).bytes : nullptr;
}

namespace {

WL_AVX2 bool find_global(const NativeWarp& warp, const Instr& instr, uint32_t bytes, Page& page,
                         Reach& reach) {
  if (!find_page(warp, first_address(warp, instr), page) ||
      !find_from(warp, instr, bytes, page.start, page.size, reach))
    return false;
  reach.bytes = page.bytes;
  reach.address = page.start;
  return true;
}

// ------------------------------------------------------------------------------------- the values

// How the lanes of a part reach: all one place, or places of so many bytes one after the other.
enum class Shape : uint8_t { kOne, kNeighbours, kAny };

WL_AVX2 Shape shape_of(__m256i offsets, uint32_t bytes) {
  const __m256i first = _mm256_broadcastd_epi32(_mm256_castsi256_si128(offsets));
  const __m256i steps = _mm256_mullo_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                           _mm256_set1_epi32(static_cast<int>(bytes)));
  const __m256i rest = _mm256_sub_epi32(offsets, first);
  if (_mm256_testz_si256(rest, rest) != 0) return Shape::kOne;
  return _mm256_movemask_epi8(_mm256_cmpeq_epi32(rest, steps)) == -1 ? Shape::kNeighbours
                                                                     : Shape::kAny;
}

// The lanes of part p of register `to` := the Ts that are `behind` so many bytes.
template <class T>
WL_AVX2 void gather_part(const Reach& reach, uint32_t p, uint32_t behind, bool is_alone,
                         uint32_t* to) {
  const __m256i offsets = load_part(reach.offsets, p);
  const std::byte* const bytes = reach.bytes + behind;
  const Shape shape = shape_of(offsets, sizeof(T));
  const uint32_t first = reach.offsets[kPart * p];
  if constexpr (sizeof(T) == 8) {
    if (shape == Shape::kNeighbours && is_alone) {
      std::memcpy(to + 2 * kPart * p, bytes + first, kPart * sizeof(T));
      return;
    }
    const auto* const base = reinterpret_cast<const long long*>(bytes);
    auto* const d = reinterpret_cast<__m256i*>(to + 2 * kPart * p);
    _mm256_storeu_si256(d, _mm256_i32gather_epi64(base, _mm256_castsi256_si128(offsets), 1));
    _mm256_storeu_si256(d + 1,
                        _mm256_i32gather_epi64(base, _mm256_extracti128_si256(offsets, 1), 1));
  } else if (shape == Shape::kOne) {
    const auto value = static_cast<uint32_t>(static_cast<Wide<T>>(bytes_to<T>(bytes + first)));
    store_part(to, p, _mm256_set1_epi32(static_cast<int>(value)));
  } else if constexpr (sizeof(T) == 4) {
    if (shape == Shape::kNeighbours && is_alone) {
      std::memcpy(to + kPart * p, bytes + first, kPart * sizeof(T));
      return;
    }
    const auto* const base = reinterpret_cast<const int*>(bytes);
    store_part(to, p, _mm256_i32gather_epi32(base, offsets, 1));
  } else {
    for (uint32_t lane = kPart * p; lane < kPart * (p + 1); ++lane) {
      const T value = bytes_to<T>(bytes + reach.offsets[lane]);
      to[lane] = static_cast<uint32_t>(static_cast<Wide<T>>(value));
    }
  }
}

// Whether all lanes move a row of vectors that warp_rows.hpp serves.
template <class T>
bool is_vector_row(const NativeWarp& warp, const Reach& reach, uint32_t count) {
  return sizeof(T) == 4 && (count == 2 || count == 4) && warp.mask == ~0u &&
         are_neighbours(reach, static_cast<uint32_t>(sizeof(T)) * count);
}

template <class T>
WL_AVX2 void gather(const NativeWarp& warp, const Reach& reach, uint16_t slot, uint32_t count) {
  if (is_vector_row<T>(warp, reach, count))
    return take_row_apart(reach.bytes + reach.offsets[0], count, slot_of(warp, slot));
  for (uint32_t k = 0; k < count; ++k) {
    uint32_t* const to = slot_of(warp, slot + k * kSlots<T>);
    const uint32_t behind = k * static_cast<uint32_t>(sizeof(T));
    for (uint32_t p = 0; p < kWarpSize / kPart; ++p)
      gather_part<T>(reach, p, behind, count == 1, to);
  }
}

// In the order in which lanes take effect.
template <class T>
void scatter(const NativeWarp& warp, const Reach& reach, std::byte* bytes, uint16_t slot,
             uint32_t count) {
  constexpr auto kBytes = static_cast<uint32_t>(sizeof(T));
  if (count == 1 && sizeof(T) >= 4 && warp.mask == ~0u && are_neighbours(reach, kBytes)) {
    std::memcpy(bytes + reach.offsets[0], slot_of(warp, slot), kWarpSize * sizeof(T));
    return;
  }
  if (is_vector_row<T>(warp, reach, count))
    return put_row_together(slot_of(warp, slot), count, bytes + reach.offsets[0]);
  trace::for_each_storing_lane(warp.mask, kBytes * count, [&](uint32_t lane) {
    values_to<T>(warp.registers, bytes + reach.offsets[lane], slot, lane, count);
  });
}

// ----------------------------------------------------------------------- blocks that run beside
// others

// [bytes] that a chunk moves at a time: from `begin` on a whole number of these is in each of its
// units.
uint32_t piece_from(uint64_t begin) {
  return begin % kUnitBytes == 0 ? kUnitBytes : kUnitBytes / 2;
}

// Whether 32 lanes reach places one after the other that begin at a word of the marks.
bool is_row(const NativeWarp& warp, const Reach& reach, uint32_t bytes) {
  return bytes >= 4 && warp.mask == ~0u &&
         (reach.address + reach.offsets[0]) % (kUnitBytes / 2) == 0 && are_neighbours(reach, bytes);
}

// Whether so many bytes from `begin` on are in there.
bool is_inside(const SitePage& at, uint64_t begin, uint32_t bytes) {
  return begin - at.start < at.size && at.size - (begin - at.start) >= bytes;
}

// Of an array that blocks store to: 32 neighbouring lanes.
bool load_row_apart(const NativeWarp& warp, const Instr& instr, const Reach& reach, uint32_t bytes,
                    std::byte* to) {
  if (!is_row(warp, reach, bytes)) return false;
  const uint64_t begin = reach.address + reach.offsets[0];
  const uint32_t all = kWarpSize * bytes;
  ChunkMemory& chunk = *warp.run->chunk;
  if (const SitePage at = chunk.region_to_load(begin); is_inside(at, begin, all)) {
    note_page(warp, instr, bytes, at);
    const uint64_t offset = begin - at.start;
    const std::byte* const stored = at.stored + offset / 8;
    const auto are_all = [&](uint8_t wanted) {
      return std::all_of(stored, stored + all / 8,
                         [&](std::byte bits) { return bits == std::byte{wanted}; });
    };
    if (are_all(0)) {
      std::memset(at.marks + offset / 32, 0xff, all / 32);
      std::memcpy(to, at.bytes + offset, all);
      return true;
    }
    if (are_all(0xff)) {
      std::memcpy(to, at.own + offset, all);
      return true;
    }
  }
  const uint32_t piece = piece_from(begin);
  std::byte mixed[kUnitBytes];
  for (uint32_t i = 0; i < all; i += piece)
    std::memcpy(to + i, chunk.read(begin + i, piece, mixed), piece);
  return true;
}

bool store_row_apart(NativeWarp& warp, const Instr& instr, const Reach& reach, uint32_t bytes,
                     const std::byte* from) {
  if (!is_row(warp, reach, bytes)) return false;
  const uint64_t begin = reach.address + reach.offsets[0];
  const uint32_t all = kWarpSize * bytes;
  ChunkMemory& chunk = *warp.run->chunk;
  const uint32_t changes = chunk.changes_of_use();
  const SitePage at = chunk.region_to_store(begin);
  if (chunk.changes_of_use() != changes) forget_pages(warp);
  if (is_inside(at, begin, all)) {
    note_page(warp, instr, bytes, at);
    std::memset(at.marks + (begin - at.start) / 8, 0xff, all / 8);
    std::memcpy(at.bytes + (begin - at.start), from, all);
    return true;
  }
  const uint32_t piece = piece_from(begin);
  for (uint32_t i = 0; i < all; i += piece)
    std::memcpy(chunk.place_to_store(begin + i, piece, nullptr), from + i, piece);
  if (chunk.changes_of_use() != changes) forget_pages(warp);
  return true;
}

}  // namespace

void forget_pages(NativeWarp& warp) {
  std::fill_n(warp.pages, warp.run->context.program->sites.size(), SitePage{});
}

namespace {

// ---------------------------------------------------------------------------------- the accesses

using VectorRow = std::array<std::byte, kWarpSize * 16>;

template <class T>
bool load_apart(const NativeWarp& warp, const Instr& instr, const Reach& reach, uint32_t count) {
  uint32_t* const to = slot_of(warp, instr.dst);
  if (count == 1)
    return load_row_apart(warp, instr, reach, sizeof(T), reinterpret_cast<std::byte*>(to));
  VectorRow row;
  if (!is_vector_row<T>(warp, reach, count) ||
      !load_row_apart(warp, instr, reach, sizeof(T) * count, row.data()))
    return false;
  take_row_apart(row.data(), count, to);
  return true;
}

template <class T>
bool store_apart(NativeWarp& warp, const Instr& instr, const Reach& reach, uint32_t count) {
  const uint32_t* const from = slot_of(warp, instr.b);
  if (count == 1)
    return store_row_apart(warp, instr, reach, sizeof(T), reinterpret_cast<const std::byte*>(from));
  if (!is_vector_row<T>(warp, reach, count)) return false;
  VectorRow row;
  put_row_together(from, count, row.data());
  return store_row_apart(warp, instr, reach, sizeof(T) * count, row.data());
}

// False: not in one page, or of an array that blocks store to and lanes that are no neighbours.
template <class T>
WL_AVX2 bool load_page(NativeWarp& warp, const Instr& instr, uint32_t count) {
  constexpr auto kBytes = static_cast<uint32_t>(sizeof(T));
  Page page;
  Reach reach;
  if (!find_global(warp, instr, kBytes * count, page, reach)) return false;
  ChunkMemory* const chunk = warp.run->chunk;
  if (chunk != nullptr && !chunk->loads_whole(page.array))
    return load_apart<T>(warp, instr, reach, count);
  gather<T>(warp, reach, instr.dst, count);
  note_page(warp, instr, kBytes * count, page, page.bytes);
  return true;
}

// False also where the page is not the array's own.
template <class T>
WL_AVX2 bool store_page(NativeWarp& warp, const Instr& instr, uint32_t count) {
  constexpr auto kBytes = static_cast<uint32_t>(sizeof(T));
  Page page;
  Reach reach;
  if (!find_global(warp, instr, kBytes * count, page, reach)) return false;
  if (warp.run->chunk != nullptr) return store_apart<T>(warp, instr, reach, count);
  std::byte* const bytes = own_bytes(warp, page);
  if (bytes == nullptr) return false;
  scatter<T>(warp, reach, bytes, instr.b, count);
  note_page(warp, instr, kBytes * count, page, bytes);
  return true;
}

template <class T>
bool load_global(NativeWarp& warp, const Instr& instr, uint32_t count) {
  return load_page<T>(warp, instr, count) ||
         load_scattered(warp, instr, {sizeof(T), count, std::is_signed_v<T>});
}

template <class T>
bool store_global(NativeWarp& warp, const Instr& instr, uint32_t count) {
  return store_page<T>(warp, instr, count) ||
         store_scattered(warp, instr, {sizeof(T), count, false});
}

base::Space space_of_first(const NativeWarp& warp, const Instr& instr) {
  return code::space_of(first_address(warp, instr));
}

// Through pointers to shared memory: the block's, or its chunk's blocks' one after the other.
bool find_shared_pointers(const NativeWarp& warp, const Instr& instr, uint32_t bytes,
                          Reach& reach) {
  const SharedLayout& layout = warp.run->layout;
  if (!layout.gaps.empty() ||
      !find_from(warp, instr, bytes, code::kSharedPointerBase, layout.limit, reach))
    return false;
  reach.bytes = warp.run->shared.data();
  note_shared(warp, instr, bytes);
  return true;
}

// Which words of the warp's frames the lanes of a part reach.
WL_AVX2 __m256i word_places(const Reach& reach, uint32_t p) {
  const __m256i lanes = _mm256_add_epi32(_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7),
                                         _mm256_set1_epi32(static_cast<int>(kPart * p)));
  const __m256i words = _mm256_srli_epi32(load_part(reach.offsets, p), 2);
  return _mm256_add_epi32(_mm256_slli_epi32(words, 5), lanes);
}

// Values that are aligned, so that each is in one word of a frame or in two whole ones.
template <class T>
WL_AVX2 void load_frames(const NativeWarp& warp, const Reach& reach, uint16_t slot,
                         uint32_t count) {
  const LocalMemory& local = warp.run->warp.local;
  if constexpr (sizeof(T) == 4) {
    const auto* const words = reinterpret_cast<const int*>(local.held().data());
    const bool is_row = are_neighbours(reach, 0);
    for (uint32_t k = 0; k < count; ++k) {
      uint32_t* const to = slot_of(warp, slot + k);
      const auto* const behind = words + k * kWarpSize;
      if (is_row) {
        std::memcpy(to, behind + reach.offsets[0] / 4 * kWarpSize, LocalMemory::kRowBytes);
        continue;
      }
      for (uint32_t p = 0; p < kWarpSize / kPart; ++p)
        store_part(to, p, _mm256_i32gather_epi32(behind, word_places(reach, p), 4));
    }
    return;
  }
  for (uint32_t k = 0; k < count; ++k) {
    const auto to = value_lanes<T>(warp.registers, slot, k);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      T value;
      local.read(lane, reach.offsets[lane] + k * static_cast<uint32_t>(sizeof(T)), &value,
                 sizeof value);
      to.set(lane, value);
    }
  }
}

template <class T>
WL_AVX2 void store_frames(const NativeWarp& warp, const Reach& reach, uint16_t slot,
                          uint32_t count) {
  LocalMemory& local = warp.run->warp.local;
  if constexpr (sizeof(T) == 4) {
    const bool is_row = warp.mask == ~0u && are_neighbours(reach, 0);
    for (uint32_t k = 0; k < count; ++k) {
      const uint32_t* const from = slot_of(warp, slot + k);
      std::byte* const behind = local.data() + k * LocalMemory::kRowBytes;
      if (is_row) {
        std::memcpy(behind + LocalMemory::place(0, reach.offsets[0]), from, LocalMemory::kRowBytes);
        continue;
      }
      for_each_lane(warp.mask, [&](uint32_t lane) {
        std::memcpy(behind + LocalMemory::place(lane, reach.offsets[lane]), from + lane, 4);
      });
    }
    return;
  }
  for_each_lane(warp.mask, [&](uint32_t lane) {
    std::array<std::byte, kMostAccessBytes> values;
    values_to<T>(warp.registers, values.data(), slot, lane, count);
    local.write(lane, reach.offsets[lane], values.data(), static_cast<uint32_t>(sizeof(T)) * count);
  });
}

// By the space that an opcode names. Shared memory and frames are the block's own, so that what is
// only read may be written through `bytes`.
template <class T>
struct Shared {
  static bool load(NativeWarp& warp, const Instr& instr, uint32_t count) {
    Reach reach;
    if (!find_shared(warp, instr, static_cast<uint32_t>(sizeof(T)) * count, reach)) return false;
    gather<T>(warp, reach, instr.dst, count);
    return true;
  }
  static bool store(NativeWarp& warp, const Instr& instr, uint32_t count) {
    Reach reach;
    if (!find_shared(warp, instr, static_cast<uint32_t>(sizeof(T)) * count, reach)) return false;
    scatter<T>(warp, reach, warp.run->shared.data(), instr.b, count);
    return true;
  }
};

template <class T>
struct Local {
  static bool load(NativeWarp& warp, const Instr& instr, uint32_t count) {
    Reach reach;
    if (!find_local(warp, instr, static_cast<uint32_t>(sizeof(T)) * count, reach)) return false;
    load_frames<T>(warp, reach, instr.dst, count);
    return true;
  }
  static bool store(NativeWarp& warp, const Instr& instr, uint32_t count) {
    Reach reach;
    if (!find_local(warp, instr, static_cast<uint32_t>(sizeof(T)) * count, reach)) return false;
    store_frames<T>(warp, reach, instr.b, count);
    return true;
  }
};

template <class T>
struct Generic {
  static bool load(NativeWarp& warp, const Instr& instr, uint32_t count) {
    const uint32_t bytes = static_cast<uint32_t>(sizeof(T)) * count;
    Reach reach;
    switch (space_of_first(warp, instr)) {
      case base::Space::kShared:
        if (!find_shared_pointers(warp, instr, bytes, reach)) return false;
        gather<T>(warp, reach, instr.dst, count);
        return true;
      case base::Space::kLocal:
        if (!find_local_pointers(warp, instr, bytes, reach)) return false;
        load_frames<T>(warp, reach, instr.dst, count);
        return true;
      default:
        return load_global<T>(warp, instr, count);
    }
  }
  static bool store(NativeWarp& warp, const Instr& instr, uint32_t count) {
    const uint32_t bytes = static_cast<uint32_t>(sizeof(T)) * count;
    Reach reach;
    switch (space_of_first(warp, instr)) {
      case base::Space::kShared:
        if (!find_shared_pointers(warp, instr, bytes, reach)) return false;
        scatter<T>(warp, reach, warp.run->shared.data(), instr.b, count);
        return true;
      case base::Space::kLocal:
        if (!find_local_pointers(warp, instr, bytes, reach)) return false;
        store_frames<T>(warp, reach, instr.b, count);
        return true;
      default:
        return store_global<T>(warp, instr, count);
    }
  }
};

}  // namespace

PlainAccess* plain_access_of(Op op) {
  switch (op) {
#define WARPLENS_LOAD(name, Space, T) \
  case Op::k##name:                   \
    return [](NativeWarp& warp, const Instr& instr) { return Space<T>::load(warp, instr, 1); };
#define WARPLENS_LOAD_VEC(name, Space, T) \
  case Op::k##name:                       \
    return                                \
        [](NativeWarp& warp, const Instr& instr) { return Space<T>::load(warp, instr, instr.b); };
#define WARPLENS_STORE(name, Space, T) \
  case Op::k##name:                    \
    return [](NativeWarp& warp, const Instr& instr) { return Space<T>::store(warp, instr, 1); };
#define WARPLENS_STORE_VEC(name, Space, T)            \
  case Op::k##name:                                   \
    return [](NativeWarp& warp, const Instr& instr) { \
      return Space<T>::store(warp, instr, instr.dst); \
    };
    WARPLENS_LOAD_OPS(WARPLENS_LOAD)
    WARPLENS_LOAD_VEC_OPS(WARPLENS_LOAD_VEC)
    WARPLENS_STORE_OPS(WARPLENS_STORE)
    WARPLENS_STORE_VEC_OPS(WARPLENS_STORE_VEC)
#undef WARPLENS_LOAD
#undef WARPLENS_LOAD_VEC
#undef WARPLENS_STORE
#undef WARPLENS_STORE_VEC
    default:
      return nullptr;
  }
}

}  // namespace warplens::machine
