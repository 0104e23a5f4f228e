// What a 64-bit pointer of the machine means. A global address is below 2^60; pointers to shared
// and local memory carry a tag bit, so that one load instruction serves them all. Offsets start in
// the middle of a tag's range: a pointer that runs below its array keeps its space.
#pragma once

#include <cstdint>

#include "sim/base/operation.hpp"

namespace warplens::code {

inline constexpr uint64_t kSharedPointerBase = (uint64_t{1} << 60) | (uint64_t{1} << 40);
inline constexpr uint64_t kLocalPointerBase = (uint64_t{1} << 61) | (uint64_t{1} << 40);

// Constant memory: the byte offset in the program's (Program::constant_bytes).
inline constexpr uint64_t kConstantPointerBase = (uint64_t{1} << 62) | (uint64_t{1} << 40);

// The host's memory, in programs of host code alone: to a kernel it is an address of no array.
inline constexpr uint64_t kHostPointerBase = (uint64_t{1} << 63) | (uint64_t{1} << 40);
// A __device__ or __constant__ variable as host code names it: with its index into
// Program::symbols above the lowest 32 bits.
inline constexpr uint64_t kSymbolPointerBase = (uint64_t{1} << 63) | (uint64_t{1} << 62);

constexpr base::Space space_of(uint64_t pointer) {
  if ((pointer >> 60) == 1) return base::Space::kShared;
  if ((pointer >> 60) == 2) return base::Space::kLocal;
  if ((pointer >> 60) == 4) return base::Space::kConstant;
  return base::Space::kGlobal;
}

// Global: the address itself; shared: the byte offset in the block's shared memory; local: in the
// thread's frame. An offset below 0 comes out as a very large 32-bit number, which is out of
// bounds.
constexpr uint64_t offset_of(uint64_t pointer) {
  switch (space_of(pointer)) {
    case base::Space::kShared:
      return static_cast<uint32_t>(pointer - kSharedPointerBase);
    case base::Space::kLocal:
      return static_cast<uint32_t>(pointer - kLocalPointerBase);
    case base::Space::kConstant:
      return static_cast<uint32_t>(pointer - kConstantPointerBase);
    case base::Space::kRegisters:
    case base::Space::kHost:
    case base::Space::kGlobal:
      break;
  }
  return pointer;
}

}  // namespace warplens::code
