// What an access does, and where: the words of all that speaks of memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warplens::base {

// A copy moves bytes from one memory to another, past the registers.
enum class Operation : uint8_t { kLoad, kStore, kAtomic, kCopy };

// What an access is to counters, which count each kind by itself.
enum class AccessKind : uint8_t {
  kLoad,
  kStore,
  kAtomic,
  kLdmatrix,
  kStmatrix,
  kCpAsync,  // from global into shared memory past the registers, by lanes
  kBulk,     // cp.async.bulk, also of a tensor: no wavefront is counted for it
};
inline constexpr size_t kAccessKinds = 7;

// Where bytes are. Local memory and registers are a thread's own; the host's is of its program.
enum class Space : uint8_t { kShared, kGlobal, kConstant, kLocal, kRegisters, kHost };

}  // namespace warplens::base
