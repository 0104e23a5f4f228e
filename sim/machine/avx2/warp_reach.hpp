// Where the lanes of a plain access reach, all found before anything is done: as offsets in a page,
// in shared memory, or in each lane's frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/code/program.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/lanes.hpp"

namespace warplens::machine {

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

}  // namespace warplens::machine
