// Accesses of shared and global memory: which bytes have been written, and what values that are
// loaded bring along.
#include <bit>

#include "sim/observe/unwritten/unwritten.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::observe {

using trace::kWarpSize;

void Unwritten::access(const trace::WarpAccess& access) {
  const uint32_t pc = program_->sites[access.site].pc;
  const Step& step = step_at(pc);
  if (access.operation == trace::Operation::kCopy) return fill(access);
  if (access.space == trace::Space::kGlobal && access.operation == trace::Operation::kStore) {
    uint32_t left = access.mask;
    for (uint32_t k = 0; k < step.values; ++k) {
      use(moved_[k], access.warp, pc, left);
      left &= ~moved_[k].lanes;
    }
  }
  if (access.space == trace::Space::kShared) {
    if (access.operation == trace::Operation::kStore) use_shuffled(access, pc, step.values);
    for (uint32_t k = 0; k < step.values; ++k) {
      if (step.op.is_matrix)
        access_matrix(access, step_, k);
      else
        access_value(access, step_, k, access.bytes / step.values);
    }
    if (access.operation == trace::Operation::kAtomic) use(moved_[0], access.warp, pc, access.mask);
  }
  ++step_;  // its operands, too, were read in this one
}

// What a copy reads in global memory, and zeros, are written. (Whoever reads them before they are
// there has another mistake.)
void Unwritten::fill(const trace::WarpAccess& copy) {
  copy.for_each_side([&](const trace::WarpAccess& side) {
    if (side.space == trace::Space::kShared) access_value(side, step_, 0, side.bytes);
  });
  ++step_;
}

// What a shuffle takes from nowhere matters where it is stored, too, once: it is not followed on.
void Unwritten::use_shuffled(const trace::WarpAccess& access, uint32_t pc, uint32_t values) {
  uint32_t seen = 0;
  for (uint32_t k = 0; k < values; ++k) {
    for (uint32_t left = moved_[k].lanes & access.value_lanes(); left != 0; left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      const Source& source = sources_[moved_[k].origin[lane]];
      if (source.shuffle == kNoShuffle) continue;
      if ((seen >> lane & 1) == 0) use_lane(source, access.warp, pc, lane);
      seen |= 1u << lane;
      moved_[k].lanes &= ~(1u << lane);
    }
  }
}

// One of the neighbouring values that each lane accesses in shared memory.
void Unwritten::access_value(const trace::WarpAccess& access, uint32_t step, uint32_t value,
                             uint32_t bytes) {
  Taint& moved = moved_[value];
  for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint64_t address = access.addresses.of(lane) + uint64_t{value} * bytes;
    if (access.operation != trace::Operation::kStore) {
      if (const uint32_t unwritten = unwritten_bytes(address, bytes); unwritten != 0) {
        const uint64_t first = address + static_cast<uint64_t>(std::countr_zero(unwritten));
        note(moved, lane, source_of_byte(access, step, lane, first),
             bits_of_bytes(unwritten, bytes));
      }
    }
    if (access.operation == trace::Operation::kLoad) continue;
    const uint32_t undefined = access.operation == trace::Operation::kStore
                                   ? bytes_of_bits(moved.bits_of(lane), bytes)
                                   : 0;
    store_bytes(address, bytes, undefined, moved.origin[lane]);
  }
}

// The register of one of the matrices: each half is in a row of its own.
void Unwritten::access_matrix(const trace::WarpAccess& access, uint32_t step, uint32_t matrix) {
  constexpr uint32_t kHalf = 2;  // [bytes]
  Taint& moved = moved_[matrix];
  for (uint32_t left = access.value_lanes(); left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint32_t stored = bytes_of_bits(moved.bits_of(lane), 2 * kHalf);
    uint32_t loaded = 0;
    uint64_t first = 0;
    for (uint32_t half = 0; half < 2; ++half) {
      const trace::MatrixPlace place = trace::matrix_place(access.layout, lane, half);
      const uint32_t row = matrix * trace::kMatrixRows + place.row;
      if (((access.mask & ~access.out_of_bounds) >> row & 1) == 0) continue;
      const uint64_t address = access.addresses.of(row) + place.column * kHalf;
      if (access.operation == trace::Operation::kStore) {
        store_bytes(address, kHalf, stored >> kHalf * half, moved.origin[lane]);
        continue;
      }
      const uint32_t unwritten = unwritten_bytes(address, kHalf);
      if (unwritten != 0 && loaded == 0)
        first = address + static_cast<uint64_t>(std::countr_zero(unwritten));
      loaded |= unwritten << kHalf * half;
    }
    if (loaded != 0)
      note(moved, lane, source_of_byte(access, step, lane, first),
           bits_of_bytes(loaded, 2 * kHalf));
  }
}

// Of a byte that is loaded and is not written, or was stored unwritten.
Unwritten::Source Unwritten::source_of_byte(const trace::WarpAccess& access, uint32_t step,
                                            uint32_t lane, uint64_t address) const {
  const auto carried = carried_.find(address);
  if (carried != carried_.end()) return carried->second;
  return {kNoDeclaration, 0, access.site, step, access.warp * kWarpSize + lane, address};
}

// `undefined`: a bit for each byte that stays unwritten, with what it comes from.
void Unwritten::store_bytes(uint64_t address, uint32_t bytes, uint32_t undefined, uint32_t origin) {
  for (uint32_t byte = 0; byte < bytes && address + byte < written_.size(); ++byte) {
    const bool stays_unwritten = (undefined >> byte & 1) != 0;
    written_[address + byte] = !stays_unwritten;
    if (!stays_unwritten) continue;
    Source& carried = carried_[address + byte];
    carried = sources_[origin];
    carried.is_carried = true;
  }
}

uint32_t Unwritten::unwritten_bytes(uint64_t address, uint32_t bytes) const {
  uint32_t unwritten = 0;
  for (uint32_t byte = 0; byte < bytes && address + byte < written_.size(); ++byte)
    if (!written_[address + byte]) unwritten |= 1u << byte;
  return unwritten;
}

}  // namespace warplens::observe
