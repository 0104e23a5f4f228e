// Loads and stores of native code (warp_code.hpp) where nothing is unusual: all lanes in one page
// of an array, in the block's shared memory, or in their frames. Anything else is MemoryUnit's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/code/program.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

// Where the lanes of a plain access reach, all found before anything is done: as offsets in a
// page, in shared memory, or in each lane's frame.

// Where the lanes reach: so many bytes from the first one on, which are all there.
struct Reach {
  const std::byte* bytes = nullptr;
  uint64_t address = 0;  // of `bytes`, in global memory
  // Those of lanes that are not active are an active lane's.
  alignas(32) uint32_t offsets[kWarpSize];
};

inline uint32_t* slot_of(const NativeWarp& warp, uint32_t slot) {
  return warp.registers + size_t{slot} * kWarpSize;
}

// That of an active lane, of pointers.
uint64_t first_address(const NativeWarp& warp, const code::Instr& instr);

// Whether each lane's place begins so many bytes behind that of the lane before it.
bool are_neighbours(const Reach& reach, uint32_t bytes);

// False where an active lane is not inside. Accesses are of so many bytes each. Offsets of 32 bits
// in the instruction's address register:
bool find_shared(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, Reach& reach);
// Aligned ones alone; the offsets are those in a lane's frame, which is of words apart from each
// other.
bool find_local(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, Reach& reach);
// Pointers: to the `size` bytes from `start` on, which an active lane's address is inside of.
bool find_from(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, uint64_t start,
               uint64_t size, Reach& reach);
// Pointers to the lanes' own frames, as find_local().
bool find_local_pointers(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes,
                         Reach& reach);

// False, and nothing done, where it is not for it. At least one lane is active.
using PlainAccess = bool(NativeWarp& warp, const code::Instr& instr);

// A page of global memory.
struct Page {
  uint32_t array = 0;
  const std::byte* bytes = nullptr;
  uint64_t start = 0, size = 0;  // its address, and bytes
};
// That around an address; false where no array is.
bool find_page(const NativeWarp& warp, uint64_t address, Page& page);
// Its bytes, to be written to; null where it is not its array's own: there may be no room for it.
std::byte* own_bytes(const NativeWarp& warp, const Page& page);

// Native code itself makes accesses of the instruction, of so many bytes, that reach the page.
void note_page(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, SitePage page);
// The same of a page of memory, with its bytes as they are or to be written to.
void note_page(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes, const Page& page,
               const std::byte* at);
// The same of the block's shared memory, for an instruction through pointers.
void note_shared(const NativeWarp& warp, const code::Instr& instr, uint32_t bytes);

// What each lane of an access moves: `count` neighbouring values of so many bytes.
struct ScatteredValue {
  uint32_t bytes = 4, count = 1;
  bool is_signed = false;  // loads widen
};
// Lane by lane in global memory, wherever the lanes are in it; as PlainAccess.
bool load_scattered(NativeWarp& warp, const code::Instr& instr, const ScatteredValue& value);
bool store_scattered(NativeWarp& warp, const code::Instr& instr, const ScatteredValue& value);

// After a store or an atomic that may have moved a page, or where native code reads it no longer.
void forget_pages(NativeWarp& warp);

// Of 32 lanes in their registers; null for atomics.
PlainAccess* plain_access_of(code::Op op);
// A load whose address and values are NativeWarp::scalars; null where it is no such load.
PlainAccess* plain_scalar_load_of(code::Op op);

}  // namespace warplens::machine
