// Loads, stores and atomics of one lane.
#include <algorithm>
#include <cstring>
#include <optional>

#include "lane_machine.hpp"
#include "lane_registers.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/arithmetic.hpp"

namespace warplens::oracle {

using base::Space;
using code::Instr;
using code::Op;
using trace::Operation;
using namespace machine;  // the functions that the opcodes' expressions name

namespace {

struct InShared {
  static constexpr bool is_pointer = false;
  static constexpr uint64_t base = code::kSharedPointerBase;
};
struct InLocal {
  static constexpr bool is_pointer = false;
  static constexpr uint64_t base = code::kLocalPointerBase;
};
struct InGeneric {
  static constexpr bool is_pointer = true;
  static constexpr uint64_t base = 0;
};

// The pointer that an instruction's address register and offset make, whatever the space.
template <class Space>
uint64_t pointer_of(const std::vector<uint32_t>& registers, const Instr& instr) {
  if constexpr (Space::is_pointer)
    return get<uint64_t>(registers, instr.a) + static_cast<uint64_t>(int64_t{instr.imm});
  return Space::base + static_cast<uint32_t>(registers[instr.a] + static_cast<uint32_t>(instr.imm));
}

template <class T>
void widen(std::vector<uint32_t>& registers, uint32_t slot, T value) {
  if constexpr (sizeof(T) == 8) {
    set<T>(registers, slot, value);
  } else if constexpr (std::is_signed_v<T>) {
    set<int32_t>(registers, slot, value);
  } else {
    set<uint32_t>(registers, slot, value);
  }
}

}  // namespace

std::byte* LaneMachine::locate(Lane& lane, uint64_t pointer, uint32_t bytes, uint32_t local_array) {
  const uint64_t offset = code::offset_of(pointer);
  switch (code::space_of(pointer)) {
    case base::Space::kGlobal: {
      const std::optional<machine::GlobalMemory::Range> range = memory_.range_at(pointer, bytes);
      if (!range) return nullptr;
      const auto page = memory_.array(range->array).bytes.view_to_write(range->offset);
      return page.bytes + (range->offset - page.begin);
    }
    case base::Space::kRegisters:
    case base::Space::kHost:
      return nullptr;
    case base::Space::kConstant:
      return nullptr;  // what a load reads there: see read_constant
    case base::Space::kShared:
      for (const code::SharedArray& array : program_.shared) {
        const uint64_t end =
            array.is_dynamic ? context_.shared_bytes : uint64_t{array.offset} + array.bytes;
        if (offset >= array.offset && offset < end && offset + bytes <= context_.shared_bytes)
          return shared_.data() + offset;
      }
      return nullptr;
    case base::Space::kLocal: {
      code::LocalArray array = program_.local_arrays[local_array];
      if (local_array == 0) array.end = static_cast<uint32_t>(lane.local.size());
      if (offset < array.begin || offset + bytes > array.end) return nullptr;
      return lane.local.data() + offset;
    }
  }
  return nullptr;
}

void LaneMachine::note(uint32_t warp, uint32_t index, const Instr& instr, Operation operation,
                       uint64_t pointer, uint32_t bytes, bool is_inside) {
  const base::Space where = code::space_of(pointer);
  if (where == base::Space::kLocal) return;
  const trace::Space space = where == base::Space::kShared     ? trace::Space::kShared
                             : where == base::Space::kConstant ? trace::Space::kConstant
                                                               : trace::Space::kGlobal;
  auto access = std::find_if(pending_.begin(), pending_.end(),
                             [&](const SeenAccess& a) { return a.space == space; });
  if (access == pending_.end()) {
    SeenAccess made;
    made.block = block_;
    made.warp = warp;
    made.site = program_.sites_of[static_cast<size_t>(&instr - program_.instrs.data())];
    made.space = space;
    made.operation = operation;
    made.bytes = bytes;
    access = pending_.insert(pending_.end(), made);
  }
  access->mask |= 1u << index;
  if (!is_inside) access->out_of_bounds |= 1u << index;
  access->addresses[index] = code::offset_of(pointer);
}

// One byte of a lane's store. Of several lanes one stays: of the later group, and there the lowest.
void LaneMachine::put(std::byte* to, std::byte value, uint32_t lane, uint32_t bytes) {
  const uint32_t group_size = bytes > 8 ? 8 : bytes > 4 ? 16 : 32;
  const uint32_t group = lane / group_size, rank = group * 100 + (99 - lane % group_size);
  const auto [at, is_first] = ranks_.emplace(to, rank);
  if (!is_first && at->second > rank) return;
  at->second = rank;
  *to = value;
}

bool LaneMachine::execute_memory(uint32_t warp, uint32_t index, const Instr& instr) {
  Lane& lane = warps_[warp][index];
  std::vector<uint32_t>& r = lane.registers;
  const auto load = [&]<class Space, class T>(Space, T, uint32_t count) {
    if (!lane.is_active) return;
    const uint64_t pointer = pointer_of<Space>(r, instr);
    const uint32_t bytes = count * sizeof(T);
    const std::byte* from = locate(lane, pointer, bytes, Space::is_pointer ? 0 : instr.c);
    if (code::space_of(pointer) == base::Space::kConstant) {
      const uint64_t offset = code::offset_of(pointer);
      if (offset + bytes <= context_.constants.size()) from = context_.constants.data() + offset;
    }
    note(warp, index, instr, Operation::kLoad, pointer, bytes, from != nullptr);
    for (uint32_t i = 0; i < count; ++i) {
      T value{};
      if (from != nullptr) std::memcpy(&value, from + i * sizeof(T), sizeof(T));
      widen<T>(r, instr.dst + i * (sizeof(T) == 8 ? 2 : 1), value);
    }
  };
  const auto store = [&]<class Space, class T>(Space, T, uint32_t count) {
    if (!lane.is_active) return;
    const uint64_t pointer = pointer_of<Space>(r, instr);
    const uint32_t bytes = count * sizeof(T);
    std::byte* to = locate(lane, pointer, bytes, Space::is_pointer ? 0 : instr.c);
    note(warp, index, instr, Operation::kStore, pointer, bytes, to != nullptr);
    for (uint32_t i = 0; to != nullptr && i < count; ++i) {
      const T value = get<T>(r, instr.b + i * (sizeof(T) == 8 ? 2 : 1));
      std::byte parts[sizeof(T)];
      std::memcpy(parts, &value, sizeof(T));
      for (uint32_t k = 0; k < sizeof(T); ++k) put(to + i * sizeof(T) + k, parts[k], index, bytes);
    }
  };
  const auto atomic = [&]<class Space, class T, class Change>(Space, T, Change change) {
    if (!lane.is_active) return;
    const uint64_t pointer = pointer_of<Space>(r, instr);
    std::byte* at = locate(lane, pointer, sizeof(T), 0);
    note(warp, index, instr, Operation::kAtomic, pointer, sizeof(T), at != nullptr);
    T old{};
    if (at != nullptr) {
      std::memcpy(&old, at, sizeof(T));
      const T next = change(old, get<T>(r, instr.b), get<T>(r, instr.c));
      std::memcpy(at, &next, sizeof(T));
    }
    set<T>(r, instr.dst, old);
  };
  switch (instr.op) {
#define WARPLENS_LOAD(name, Space, T) \
  case Op::k##name:                   \
    load(In##Space{}, T{}, 1);        \
    return true;
    WARPLENS_LOAD_OPS(WARPLENS_LOAD)
#undef WARPLENS_LOAD
#define WARPLENS_LOAD_VEC(name, Space, T) \
  case Op::k##name:                       \
    load(In##Space{}, T{}, instr.b);      \
    return true;
    WARPLENS_LOAD_VEC_OPS(WARPLENS_LOAD_VEC)
#undef WARPLENS_LOAD_VEC
#define WARPLENS_STORE(name, Space, T) \
  case Op::k##name:                    \
    store(In##Space{}, T{}, 1);        \
    return true;
    WARPLENS_STORE_OPS(WARPLENS_STORE)
#undef WARPLENS_STORE
#define WARPLENS_STORE_VEC(name, Space, T) \
  case Op::k##name:                        \
    store(In##Space{}, T{}, instr.dst);    \
    return true;
    WARPLENS_STORE_VEC_OPS(WARPLENS_STORE_VEC)
#undef WARPLENS_STORE_VEC
#define WARPLENS_ATOMIC(name, Space, T, operands, expression)                          \
  case Op::k##name:                                                                    \
    atomic(In##Space{}, T{},                                                           \
           []([[maybe_unused]] T x, [[maybe_unused]] T y, [[maybe_unused]] T z) -> T { \
             return expression;                                                        \
           });                                                                         \
    return true;
    WARPLENS_ATOMIC_OPS(WARPLENS_ATOMIC)
#undef WARPLENS_ATOMIC
    case Op::kClearLocal: {
      const uint32_t bytes = instr.a + (uint32_t{instr.b} << 16);
      if (lane.is_active) std::memset(lane.local.data() + instr.imm, 0, bytes);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace warplens::oracle
