// Loads and stores of native code (warp_code.hpp) where nothing is unusual: all lanes in one page
// of an array, in the block's shared memory, or in their frames. Anything else is MemoryUnit's.
#pragma once

#include "sim/code/opcodes.hpp"
#include "sim/machine/avx2/warp_code.hpp"

namespace warplens::machine {

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
