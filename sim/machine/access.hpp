// A warp's loads, stores and atomics: bounds, the bytes themselves, what the observer is told, and,
// where followed, where values came from.
//
// Each has a fast path (every lane, active or not, has an address inside one array) and a path lane
// by lane; both do the same. A lane out of bounds loads 0 and stores nothing. Frames of local
// memory are reached here too; of them the observer is told only what lies out of bounds.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "sim/code/pointer.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

using trace::Origin;
using trace::Space;
using LaneAddresses = std::array<uint64_t, kLanes>;

// What a loaded T becomes in a register.
template <class T>
using Wide = std::conditional_t<sizeof(T) == 8, uint64_t,
                                std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>;

template <class T>
T bytes_to(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <bool follow>
class MemoryUnit {
 public:
  MemoryUnit(WarpRun& run, uint32_t* registers) : run_(run), registers_(registers) {}

  // Whether the access through pointers at the warp's pc touches more than local memory.
  bool pointers_leave_local(const code::Instr& instr, uint32_t mask) {
    read_pointers(instr);
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      outside |= code::space_of(addresses_[lane]) != code::PointerSpace::kLocal;
    });
    return outside != 0;
  }

  template <class T>
  void load_shared(const code::Instr& instr, uint32_t site, uint32_t mask) {
    Wide<T>* d = lanes_of<Wide<T>>(registers_, instr.dst);
    if (read_shared_offsets<T>(instr)) {
      const std::byte* bytes = run_.shared.data();
      for (uint32_t lane = 0; lane < kLanes; ++lane) d[lane] = bytes_to<T>(bytes + offsets_[lane]);
      widen_offsets();
      tell<T>(trace::Operation::kLoad, Space::kShared, site, mask, 0, instr.dst);
    } else {
      widen_offsets();
      load_lanes<T>(Space::kShared, instr.dst, site, mask);
    }
  }

  template <class T>
  void store_shared(const code::Instr& instr, uint32_t site, uint32_t mask) {
    const bool inside = read_shared_offsets<T>(instr);
    widen_offsets();
    if (inside && mask == 0xffffffff) {
      std::byte* bytes = run_.shared.data();
      const Wide<T>* b = lanes_of<Wide<T>>(registers_, instr.b);
      for (uint32_t lane = 0; lane < kLanes; ++lane) {
        const T value = static_cast<T>(b[lane]);
        std::memcpy(bytes + offsets_[lane], &value, sizeof(T));
      }
      tell<T>(trace::Operation::kStore, Space::kShared, site, mask, 0, instr.b);
    } else {
      store_lanes<T>(Space::kShared, instr.b, site, mask);
    }
  }

  template <class T>
  void atomic_add_shared(const code::Instr& instr, uint32_t site, uint32_t mask) {
    read_shared_offsets<T>(instr);
    widen_offsets();
    atomic_lanes<T>(Space::kShared, instr, site, mask);
  }

  template <class T>
  void load_local(const code::Instr& instr, uint32_t mask) {
    read_local_offsets(instr);
    bounds_ = run_.context.program->local_arrays[instr.c];
    load_frame<T>(instr, mask);
  }

  template <class T>
  void store_local(const code::Instr& instr, uint32_t mask) {
    read_local_offsets(instr);
    bounds_ = run_.context.program->local_arrays[instr.c];
    store_frame<T>(instr, mask);
  }

  // `begin` and `bytes` come from the compiler and lie in the frame.
  void clear_local(uint32_t begin, uint32_t bytes, uint32_t mask) {
    bounds_ = run_.context.program->local_arrays[0];
    for_each_lane(mask, [&](uint32_t lane) {
      addresses_[lane] = begin;
      std::memset(frame_bytes(lane, bytes), 0, bytes);
      if constexpr (follow) set_frame_origins(lane, bytes, 0);
    });
  }

  template <class T>
  void load_generic(const code::Instr& instr, uint32_t site, uint32_t mask) {
    split(
        instr, mask,
        [&](Space space, uint32_t lanes) {
          if (space == Space::kGlobal && load_one_array<T>(instr.dst, site, lanes)) return;
          load_lanes<T>(space, instr.dst, site, lanes);
        },
        [&](uint32_t lanes) { load_frame<T>(instr, lanes); });
  }

  template <class T>
  void store_generic(const code::Instr& instr, uint32_t site, uint32_t mask) {
    split(
        instr, mask,
        [&](Space space, uint32_t lanes) { store_lanes<T>(space, instr.b, site, lanes); },
        [&](uint32_t lanes) { store_frame<T>(instr, lanes); });
  }

  template <class T>
  void atomic_add_generic(const code::Instr& instr, uint32_t site, uint32_t mask) {
    split(
        instr, mask,
        [&](Space space, uint32_t lanes) { atomic_lanes<T>(space, instr, site, lanes); },
        [&](uint32_t lanes) { atomic_frame<T>(instr, lanes); });
  }

 private:
  // -------------------------------------------------------------------------------------------
  // addresses

  // Whether all 32 lanes lie inside shared memory that has no gaps.
  template <class T>
  bool read_shared_offsets(const code::Instr& instr) {
    const uint32_t* a = lanes_of<uint32_t>(registers_, instr.a);
    const uint32_t imm = static_cast<uint32_t>(instr.imm);
    for (uint32_t lane = 0; lane < kLanes; ++lane) offsets_[lane] = a[lane] + imm;
    if (run_.layout.limit < sizeof(T) || !run_.layout.gaps.empty()) return false;
    const uint32_t last = run_.layout.limit - static_cast<uint32_t>(sizeof(T));
    uint32_t outside = 0;
    for (uint32_t lane = 0; lane < kLanes; ++lane) outside |= offsets_[lane] > last ? 1 : 0;
    return outside == 0;
  }

  void widen_offsets() {
    for (uint32_t lane = 0; lane < kLanes; ++lane) addresses_[lane] = offsets_[lane];
  }

  void read_local_offsets(const code::Instr& instr) {
    const uint32_t* a = lanes_of<uint32_t>(registers_, instr.a);
    const uint32_t imm = static_cast<uint32_t>(instr.imm);
    for (uint32_t lane = 0; lane < kLanes; ++lane) addresses_[lane] = a[lane] + imm;
  }

  void read_pointers(const code::Instr& instr) {
    const uint64_t* a = lanes_of<uint64_t>(registers_, instr.a);
    const uint64_t imm = static_cast<uint64_t>(int64_t{instr.imm});
    for (uint32_t lane = 0; lane < kLanes; ++lane) addresses_[lane] = a[lane] + imm;
  }

  // One request for each space that the lanes' pointers name. Where shared and global meet, this
  // execution serves the shared lanes and leaves the global ones pending for the next, so that an
  // execution tells at most one access.
  template <class Request, class Frame>
  void split(const code::Instr& instr, uint32_t mask, Request request, Frame frame) {
    read_pointers(instr);
    const uint32_t todo = run_.warp.pending != 0 ? run_.warp.pending : mask;
    run_.warp.pending = 0;
    uint32_t shared = 0, local = 0;
    uint64_t tags = 0;
    for_each_lane(todo, [&](uint32_t lane) { tags |= addresses_[lane]; });
    if ((tags >> 60) == 0) return request(Space::kGlobal, todo);
    for_each_lane(todo, [&](uint32_t lane) {
      const code::PointerSpace space = code::space_of(addresses_[lane]);
      addresses_[lane] = code::offset_of(addresses_[lane]);
      if (space == code::PointerSpace::kShared) shared |= 1u << lane;
      if (space == code::PointerSpace::kLocal) local |= 1u << lane;
    });
    const uint32_t global = todo & ~(shared | local);
    if (local != 0) {
      bounds_ = run_.context.program->local_arrays[0];
      frame(local);
    }
    if (shared != 0) {
      run_.warp.pending = global;
      request(Space::kShared, shared);
    } else if (global != 0) {
      request(Space::kGlobal, global);
    }
  }

  // The bytes at an address, or null if they do not lie in one array.
  std::byte* locate(Space space, uint64_t address, uint32_t bytes) {
    if (space == Space::kGlobal) return run_.memory.find(address, bytes);
    const uint64_t end = address + bytes;
    if (end > run_.layout.limit) return nullptr;
    for (const SharedLayout::Gap& gap : run_.layout.gaps) {
      if (address < gap.end && end > gap.begin) return nullptr;
    }
    return run_.shared.data() + address;
  }

  std::byte* frame_bytes(uint32_t lane, uint32_t bytes) {
    const uint64_t frame = run_.context.program->local_bytes;
    if (addresses_[lane] < bounds_.begin || addresses_[lane] + bytes > bounds_.end) {
      outside_ |= 1u << lane;
      return nullptr;
    }
    return run_.warp.local.data() + lane * frame + addresses_[lane];
  }

  // --------------------------------------------------------------------------------------- lane by
  // lane

  // All lanes, active or not, inside one array: true, and done.
  template <class T>
  bool load_one_array(uint16_t dst, uint32_t site, uint32_t mask) {
    const auto first = static_cast<uint32_t>(std::countr_zero(mask));
    const std::optional<uint32_t> index = run_.memory.array_at(addresses_[first]);
    if (!index) return false;
    const std::vector<std::byte>& held = run_.memory.array(*index).bytes;
    if (held.size() < sizeof(T)) return false;
    const uint64_t start = run_.memory.address_of(*index);
    const uint64_t last = held.size() - sizeof(T);
    uint32_t outside = 0;
    for (uint32_t lane = 0; lane < kLanes; ++lane)
      outside |= addresses_[lane] - start > last ? 1 : 0;
    if (outside != 0) return false;
    Wide<T>* d = lanes_of<Wide<T>>(registers_, dst);
    const std::byte* bytes = held.data();
    for (uint32_t lane = 0; lane < kLanes; ++lane) {
      if (mask == 0xffffffff || ((mask >> lane) & 1))
        d[lane] = bytes_to<T>(bytes + (addresses_[lane] - start));
    }
    tell<T>(trace::Operation::kLoad, Space::kGlobal, site, mask, 0, dst);
    return true;
  }

  template <class T>
  void load_lanes(Space space, uint16_t dst, uint32_t site, uint32_t mask) {
    Wide<T>* d = lanes_of<Wide<T>>(registers_, dst);
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      const std::byte* bytes = locate(space, addresses_[lane], sizeof(T));
      if (bytes == nullptr) outside |= 1u << lane;
      d[lane] = bytes == nullptr ? T{} : bytes_to<T>(bytes);
    });
    tell<T>(trace::Operation::kLoad, space, site, mask, outside, dst);
  }

  template <class T>
  void store_lanes(Space space, uint16_t source, uint32_t site, uint32_t mask) {
    const Wide<T>* b = lanes_of<Wide<T>>(registers_, source);
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      std::byte* bytes = locate(space, addresses_[lane], sizeof(T));
      if (bytes == nullptr) {
        outside |= 1u << lane;
        return;
      }
      note_undo<T>(space, addresses_[lane], bytes);
      const T value = static_cast<T>(b[lane]);
      std::memcpy(bytes, &value, sizeof(T));
    });
    tell<T>(trace::Operation::kStore, space, site, mask, outside, source);
  }

  template <class T>
  void atomic_lanes(Space space, const code::Instr& instr, uint32_t site, uint32_t mask) {
    T* d = lanes_of<T>(registers_, instr.dst);
    const T* b = lanes_of<T>(registers_, instr.b);
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      std::byte* bytes = locate(space, addresses_[lane], sizeof(T));
      if (bytes == nullptr) outside |= 1u << lane;
      const T old = bytes == nullptr ? T{} : bytes_to<T>(bytes);
      if (bytes != nullptr) {
        note_undo<T>(space, addresses_[lane], bytes);
        const T sum = old + b[lane];
        std::memcpy(bytes, &sum, sizeof(T));
      }
      d[lane] = old;
    });
    if constexpr (follow) read_bits<T>(results_, instr.dst, mask);
    tell<T>(trace::Operation::kAtomic, space, site, mask, outside, instr.b);
    if constexpr (follow) follow_load(space, instr.dst, mask, outside);
  }

  template <class T>
  void note_undo(Space space, uint64_t address, const std::byte* bytes) {
    if (run_.undo == nullptr || space != Space::kGlobal) return;
    UndoEntry entry{address, 0, sizeof(T)};
    std::memcpy(&entry.old_bits, bytes, sizeof(T));
    run_.undo->push_back(entry);
  }

  // ----------------------------------------------------------------------------------- the
  // thread's frame

  template <class T>
  void load_frame(const code::Instr& instr, uint32_t mask) {
    Wide<T>* d = lanes_of<Wide<T>>(registers_, instr.dst);
    for_each_lane(mask, [&](uint32_t lane) {
      const std::byte* bytes = frame_bytes(lane, sizeof(T));
      d[lane] = bytes == nullptr ? T{} : bytes_to<T>(bytes);
      if constexpr (follow) {
        const bool keeps = bytes != nullptr && sizeof(T) >= 4 && addresses_[lane] % 4 == 0;
        origin(instr.dst, lane) = keeps ? frame_origin(lane) : 0;
      }
    });
    if (outside_ != 0) tell_fault(instr, sizeof(T));
  }

  template <class T>
  void store_frame(const code::Instr& instr, uint32_t mask) {
    const Wide<T>* b = lanes_of<Wide<T>>(registers_, instr.b);
    for_each_lane(mask, [&](uint32_t lane) {
      std::byte* bytes = frame_bytes(lane, sizeof(T));
      if (bytes == nullptr) return;
      const T value = static_cast<T>(b[lane]);
      std::memcpy(bytes, &value, sizeof(T));
      if constexpr (follow) {
        const bool keeps = sizeof(T) >= 4 && addresses_[lane] % 4 == 0;
        set_frame_origins(lane, sizeof(T), keeps ? origin(instr.b, lane) : 0);
      }
    });
    if (outside_ != 0) tell_fault(instr, sizeof(T));
  }

  template <class T>
  void atomic_frame(const code::Instr& instr, uint32_t mask) {
    T* d = lanes_of<T>(registers_, instr.dst);
    const T* b = lanes_of<T>(registers_, instr.b);
    for_each_lane(mask, [&](uint32_t lane) {
      std::byte* bytes = frame_bytes(lane, sizeof(T));
      const T old = bytes == nullptr ? T{} : bytes_to<T>(bytes);
      const T sum = old + b[lane];
      if (bytes != nullptr) std::memcpy(bytes, &sum, sizeof(T));
      d[lane] = old;
      if constexpr (follow) {
        origin(instr.dst, lane) = 0;
        if (bytes != nullptr) set_frame_origins(lane, sizeof(T), 0);
      }
    });
    if (outside_ != 0) tell_fault(instr, sizeof(T));
  }

  // -------------------------------------------------------------------------------------- who is
  // told what

  template <class T>
  void read_bits(LaneAddresses& bits, uint16_t slot, uint32_t mask) {
    using Unsigned = std::conditional_t<
        sizeof(T) == 1, uint8_t,
        std::conditional_t<sizeof(T) == 2, uint16_t,
                           std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
    const auto* value = lanes_of<Wide<Unsigned>>(registers_, slot);
    for_each_lane(mask, [&](uint32_t lane) { bits[lane] = static_cast<Unsigned>(value[lane]); });
  }

  // `slot` holds what was loaded, stored or added.
  template <class T>
  void tell(trace::Operation operation, Space space, uint32_t site, uint32_t mask, uint32_t outside,
            uint16_t slot) {
    if (run_.observer != nullptr) {
      trace::WarpAccess access;
      access.warp = run_.warp_index;
      access.site = site;
      access.space = space;
      access.operation = operation;
      access.bytes = sizeof(T);
      access.mask = mask;
      access.out_of_bounds = outside;
      access.addresses = &addresses_;
      if constexpr (follow) {
        read_bits<T>(values_, slot, mask);
        access.values = &values_;
        if (operation == trace::Operation::kAtomic) access.results = &results_;
        if (operation == trace::Operation::kStore) {
          for_each_lane(mask, [&](uint32_t lane) { origins_[lane] = origin(slot, lane); });
          access.origins = &origins_;
        }
      }
      run_.observer->access(access);
    }
    if constexpr (follow) {
      if (operation == trace::Operation::kLoad) follow_load(space, slot, mask, outside);
    }
  }

  void tell_fault(const code::Instr& instr, uint8_t bytes) {
    trace::LocalFault fault;
    fault.warp = run_.warp_index;
    fault.pc = static_cast<uint32_t>(&instr - run_.context.program->instrs.data());
    fault.bytes = bytes;
    fault.mask = std::exchange(outside_, 0);
    fault.addresses = &addresses_;
    if (run_.observer != nullptr) run_.observer->local_out_of_bounds(fault);
  }

  Origin& origin(uint16_t slot, uint32_t lane) {
    return run_.warp.origins[size_t{slot} * kLanes + lane];
  }
  Origin& frame_origin(uint32_t lane) {
    return run_.warp.local_origins[addresses_[lane] / 4 * kLanes + lane];
  }
  void set_frame_origins(uint32_t lane, uint32_t bytes, Origin value) {
    const uint64_t last = (addresses_[lane] + bytes - 1) / 4;
    for (uint64_t word = addresses_[lane] / 4; word <= last; ++word) {
      run_.warp.local_origins[word * kLanes + lane] = value;
    }
  }
  void follow_load(Space space, uint16_t dst, uint32_t mask, uint32_t outside) {
    const Origin tag = space == Space::kShared ? trace::kSharedOrigin : 0;
    for_each_lane(mask, [&](uint32_t lane) {
      origin(dst, lane) = (outside >> lane) & 1 ? 0 : addresses_[lane] | tag;
    });
  }

  WarpRun& run_;
  uint32_t* registers_;
  std::array<uint32_t, kLanes> offsets_{};
  LaneAddresses addresses_{};
  code::LocalArray bounds_;  // what the present access of local memory may touch
  uint32_t outside_ = 0;     // its lanes that reach outside
  LaneAddresses values_{};
  LaneAddresses results_{};
  std::array<Origin, kLanes> origins_{};
};

}  // namespace warplens::machine
