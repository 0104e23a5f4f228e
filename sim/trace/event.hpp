// What the machine reports to observers: a struct of plain data for each event. Wavefronts, sectors
// and findings are worked out from it elsewhere (sim/model, sim/observe).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/format_text.hpp"
#include "sim/base/operation.hpp"
#include "sim/base/warp.hpp"
#include "sim/trace/bulk_copy.hpp"
#include "sim/trace/lane_pattern.hpp"
#include "sim/trace/mbarrier.hpp"

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

using base::Operation;
using base::Space;

// Where a value came from, unmodified: the address it was last loaded from. 0: computed, or not
// followed. Bit 63 set: a byte offset in the block's shared memory; clear: a global address.
using Origin = uint64_t;
inline constexpr Origin kSharedOrigin = uint64_t{1} << 63;

// A side of an access: which bytes of a memory it names. Addresses are given by lanes, for so many
// bytes each; `Addresses` is LaneAddresses, or 32 numbers.
template <class Addresses>
struct SideOf {
  Space space = Space::kGlobal;
  uint8_t bytes = 4;           // per lane: 1, 2, 4, 8, 16
  uint32_t mask = 0;           // lanes that give an address, never 0
  uint32_t out_of_bounds = 0;  // lanes of the mask whose address is in no array
  // Bytes; shared: offsets in the block's; constant: in the program's; of inactive lanes: any.
  Addresses addresses{};
};
using Side = SideOf<LaneAddresses>;

// How the bytes at the addresses become values of lanes. kLane: each lane has what its address
// names. kMatrix8x8: eight addresses name the rows of 8 times 8 halves, of which each lane has two
// neighbours; kMatrix8x8Turned: of a column (matrix_layout.hpp). kBulk: values are no lane's.
enum class Layout : uint8_t { kLane, kMatrix8x8, kMatrix8x8Turned, kBulk };

// What is moved between a side in memory and the registers of lanes, or, by a copy, another side.
template <class Addresses>
struct AccessOf : SideOf<Addresses> {
  uint32_t warp = 0;  // of its block
  uint32_t site = 0;  // index into code::Program::sites
  Operation operation = Operation::kLoad;
  Layout layout = Layout::kLane;
  // Of kBulk: whose thread's lane it is; whether its pieces are behind those of the access before.
  uint8_t lane = 0;
  bool continues = false;
  uint16_t group = 0;  // of an asynchronous copy; 0: done when it is reported
  // Lanes whose registers take part, where the layout is not kLane; of kBulk the pieces with which
  // a cut begins (sim/model/bulk_rule.hpp), among them always the first.
  uint32_t value_mask = 0;

  uint32_t value_lanes() const { return layout == Layout::kLane ? this->mask : value_mask; }
};

// One request: one warp instruction's access. It is its side in memory, the one that is written
// where there are two. References are valid during the call only.
struct WarpAccess : AccessOf<LaneAddresses> {
  // Of a copy: the side in memory that is read, with addresses also of lanes that copy but read
  // nothing; else null.
  const Side* source = nullptr;

  // Each side in memory as an access of its own: of a copy the load, then the store.
  template <class Visit>
  void for_each_side(Visit visit) const {
    if (operation != Operation::kCopy) return visit(*this);
    WarpAccess one = *this;
    one.source = nullptr;
    if (source != nullptr) {
      static_cast<Side&>(one) = *source;
      one.operation = Operation::kLoad;
      visit(static_cast<const WarpAccess&>(one));
    }
    static_cast<Side&>(one) = *this;
    one.operation = Operation::kStore;
    visit(static_cast<const WarpAccess&>(one));
  }

  // The same where lanes are threads: the pieces of a copy in bulk are accesses of the lane that
  // copies, one by one, without values; where it adds, atomic ones.
  template <class Visit>
  void for_each_side_of_threads(Visit visit) const {
    if (layout != Layout::kBulk) return for_each_side(visit);
    for_each_side([&](const WarpAccess& side) {
      std::array<uint64_t, kWarpSize> place{};
      WarpAccess one = side;
      one.layout = Layout::kLane;
      one.value_mask = 0;
      one.mask = 1u << lane;
      one.addresses = &place;
      one.values = one.high_values = nullptr;
      one.origins = nullptr;
      if (adds && side.operation == Operation::kStore) one.operation = Operation::kAtomic;
      for (uint32_t left = side.mask; left != 0; left &= left - 1) {
        const auto piece = static_cast<uint32_t>(std::countr_zero(left));
        place[lane] = side.addresses.of(piece);
        one.out_of_bounds = (side.out_of_bounds >> piece & 1) << lane;
        visit(static_cast<const WarpAccess&>(one));
      }
    });
  }

  bool adds = false;  // of kBulk: to what is there

  // What is at the lanes' addresses, whatever the layout.
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
  kMissing,       // does not execute what all lanes of its warp have to, or is no thread; index: pc
  kAbsentSource,  // a shuffle by a lane whose source does not take part; index: pc. No mistake
                  // where the value is not used
};

struct BlockId {
  uint32_t x = 0, y = 0, z = 0;
  friend bool operator==(const BlockId&, const BlockId&) = default;
};
// The block with this number in the order of a grid of these extents, x fastest, and its number.
inline BlockId block_at(uint64_t index, BlockId grid) {
  return {static_cast<uint32_t>(index % grid.x), static_cast<uint32_t>(index / grid.x % grid.y),
          static_cast<uint32_t>(index / grid.x / grid.y)};
}
// The threadIdx of the thread with this number in a block of these extents, x fastest.
template <class Extents>
std::array<uint32_t, 3> thread_at(uint64_t index, const Extents& block) {
  const BlockId at = block_at(index, {block.x, block.y, block.z});
  return {at.x, at.y, at.z};
}
inline uint64_t index_of(BlockId block, BlockId grid) {
  return block.x + uint64_t{grid.x} * (block.y + uint64_t{grid.y} * block.z);
}

// A wait of lanes for their asynchronous copies, but for those of so many of the newest groups.
struct CopyWait {
  uint32_t mask = 0;
  bool is_all = false;                       // also for copies that are not committed
  std::array<uint32_t, kWarpSize> newest{};  // groups, by lane
};

// Whom a fence orders accesses for: threads of the block, or of the device.
enum class FenceScope : uint8_t { kBlock, kDevice };

// Arguments of a printf.
struct PrintArguments {
  std::vector<std::array<uint64_t, kWarpSize>> bits;  // of each, by lane
  // What a lane's pointer to characters names, up to the zero, by lane and pointer.
  std::map<std::pair<uint32_t, uint64_t>, std::string> strings;
};

// Reads the strings of a lane's arguments, which outlive the result.
inline base::StringReader strings_of(const PrintArguments& arguments, uint32_t lane) {
  return [&arguments, lane](uint64_t pointer) -> std::string {
    const auto found = arguments.strings.find({lane, pointer});
    return found == arguments.strings.end() ? "?" : found->second;
  };
}

}  // namespace warplens::trace
