// Loads and stores whose addresses are held as a pattern: where all lanes, active or not, are
// inside, no lane's address is looked at. Else nothing is done, and the access is made like any
// other (access.hpp).
#pragma once

#include <bit>
#include <optional>
#include <utility>

#include "sim/base/paged_bytes.hpp"
#include "sim/machine/access_values.hpp"
#include "sim/machine/chunk_memory.hpp"
#include "sim/machine/interpreter.hpp"
#include "sim/machine/pattern_registers.hpp"

namespace warplens::machine {

class PatternAccess {
 public:
  // Accesses are reported to `hearer`, which may be null.
  PatternAccess(WarpRun& run, uint32_t* registers, PatternRegisters& patterns,
                trace::Observer* hearer)
      : run_(run),
        registers_(registers),
        patterns_(patterns),
        hearer_(hearer),
        gives_stored_values_(hearer != nullptr && hearer->wants_stored_values()),
        shared_(run.shared.data()),
        shared_end_(run.layout.gaps.empty() ? run.layout.limit : 0) {
    access_.warp = run.warp_index;
  }

  // Before each access: what the register of its address is held as.
  void ask(const PlannedInstr* planned, uint16_t slot) {
    held_ = planned == nullptr ? nullptr : patterns_.held_if_asked(*planned, slot);
    if (held_ != nullptr) pattern_ = &patterns_.pattern_of(*held_);
  }
  // From here on the address, in one slot or two, is what its lanes are.
  void settle(uint16_t slot, uint32_t width) {
    if (held_ != nullptr) patterns_.settle(slot, width);
  }

  // Each returns whether it made the access.
  template <class T, class Count>
  bool load_shared(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    int64_t base = 0;
    if (!is_inside_shared(instr, sizeof(T) * count, base)) return false;
    for (uint32_t k = 0; k < count; ++k)
      gather<T>(shared_ + base + k * sizeof(T), value_lanes<T>(registers_, instr.dst, k));
    tell(trace::Operation::kLoad, trace::Space::kShared, site, mask, static_cast<uint64_t>(base),
         sizeof(T) * count);
    return true;
  }

  template <class T, class Count>
  bool store_shared(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    int64_t base = 0;
    if (!is_inside_shared(instr, sizeof(T) * count, base)) return false;
    if (pattern_->least_gap < sizeof(T) * count) return false;  // whose stays is a question
    scatter<T>(instr.b, mask, shared_ + base, count);
    give_values<T>(instr.b, mask, count);
    tell(trace::Operation::kStore, trace::Space::kShared, site, mask, static_cast<uint64_t>(base),
         sizeof(T) * count);
    return true;
  }

  template <class T, class Count>
  bool load_global(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    const std::optional<GlobalMemory::Range> range = range_of(instr, mask);
    if (!range) return false;
    const base::PagedBytes& array = std::as_const(run_.memory).array(range->array).bytes;
    uint64_t begin = 0;
    if (!is_on_a_page(array, range->offset, sizeof(T) * count, begin)) return false;
    const uint64_t base = run_.memory.address_of(range->array) + range->offset;
    if (run_.chunk != nullptr) {
      const trace::LaneAddresses addresses(*pattern_, base, room_);
      if (!run_.chunk->loads_from_grid(range->array, *addresses, mask, sizeof(T) * count))
        return false;
    }
    const std::byte* bytes = array.view(begin).bytes + static_cast<int64_t>(range->offset - begin);
    for (uint32_t k = 0; k < count; ++k) {
      const auto d = value_lanes<T>(registers_, instr.dst, k);
      const std::byte* from = bytes + k * sizeof(T);
      if (mask == ~0u) {
        gather<T>(from, d);
      } else {
        for_each_lane(
            mask, [&](uint32_t lane) { d.set(lane, bytes_to<T>(from + pattern_->offsets[lane])); });
      }
    }
    tell(trace::Operation::kLoad, trace::Space::kGlobal, site, mask, base, sizeof(T) * count);
    return true;
  }

  template <class T, class Count>
  bool store_global(const code::Instr& instr, uint32_t site, uint32_t mask, Count count) {
    if (run_.undo != nullptr || run_.chunk != nullptr) return false;
    const std::optional<GlobalMemory::Range> range = range_of(instr, mask);
    if (!range || pattern_->least_gap < sizeof(T) * count) return false;
    base::PagedBytes& array = run_.memory.array(range->array).bytes;
    uint64_t begin = 0;
    if (!is_on_a_page(array, range->offset, sizeof(T) * count, begin)) return false;
    std::byte* bytes =
        array.view_to_write(begin).bytes + static_cast<int64_t>(range->offset - begin);
    scatter<T>(instr.b, mask, bytes, count);
    give_values<T>(instr.b, mask, count);
    tell(trace::Operation::kStore, trace::Space::kGlobal, site, mask,
         run_.memory.address_of(range->array) + range->offset, sizeof(T) * count);
    return true;
  }

 private:
  // Where the pattern's lane 0 is in shared memory, if all lanes are in it and nothing is between
  // its arrays.
  bool is_inside_shared(const code::Instr& instr, uint64_t bytes, int64_t& base) const {
    if (held_ == nullptr) return false;
    base = static_cast<uint32_t>(held_->base + static_cast<uint32_t>(instr.imm));
    return base + pattern_->low >= 0 &&
           base + pattern_->high + static_cast<int64_t>(bytes) <= shared_end_;
  }

