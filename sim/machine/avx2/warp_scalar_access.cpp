// Loads of native code whose address and values are the same in all lanes.
#include <cstring>
#include <type_traits>

#include "sim/code/pointer.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/avx2/warp_access.hpp"
#include "sim/machine/chunk_memory.hpp"

namespace warplens::machine {

using code::Instr;
using code::Op;

namespace {

const std::byte* scalar_place(const NativeWarp& warp, const Instr& instr, uint64_t address,
                              uint32_t bytes) {
  if (code::space_of(address) == base::Space::kShared) {
    const uint64_t offset = address - code::kSharedPointerBase;
    const SharedLayout& layout = warp.run->layout;
    if (!layout.gaps.empty() || offset + bytes > layout.limit) return nullptr;
    note_shared(warp, instr, bytes);
    return warp.run->shared.data() + offset;
  }
  if (code::space_of(address) == base::Space::kConstant) {
    const std::vector<std::byte>& constants = warp.run->context.constants;
    const uint64_t offset = code::offset_of(address);
    return offset + bytes > constants.size() ? nullptr : constants.data() + offset;
  }
  Page page;
  if (!find_page(warp, address, page)) return nullptr;
  const uint64_t offset = address - page.start;
  if (page.size - offset < bytes) return nullptr;
  ChunkMemory* const chunk = warp.run->chunk;
  if (chunk != nullptr && !chunk->loads_whole(page.array)) return nullptr;
  note_page(warp, instr, bytes, page, page.bytes);
  return page.bytes + offset;
}

template <class T>
bool load_scalars(NativeWarp& warp, const Instr& instr, uint64_t address, uint32_t count) {
  const std::byte* const bytes =
      scalar_place(warp, instr, address, static_cast<uint32_t>(sizeof(T)) * count);
  if (bytes == nullptr) return false;
  for (uint32_t k = 0; k < count; ++k) {
    const Wide<T> value = bytes_to<T>(bytes + k * sizeof(T));
    warp.scalars[instr.dst + k * kSlots<T>] = static_cast<std::make_unsigned_t<Wide<T>>>(value);
  }
  return true;
}

uint64_t scalar_address(const NativeWarp& warp, const Instr& instr, bool is_shared) {
  const uint64_t number = static_cast<uint64_t>(int64_t{instr.imm});
  if (!is_shared) return warp.scalars[instr.a] + number;
  return code::kSharedPointerBase + static_cast<uint32_t>(warp.scalars[instr.a] + number);
}

}  // namespace

PlainAccess* plain_scalar_load_of(Op op) {
  switch (op) {
#define WARPLENS_LOAD(name, T, is_shared, count)                                          \
  case Op::k##name:                                                                       \
    return [](NativeWarp& warp, const Instr& instr) {                                     \
      return load_scalars<T>(warp, instr, scalar_address(warp, instr, is_shared), count); \
    };
#define WARPLENS_Shared(name, T, count) WARPLENS_LOAD(name, T, true, count)
#define WARPLENS_Generic(name, T, count) WARPLENS_LOAD(name, T, false, count)
#define WARPLENS_Local(name, T, count)
#define WARPLENS_ONE(name, Space, T) WARPLENS_##Space(name, T, 1)
#define WARPLENS_VEC(name, Space, T) WARPLENS_##Space(name, T, instr.b)
    WARPLENS_LOAD_OPS(WARPLENS_ONE)
    WARPLENS_LOAD_VEC_OPS(WARPLENS_VEC)
#undef WARPLENS_LOAD
#undef WARPLENS_Shared
#undef WARPLENS_Generic
#undef WARPLENS_Local
#undef WARPLENS_ONE
#undef WARPLENS_VEC
    default:
      return nullptr;
  }
}

}  // namespace warplens::machine
