// A warp's loads, stores and atomics: bounds, the bytes themselves, what the observer gets, and,
// where followed, where values came from.
//
// Each has a fast path (every lane, active or not, has an address inside one array) and a path lane
// by lane; both do the same. A lane out of bounds loads 0 and stores nothing. Frames of local
// memory are reached here too; of them the observer receives only what is out of bounds.
//
// An access moves `count` neighbouring Ts a lane, in registers that follow each other. The count is
// the constant kOne wherever it can be, so that the loops over it are gone.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "sim/base/paged_bytes.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/pattern_access.hpp"
#include "sim/machine/places.hpp"

namespace warplens::machine {

using trace::Origin;
using trace::Space;

template <bool follow>
class MemoryUnit {
 public:
  MemoryUnit(WarpRun& run, uint32_t* registers, PatternRegisters& patterns)
      : run_(run),
        registers_(registers),
        hearer_(run.observer == nullptr ? nullptr : run.observer->hearer_of_accesses()),
        gives_stored_values_(hearer_ != nullptr && hearer_->wants_stored_values()),
        by_pattern_(run, registers, patterns, hearer_),
        places_(run) {}

  // Before each access: what the register of its address is held as.
  void ask(const PlannedInstr* planned, uint16_t slot) { by_pattern_.ask(planned, slot); }

