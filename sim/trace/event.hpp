// What the machine reports to observers: a struct of plain data for each event. Wavefronts, sectors
// and findings are worked out from it elsewhere (sim/model, sim/analysis).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/base/warp.hpp"
#include "sim/trace/lane_pattern.hpp"

namespace warplens::trace {

using base::kWarpSize;

// The number of lanes of a mask, for hot paths: a bit count is a library call on the oldest x86-64,
// and nearly every mask is full.
inline uint32_t lane_count(uint32_t mask) {
  return mask == ~0u ? kWarpSize : static_cast<uint32_t>(std::popcount(mask));
}

// Calls visit(lane) for every lane of the mask in the order in which a store of so many bytes a
// lane takes effect: if lanes store to one place, the last lane's value remains. CUDA leaves that
// open; this is an H200's order (tests/data/README.md): groups of 32 lanes (for 64 bits 16, for 128
// bits 8) one after another, and in a group the value of the lowest lane remains.
template <class Visit>
void for_each_storing_lane(uint32_t mask, uint32_t bytes, Visit visit) {
  const uint32_t group = bytes <= 4 ? kWarpSize : bytes <= 8 ? kWarpSize / 2 : kWarpSize / 4;
  for (uint32_t end = group; end <= kWarpSize; end += group) {
    for (uint32_t lane = end; lane-- > end - group;) {
      if ((mask >> lane & 1) != 0) visit(lane);
    }
  }
}

enum class Space : uint8_t { kShared, kGlobal, kConstant };
enum class Operation : uint8_t { kLoad, kStore, kAtomic };

// Where a value came from, unmodified: the address it was last loaded from. 0: computed, or not
// followed. Bit 63 set: a byte offset in the block's shared memory; clear: a global address.
using Origin = uint64_t;
inline constexpr Origin kSharedOrigin = uint64_t{1} << 63;

// One request: one warp instruction's access to one space. References are valid during the call
// only.
struct WarpAccess {
  uint32_t warp = 0;  // of its block
  uint32_t site = 0;  // index into code::Program::sites
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  uint8_t bytes = 4;           // per lane: 1, 2, 4, 8, 16
  uint32_t mask = 0;           // active lanes, never 0
  uint32_t out_of_bounds = 0;  // lanes of the mask whose address is in no array
  // Bytes; shared: offsets in the block's; constant: in the program's; of inactive lanes: any.
  LaneAddresses addresses;
  const std::array<uint64_t, kWarpSize>* values =
      nullptr;  // bits loaded, stored, or an atomic's operand (of a compare-and-swap, the new
                // value); null if not recorded and no atomic; of 16 bytes the first 8
  const std::array<uint64_t, kWarpSize>* high_values =
      nullptr;  // of accesses of 16 bytes the second 8, where values are given; else null
  const std::array<uint64_t, kWarpSize>* results = nullptr;  // atomics: the old value; else null
  const std::array<Origin, kWarpSize>* origins =
      nullptr;  // stores: where the stored value came from; may be null. A vector's: its first
                // component's, if the others came from right behind it, else 0
};

// Lanes that access outside a local array or their thread's frame, or at an address that is no
// multiple of what they access. Other accesses of local memory are not reported.
struct LocalFault {
  enum class Kind : uint8_t { kOutside, kMisaligned };
  Kind kind = Kind::kOutside;
  uint32_t warp = 0;  // of its block
  uint32_t pc = 0;    // index into code::Program::instrs
  uint8_t bytes = 4;  // per lane
  uint32_t mask = 0;  // the lanes that are wrong, never 0
  const std::array<uint64_t, kWarpSize>* addresses =
      nullptr;  // offsets in the frame; one below 0 is a large 32-bit number
};

// Events of single lanes other than accesses.
enum class LaneEvent : uint8_t {
  kAssertFailed,  // index: into Program::asserts
  kTrap,          // index: into Program::asserts
  kStackFull,     // a recursion deeper than the machine's stack; index: into Program::subroutines
  kMaskOmits,     // a *_sync whose mask leaves out a lane that executes it; index: pc
  kMaskNames,     // a *_sync whose mask names a lane that does not execute it; index: pc
  kAbsentSource,  // a shuffle by a lane whose source does not take part; index: pc. No mistake
                  // where the value is not used
};

struct BlockId {
  uint32_t x = 0, y = 0, z = 0;
  friend bool operator==(const BlockId&, const BlockId&) = default;
};

// Whom a fence orders accesses for: threads of the block, or of the device.
enum class FenceScope : uint8_t { kBlock, kDevice };

// Receives events in order of execution. The defaults ignore everything.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void block_begins(BlockId) {}
  // Whether access() is to be called in the block, queried when it begins. (Most calls are
  // accesses.)
  virtual bool hears_accesses(BlockId) const { return true; }
  // Whether WarpAccess::values is to be given for every store, queried as hears_accesses.
  virtual bool wants_stored_values() const { return false; }
  // The observer that receives the present block's accesses in place of this one, to the same
  // effect.
  virtual Observer* hearer_of_accesses() { return this; }
  virtual void block_ends(BlockId) {}
  virtual void access(const WarpAccess&) {}
  virtual void local_fault(const LocalFault&) {}
  // The warp's next iteration of a phase loop begins, or (entered = false) it has left the loop.
  // `value` is the induction variable of the first active lane, sign-extended; has_value says
  // whether there is one.
  virtual void phase(uint32_t /*warp*/, uint32_t /*phase_loop*/, bool /*entered*/,
                     bool /*has_value*/, int64_t /*value*/) {}
  virtual void barrier_arrives(uint32_t /*warp*/, uint32_t /*pc*/, uint32_t /*mask*/) {}
  // Every warp of the block has arrived or ended; all continue.
  virtual void barrier_releases() {}
  virtual void warp_ends(uint32_t /*warp*/) {}
  // Lanes have returned from the kernel before the warp's end.
  virtual void lanes_return(uint32_t /*warp*/, uint32_t /*mask*/) {}
  // Lanes that meet at a __syncwarp(): accesses of one before it come before those of another
  // behind it.
  virtual void warp_syncs(uint32_t /*warp*/, uint32_t /*mask*/) {}
  virtual void fence(uint32_t /*warp*/, FenceScope /*scope*/, uint32_t /*mask*/) {}
  // A printf (index into Program::prints) by the lanes of `mask`; `arguments[k]` are the bits of
  // the k-th one, by lane.
  virtual void prints(uint32_t /*warp*/, uint32_t /*print*/, uint32_t /*mask*/,
                      const std::vector<std::array<uint64_t, kWarpSize>>& /*arguments*/) {}
  // After a kAssertFailed or kTrap the whole grid stops.
  virtual void lane_event(uint32_t /*warp*/, LaneEvent /*event*/, uint32_t /*index*/,
                          uint32_t /*mask*/) {}
};

}  // namespace warplens::trace