  // The array that the first active lane's address is in, with the address of the pattern's lane 0
  // as an offset in it.
  std::optional<GlobalMemory::Range> range_of(const code::Instr& instr, uint32_t mask) const {
    if (held_ == nullptr || run_.warp.pending != 0) return std::nullopt;
    const uint64_t base = held_->base + static_cast<uint64_t>(int64_t{instr.imm});
    const auto first = static_cast<uint32_t>(std::countr_zero(mask));
    const std::optional<uint32_t> array =
        run_.memory.array_at(base + static_cast<uint64_t>(int64_t{pattern_->offsets[first]}));
    if (!array) return std::nullopt;
    return GlobalMemory::Range{*array, base - run_.memory.address_of(*array)};
  }

  // Whether the pattern is in the array's bytes, and its first and last byte on one page.
  bool is_on_a_page(const base::PagedBytes& array, uint64_t offset, uint64_t bytes,
                    uint64_t& begin) const {
    const int64_t low = static_cast<int64_t>(offset) + pattern_->low;
    const int64_t end = static_cast<int64_t>(offset) + pattern_->high + static_cast<int64_t>(bytes);
    if (low < 0 || static_cast<uint64_t>(end) > array.size()) return false;
    const base::PagedBytes::View page = array.view(static_cast<uint64_t>(low));
    begin = page.begin;
    return static_cast<uint64_t>(end) <= page.end;
  }

  // Lane l of d := the T at bytes + offsets[l].
  template <class T>
  void gather(const std::byte* bytes, Lanes<Wide<T>> d) const {
    const int32_t* offsets = pattern_->offsets.data();
    if (pattern_->is_uniform()) {
      const Wide<T> value = bytes_to<T>(bytes);
      for (uint32_t lane = 0; lane < kWarpSize; ++lane) d.set(lane, value);
    } else if (sizeof(T) == sizeof(Wide<T>) && pattern_->step_of_four == sizeof(T)) {
      for (uint32_t lane = 0; lane < kWarpSize; lane += 4)
        std::memcpy(d.bytes_of(lane), bytes + offsets[lane], 4 * sizeof(T));
    } else if (pattern_->step_of_four == 0) {
      for (uint32_t lane = 0; lane < kWarpSize; lane += 4) {
        const Wide<T> value = bytes_to<T>(bytes + offsets[lane]);
        const Wide<T> four[] = {value, value, value, value};
        std::memcpy(d.bytes_of(lane), four, sizeof four);
      }
    } else {
      for (uint32_t lane = 0; lane < kWarpSize; ++lane)
        d.set(lane, bytes_to<T>(bytes + offsets[lane]));
    }
  }

  // The Ts at bytes + offsets[l] := the registers from `slot` on, by the lanes of the mask, of
  // which no two meet.
  template <class T, class Count>
  void scatter(uint16_t slot, uint32_t mask, std::byte* bytes, Count count) const {
    if constexpr (std::is_same_v<Count, One> && sizeof(T) == sizeof(Wide<T>)) {
      if (mask == ~0u && pattern_->step_of_four == sizeof(T)) {
        const auto from = value_lanes<T>(registers_, slot, 0);
        for (uint32_t lane = 0; lane < kWarpSize; lane += 4)
          std::memcpy(bytes + pattern_->offsets[lane], from.bytes_of(lane), 4 * sizeof(T));
        return;
      }
    }
    for_each_lane(mask, [&](uint32_t lane) {
      values_to<T>(registers_, bytes + pattern_->offsets[lane], slot, lane, count);
    });
  }

  // What a store reports besides, where that is wanted.
  template <class T, class Count>
  void give_values(uint16_t slot, uint32_t mask, Count count) {
    if (!gives_stored_values_) return;
    bits_of<T>(registers_, slot, mask, count, values_, high_values_);
    access_.values = &values_;
    if (sizeof(T) * count == 16) access_.high_values = &high_values_;
  }

  void tell(trace::Operation operation, trace::Space space, uint32_t site, uint32_t mask,
            uint64_t base, size_t bytes) {
    if (hearer_ == nullptr) return;
    access_.site = site;
    access_.space = space;
    access_.operation = operation;
    access_.bytes = static_cast<uint8_t>(bytes);
    access_.mask = mask;
    access_.addresses = trace::LaneAddresses(*pattern_, base, room_);
    hearer_->access(access_);
    access_.values = access_.high_values = nullptr;
  }

  WarpRun& run_;
  uint32_t* registers_;
  PatternRegisters& patterns_;
  trace::Observer* hearer_;
  const bool gives_stored_values_;
  std::byte* shared_;
  int64_t shared_end_;  // 0 where something is between its arrays
  // Of the present access's address; null: lanes.
  const HeldRegister* held_ = nullptr;
  const LanePattern* pattern_ = nullptr;
  trace::WarpAccess access_;          // one for all, of which most stays as it is
  LaneNumbers room_;                  // for its addresses, should somebody ask
  LaneNumbers values_, high_values_;  // of a store, where they are given
};

}  // namespace warplens::machine