  // Whether the access through pointers at the warp's pc touches more than local memory.
  bool pointers_leave_local(const code::Instr& instr, uint32_t mask) {
    read_pointers(instr);
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      outside |= code::space_of(addresses_[lane]) != base::Space::kLocal;
    });
    return outside != 0;
  }

  template <class T, class Count>
  void load_shared(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    if (by_pattern_.load_shared<T>(instr, site, mask, count)) return;
    if (read_shared_offsets(instr, sizeof(T) * count)) {
      const std::byte* bytes = run_.shared.data();
      for (uint32_t k = 0; k < count; ++k) {
        const auto d = component<T>(instr.dst, k);
        for (uint32_t lane = 0; lane < kWarpSize; ++lane)
          d.set(lane, bytes_to<T>(bytes + offsets_[lane] + k * sizeof(T)));
      }
      widen_offsets();
      tell<T>(trace::Operation::kLoad, Space::kShared, site, mask, 0, instr.dst, count);
    } else {
      widen_offsets();
      load_lanes<T>(Space::kShared, instr.dst, site, mask, count);
    }
  }

  template <class T, class Count>
  void store_shared(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    if (by_pattern_.store_shared<T>(instr, site, mask, count)) return;
    const bool inside = read_shared_offsets(instr, sizeof(T) * count);
    widen_offsets();
    if (!inside || mask != 0xffffffff || run_.shared_undo != nullptr)
      return store_lanes<T>(Space::kShared, instr.b, site, mask, count);
    std::byte* bytes = run_.shared.data();
    trace::for_each_storing_lane(~0u, sizeof(T) * count, [&](uint32_t lane) {
      registers_to<T>(bytes + offsets_[lane], instr.b, lane, count);
    });
    tell<T>(trace::Operation::kStore, Space::kShared, site, mask, 0, instr.b, count);
  }

  template <class T, class Function>
  void atomic_shared(const code::Instr& instr, uint32_t site, uint32_t mask, Function function) {
    read_shared_offsets(instr, sizeof(T));
    widen_offsets();
    atomic_lanes<T>(Space::kShared, instr, site, mask, function);
  }

  // Matrices of rows in shared memory, by all lanes together: matrix_operations.cpp.
  void load_matrices(const code::Instr& instr, uint32_t site, uint32_t mask, trace::Layout layout);
  void store_matrices(const code::Instr& instr, uint32_t site, uint32_t mask, trace::Layout layout);

  template <class T, class Count>
  void load_local(const code::Instr& instr, uint32_t mask, Count count) {
    read_local_offsets(instr);
    bounds_ = local_array(instr.c);
    load_frame<T>(instr, mask, count);
  }

  template <class T, class Count>
  void store_local(const code::Instr& instr, uint32_t mask, Count count) {
    read_local_offsets(instr);
    bounds_ = local_array(instr.c);
    store_frame<T>(instr, mask, count);
  }

  // `begin` and `bytes` come from the compiler and lie in the present frame.
  void clear_local(uint32_t begin, uint32_t bytes, uint32_t mask) {
    const uint32_t first = begin + run_.warp.frame_begin;
    run_.warp.local.clear(mask, first, first + bytes);
    if constexpr (follow)
      for_each_lane(mask, [&](uint32_t lane) { set_frame_origins(lane, first, bytes, 0); });
  }

  template <class T, class Count>
  void load_generic(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    if (by_pattern_.load_global<T>(instr, site, mask, count)) return;
    split(
        instr, mask,
        [&](Space space, uint32_t lanes) {
          if (load_one_array<T>(space, instr.dst, site, lanes, count)) return;
          load_lanes<T>(space, instr.dst, site, lanes, count);
        },
        [&](uint32_t lanes) { load_frame<T>(instr, lanes, count); });
  }

  template <class T, class Count>
  void store_generic(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    if (by_pattern_.store_global<T>(instr, site, mask, count)) return;
    split(
        instr, mask,
        [&](Space space, uint32_t lanes) { store_lanes<T>(space, instr.b, site, lanes, count); },
        [&](uint32_t lanes) { store_frame<T>(instr, lanes, count); });
  }

  template <class T, class Function>
  void atomic_generic(const code::Instr& instr, uint32_t site, uint32_t mask, Function function) {
    split(
        instr, mask,
        [&](Space space, uint32_t lanes) { atomic_lanes<T>(space, instr, site, lanes, function); },
        [&](uint32_t lanes) { atomic_frame<T>(instr, lanes, function); });
  }

 private:
  // -------------------------------------------------------------------------------------------
  // addresses

  // The register of the k-th of several values that start at `slot`.
  template <class T>
  Lanes<Wide<T>> component(uint16_t slot, uint32_t k) {
    return value_lanes<T>(registers_, slot, k);
  }

  template <class T, class Count>
  void registers_to(std::byte* to, uint16_t slot, uint32_t lane, Count count) {
    values_to<T>(registers_, to, slot, lane, count);
  }

  // Whether all 32 lanes lie inside shared memory that has no gaps.
  bool read_shared_offsets(const code::Instr& instr, uint64_t bytes) {
    by_pattern_.settle(instr.a, 1);
    const auto a = lanes_of<uint32_t>(registers_, instr.a);
    const uint32_t imm = static_cast<uint32_t>(instr.imm);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) offsets_[lane] = a[lane] + imm;
    if (run_.layout.limit < bytes || !run_.layout.gaps.empty()) return false;
    const uint32_t last = run_.layout.limit - static_cast<uint32_t>(bytes);
    uint32_t outside = 0;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) outside |= offsets_[lane] > last ? 1 : 0;
    return outside == 0;
  }

  void widen_offsets() {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = offsets_[lane];
  }

  void read_local_offsets(const code::Instr& instr) {
    const auto a = lanes_of<uint32_t>(registers_, instr.a);
    const uint32_t imm = static_cast<uint32_t>(instr.imm);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = a[lane] + imm;
  }

  void read_pointers(const code::Instr& instr) {
    by_pattern_.settle(instr.a, 2);
    const auto a = lanes_of<uint64_t>(registers_, instr.a);
    const uint64_t imm = static_cast<uint64_t>(int64_t{instr.imm});
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) addresses_[lane] = a[lane] + imm;
  }

  // One request for each space that the lanes' pointers name. Where several meet, this execution
  // serves the lanes of one (shared before constant before global memory) and leaves the others
  // pending for the next, so that an execution reports at most one access.
  template <class Request, class Frame>
  void split(const code::Instr& instr, uint32_t mask, Request request, Frame frame) {
    read_pointers(instr);
    const uint32_t todo = run_.warp.pending != 0 ? run_.warp.pending : mask;
    run_.warp.pending = 0;
    uint64_t tags = 0;
    for_each_lane(todo, [&](uint32_t lane) { tags |= addresses_[lane]; });
    if ((tags >> 60) == 0) return request(Space::kGlobal, todo);
    std::array<uint32_t, 4> lanes_in{};  // by base::Space
    for_each_lane(todo, [&](uint32_t lane) {
      lanes_in[static_cast<size_t>(code::space_of(addresses_[lane]))] |= 1u << lane;
      addresses_[lane] = code::offset_of(addresses_[lane]);
    });
    const auto of = [&](Space space) { return lanes_in[static_cast<size_t>(space)]; };
    const uint32_t global = of(Space::kGlobal), shared = of(Space::kShared),
                   constant = of(Space::kConstant), local = of(Space::kLocal);
    if (local != 0) {
      bounds_ = local_array(0);
      frame(local);
    }
    if (shared != 0) {
      run_.warp.pending = constant | global;
      request(Space::kShared, shared);
    } else if (constant != 0) {
      run_.warp.pending = global;
      request(Space::kConstant, constant);
    } else if (global != 0) {
      request(Space::kGlobal, global);
    }
  }

  // What an access that names a local array may touch; 0 is all that the thread has.
  code::LocalArray local_array(uint16_t index) {
    if (index != 0) return run_.context.program->local_arrays[index];
    return {nullptr, 0, run_.warp.frame_end};
  }

  // Whether a load, a store or an atomic of so many bytes, a power of two, is in the frame.
  bool is_in_frame(uint32_t lane, uint32_t bytes) {
    const uint64_t address = addresses_[lane];
    if (address < bounds_.begin || address + bytes > bounds_.end) {
      outside_ |= 1u << lane;
      return false;
    }
    if ((address & (bytes - 1)) != 0) misaligned_ |= 1u << lane;
    return true;
  }
  uint32_t frame_offset(uint32_t lane) const { return static_cast<uint32_t>(addresses_[lane]); }

  // -------------------------------------------------------------------------------------------
  // lane by lane

  // All lanes, active or not, inside one page of an array of global memory or inside constant
  // memory: true, and done.
  template <class T, class Count>
  bool load_one_array(Space space, uint16_t dst, uint32_t site, uint32_t mask, Count count) {
    if (space == Space::kConstant)
      return load_bytes<T>(space, run_.context.constants, 0, dst, site, mask, count);
    if (space != Space::kGlobal) return false;
    const auto first = static_cast<uint32_t>(std::countr_zero(mask));
    const std::optional<uint32_t> index = run_.memory.array_at(addresses_[first]);
    if (!index) return false;
    const base::PagedBytes& array = std::as_const(run_.memory).array(*index).bytes;
    const uint64_t start = run_.memory.address_of(*index);
    if (addresses_[first] - start >= array.size()) return false;
    if (run_.chunk != nullptr &&
        !run_.chunk->loads_from_grid(*index, addresses_, mask, sizeof(T) * count)) {
      return false;
    }
    const base::PagedBytes::View page = array.view(addresses_[first] - start);
    return load_bytes<T>(space, {page.bytes, page.end - page.begin}, start + page.begin, dst, site,
                         mask, count);
  }

  // The same of `held`, which starts at address `start`.
  template <class T, class Count>
  bool load_bytes(Space space, std::span<const std::byte> held, uint64_t start, uint16_t dst,
                  uint32_t site, uint32_t mask, Count count) {
    if (held.size() < sizeof(T) * count) return false;
    const uint64_t last = held.size() - sizeof(T) * count;
    uint32_t outside = 0;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      outside |= addresses_[lane] - start > last ? 1 : 0;
    if (outside != 0) return false;
    const std::byte* bytes = held.data();
    for (uint32_t k = 0; k < count; ++k, bytes += sizeof(T)) {
      const auto d = component<T>(dst, k);
      for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if (mask == 0xffffffff || ((mask >> lane) & 1))
          d.set(lane, bytes_to<T>(bytes + (addresses_[lane] - start)));
      }
    }
    tell<T>(trace::Operation::kLoad, space, site, mask, 0, dst, count);
    return true;
  }

  template <class T, class Count>
  void load_lanes(Space space, uint16_t dst, uint32_t site, uint32_t mask, Count count) {
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      const std::byte* bytes = places_.locate_to_read(space, addresses_[lane], sizeof(T) * count);
      if (bytes == nullptr) outside |= 1u << lane;
      for (uint32_t k = 0; k < count; ++k)
        component<T>(dst, k).set(lane, bytes == nullptr ? T{} : bytes_to<T>(bytes + k * sizeof(T)));
    });
    tell<T>(trace::Operation::kLoad, space, site, mask, outside, dst, count);
  }

  template <class T, class Count>
  void store_lanes(Space space, uint16_t source, uint32_t site, uint32_t mask, Count count) {
    uint32_t outside = 0;
    places_.begin_access();
    trace::for_each_storing_lane(mask, sizeof(T) * count, [&](uint32_t lane) {
      std::byte* bytes = places_.locate(space, addresses_[lane], sizeof(T) * count);
      if (bytes == nullptr) {
        outside |= 1u << lane;
        return;
      }
      places_.note_undo(space, addresses_[lane], bytes, sizeof(T) * count);
      registers_to<T>(bytes, source, lane, count);
      places_.put_back(bytes, addresses_[lane], sizeof(T) * count);
    });
    tell<T>(trace::Operation::kStore, space, site, mask, outside, source, count);
  }

  template <class T, class Function>
  void atomic_lanes(Space space, const code::Instr& instr, uint32_t site, uint32_t mask,
                    Function function) {
    const bool is_apart = run_.chunk != nullptr && space == Space::kGlobal;
    if (is_apart && run_.chunk->is_logged(site)) return log_lanes<T, Function>(instr, site, mask);
    const auto d = lanes_of<InRegister<T>>(registers_, instr.dst);
    const auto b = lanes_of<InRegister<T>>(registers_, instr.b);
    const auto c = lanes_of<InRegister<T>>(registers_, instr.c);
    // What is reported: the operand, of a compare-and-swap the new value.
    const bool is_swap = code::is_register(code::info(instr.op).operands[3]);
    read_bits<T>(values_, is_swap ? instr.c : instr.b, mask);  // d may be the same register
    uint32_t outside = 0;
    places_.begin_access();
    for_each_lane(mask, [&](uint32_t lane) {
      std::byte* bytes = is_apart ? places_.locate_to_change(addresses_[lane], sizeof(T))
                                  : places_.locate(space, addresses_[lane], sizeof(T));
      if (bytes == nullptr) outside |= 1u << lane;
      const T old = bytes == nullptr ? T{} : bytes_to<T>(bytes);
      if (bytes != nullptr) {
        places_.note_undo(space, addresses_[lane], bytes, sizeof(T));
        const T value = function(old, static_cast<T>(b[lane]), static_cast<T>(c[lane]));
        std::memcpy(bytes, &value, sizeof(T));
        places_.put_back(bytes, addresses_[lane], sizeof(T));
      }
      d.set(lane, old);
    });
    read_bits<T>(results_, instr.dst, mask);
    tell_access(trace::Operation::kAtomic, space, site, mask, outside, sizeof(T));
    if constexpr (follow) follow_load(space, instr.dst, 0, mask, outside);
  }

  // An atomic of a chunk that is executed when the chunk is committed: nobody reads its results.
  template <class T, class Function>
  void log_lanes(const code::Instr& instr, uint32_t site, uint32_t mask) {
    read_bits<T>(values_, instr.b, mask);
    const auto d = lanes_of<InRegister<T>>(registers_, instr.dst);
    const auto b = lanes_of<InRegister<T>>(registers_, instr.b);
    const ApplyAtomic apply = [](std::byte* place, uint64_t operand) {
      const T value = Function{}(bytes_to<T>(place), from_bits<T>(operand), T{});
      std::memcpy(place, &value, sizeof(T));
    };
    uint32_t outside = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      const bool is_inside =
          run_.chunk->log(addresses_[lane], sizeof(T), apply, to_bits<T>(static_cast<T>(b[lane])),
                          code::is_associative(instr.op));
      if (!is_inside) outside |= 1u << lane;
      d.set(lane, T{});
      results_[lane] = 0;
    });
    tell_access(trace::Operation::kAtomic, Space::kGlobal, site, mask, outside, sizeof(T));
  }

  // -------------------------------------------------------------------------------------------
  // the thread's frame

  template <class T, class Count>
  void load_frame(const code::Instr& instr, uint32_t mask, Count count) {
    for_each_lane(mask, [&](uint32_t lane) {
      const bool is_there = is_in_frame(lane, sizeof(T) * count);
      for (uint32_t k = 0; k < count; ++k) {
        const auto part = static_cast<uint32_t>(k * sizeof(T));
        T value{};
        if (is_there) run_.warp.local.read(lane, frame_offset(lane) + part, &value, sizeof value);
        component<T>(instr.dst, k).set(lane, value);
        if constexpr (follow) {
          origin(instr.dst + k * kSlots<T>, lane) =
              is_there && keeps_origin<T>(lane) ? frame_origin(lane, part) : 0;
        }
      }
    });
    if ((outside_ | misaligned_) != 0) tell_fault(instr, sizeof(T) * count);
  }

  template <class T, class Count>
  void store_frame(const code::Instr& instr, uint32_t mask, Count count) {
    for_each_lane(mask, [&](uint32_t lane) {
      if (!is_in_frame(lane, sizeof(T) * count)) return;
      std::array<std::byte, kMostAccessBytes> values;
      registers_to<T>(values.data(), instr.b, lane, count);
      run_.warp.local.write(lane, frame_offset(lane), values.data(),
                            static_cast<uint32_t>(sizeof(T) * count));
      if constexpr (follow) {
        for (uint32_t k = 0; k < count; ++k) {
          set_frame_origins(lane, addresses_[lane] + k * sizeof(T), sizeof(T),
                            keeps_origin<T>(lane) ? origin(instr.b + k * kSlots<T>, lane) : 0);
        }
      }
    });
    if ((outside_ | misaligned_) != 0) tell_fault(instr, sizeof(T) * count);
  }

  template <class T, class Function>
  void atomic_frame(const code::Instr& instr, uint32_t mask, Function function) {
    const auto d = lanes_of<InRegister<T>>(registers_, instr.dst);
    const auto b = lanes_of<InRegister<T>>(registers_, instr.b);
    const auto c = lanes_of<InRegister<T>>(registers_, instr.c);
    for_each_lane(mask, [&](uint32_t lane) {
      const bool is_there = is_in_frame(lane, sizeof(T));
      T old{};
      if (is_there) run_.warp.local.read(lane, frame_offset(lane), &old, sizeof old);
      const T value = function(old, static_cast<T>(b[lane]), static_cast<T>(c[lane]));
      if (is_there) run_.warp.local.write(lane, frame_offset(lane), &value, sizeof value);
      d.set(lane, old);
      if constexpr (follow) {
        origin(instr.dst, lane) = 0;
        if (is_there) set_frame_origins(lane, addresses_[lane], sizeof(T), 0);
      }
    });
    if ((outside_ | misaligned_) != 0) tell_fault(instr, sizeof(T));
  }

  // Local memory keeps an origin for each aligned word.
  template <class T>
  bool keeps_origin(uint32_t lane) const {
    return sizeof(T) >= 4 && addresses_[lane] % 4 == 0;
  }

  // -------------------------------------------------------------------------------------------
  // what the observer receives

  template <class T>
  void read_bits(LaneNumbers& bits, uint16_t slot, uint32_t mask) {
    bits_of<T>(registers_, slot, mask, bits);
  }

  // Of several components, the first one's, if the others came from right behind it.
  template <class T>
  void read_origins(uint16_t slot, uint32_t mask, uint32_t count) {
    for_each_lane(mask, [&](uint32_t lane) {
      Origin first = origin(slot, lane);
      for (uint32_t k = 1; k < count && first != 0; ++k) {
        if (origin(slot + k * kSlots<T>, lane) != first + k * sizeof(T)) first = 0;
      }
      origins_[lane] = first;
    });
  }

  // `slot` holds what was loaded or stored.
  template <class T, class Count>
  void tell(trace::Operation operation, Space space, uint32_t site, uint32_t mask, uint32_t outside,
            uint16_t slot, Count count) {
    has_values_ = follow || (gives_stored_values_ && operation == trace::Operation::kStore);
    if (has_values_) {
      bits_of<T>(registers_, slot, mask, count, values_, high_values_);
    }
    if constexpr (follow) {
      if (operation == trace::Operation::kStore) read_origins<T>(slot, mask, count);
    }
    tell_access(operation, space, site, mask, outside, static_cast<uint8_t>(sizeof(T) * count));
    if constexpr (follow) {
      if (operation != trace::Operation::kLoad) return;
      for (uint32_t k = 0; k < count; ++k)
        follow_load(space, slot + k * kSlots<T>, k * sizeof(T), mask, outside);
    }
  }

  // Of an access of matrices: its site, the lanes that take part, and what they have of rows.
  struct MatrixLanes {
    uint32_t site = 0, mask = 0;
    trace::Layout layout = trace::Layout::kMatrix8x8;
  };
  void tell_rows(trace::Operation operation, const MatrixLanes& lanes, uint32_t named,
                 uint32_t outside, const std::byte* rows);

  // Where the layout is another one, `value_mask` has the lanes whose registers take part.
  void tell_access(trace::Operation operation, Space space, uint32_t site, uint32_t mask,
                   uint32_t outside, uint8_t bytes, trace::Layout layout = trace::Layout::kLane,
                   uint32_t value_mask = 0) {
    if (hearer_ == nullptr && (outside == 0 || run_.observer == nullptr)) return;
    trace::WarpAccess access;
    access.warp = run_.warp_index;
    access.site = site;
    access.space = space;
    access.operation = operation;
    access.bytes = bytes;
    access.mask = mask;
    access.out_of_bounds = outside;
    access.addresses = &addresses_;
    access.layout = layout;
    access.value_mask = value_mask;
    if (operation == trace::Operation::kAtomic) {
      access.values = &values_;
      access.results = &results_;
    }
    if (has_values_) {
      access.values = &values_;
      if (bytes == 16) access.high_values = &high_values_;
    }
    if constexpr (follow) {
      if (operation == trace::Operation::kStore) access.origins = &origins_;
    }
    if (hearer_ == nullptr) return run_.observer->stray(access);
    hearer_->access(access);
  }

  void tell_fault(const code::Instr& instr, size_t bytes) {
    trace::LocalFault fault;
    fault.warp = run_.warp_index;
    fault.pc = static_cast<uint32_t>(&instr - run_.context.program->instrs.data());
    fault.bytes = static_cast<uint8_t>(bytes);
    fault.addresses = &addresses_;
    const auto tell = [&](trace::LocalFault::Kind kind, uint32_t lanes) {
      fault.kind = kind;
      fault.mask = lanes;
      if (lanes != 0 && run_.observer != nullptr) run_.observer->local_fault(fault);
    };
    tell(trace::LocalFault::Kind::kOutside, std::exchange(outside_, 0));
    tell(trace::LocalFault::Kind::kMisaligned, std::exchange(misaligned_, 0));
  }

  Origin& origin(uint32_t slot, uint32_t lane) {
    return run_.warp.origins[size_t{slot} * kWarpSize + lane];
  }
  Origin& frame_origin(uint32_t lane, uint64_t part) {
    return run_.warp.local_origins[(addresses_[lane] + part) / 4 * kWarpSize + lane];
  }
  void set_frame_origins(uint32_t lane, uint64_t address, uint64_t bytes, Origin value) {
    const uint64_t last = (address + bytes - 1) / 4;
    for (uint64_t word = address / 4; word <= last; ++word) {
      run_.warp.local_origins[word * kWarpSize + lane] = value;
    }
  }
  // What came to register `slot` begins `part` [bytes] past each lane's address.
  void follow_load(Space space, uint32_t slot, uint64_t part, uint32_t mask, uint32_t outside) {
    const Origin tag = space == Space::kShared ? trace::kSharedOrigin : 0;
    for_each_lane(mask, [&](uint32_t lane) {
      const bool is_known = ((outside >> lane) & 1) == 0 && space != Space::kConstant;
      origin(slot, lane) = is_known ? (addresses_[lane] + part) | tag : 0;
    });
  }

  WarpRun& run_;
  uint32_t* registers_;
  trace::Observer* hearer_;  // of accesses; may be null
  const bool gives_stored_values_;
  bool has_values_ = false;  // the present access's, in values_ and high_values_
  PatternAccess by_pattern_;
  Places places_;
  std::array<uint32_t, kWarpSize> offsets_;
  LaneNumbers addresses_;
  code::LocalArray bounds_;  // what the present access of local memory may touch
  uint32_t outside_ = 0;     // its lanes that reach outside
  uint32_t misaligned_ = 0;  // its lanes at no multiple of what they access
  LaneNumbers values_;
  LaneNumbers high_values_;
  LaneNumbers results_;
  std::array<Origin, kWarpSize> origins_;
};

// Of a warp in native code, which rarely needs one: made when it does.
class RareAccess {
 public:
  explicit RareAccess(WarpRun& run) : run_(run) {}
  MemoryUnit<false>& unit() {
    if (!made_) made_.emplace(run_);
    return made_->unit;
  }

 private:
  struct Made {
    explicit Made(WarpRun& run)
        : patterns(run, run.warp.registers.data()),
          unit(run, run.warp.registers.data(), patterns) {}
    PatternRegisters patterns;
    MemoryUnit<false> unit;
  };
  WarpRun& run_;
  std::optional<Made> made_;
};

}  // namespace warplens::machine
