// What a 64-bit pointer of the machine means. A global address is below 2^60; pointers to shared
// and local memory carry a tag bit, so that one load instruction serves them all. Offsets start in
// the middle of a tag's range: a pointer that runs below its array keeps its space.
#pragma once

#include <cstdint>

namespace warplens::code {

inline constexpr uint64_t kSharedPointerBase = (uint64_t{1} << 60) | (uint64_t{1} << 40);
inline constexpr uint64_t kLocalPointerBase = (uint64_t{1} << 61) | (uint64_t{1} << 40);

// Constant memory: the byte offset in the program's (Program::constant_bytes).
inline constexpr uint64_t kConstantPointerBase = (uint64_t{1} << 62) | (uint64_t{1} << 40);

enum class PointerSpace : uint8_t { kGlobal, kShared, kLocal, kConstant };

constexpr PointerSpace space_of(uint64_t pointer) {
  if ((pointer >> 60) == 1) return PointerSpace::kShared;
  if ((pointer >> 60) == 2) return PointerSpace::kLocal;
  if ((pointer >> 60) == 4) return PointerSpace::kConstant;
  return PointerSpace::kGlobal;
}

// Global: the address itself; shared: the byte offset in the block's shared memory; local: in the
// thread's frame. An offset below 0 comes out as a very large 32-bit number, which is out of
// bounds.
constexpr uint64_t offset_of(uint64_t pointer) {
  switch (space_of(pointer)) {
    case PointerSpace::kShared:
      return static_cast<uint32_t>(pointer - kSharedPointerBase);
    case PointerSpace::kLocal:
      return static_cast<uint32_t>(pointer - kLocalPointerBase);
    case PointerSpace::kConstant:
      return static_cast<uint32_t>(pointer - kConstantPointerBase);
    case PointerSpace::kGlobal:
      break;
  }
  return pointer;
}

}  // namespace warplens::code
