// What an access does, and where: the words of all that speaks of memory.
#pragma once

#include <cstdint>

namespace warplens::base {

// A copy moves bytes from one memory to another, past the registers.
enum class Operation : uint8_t { kLoad, kStore, kAtomic, kCopy };

// Where bytes are. Local memory and registers are a thread's own; the host's is of its program.
enum class Space : uint8_t { kShared, kGlobal, kConstant, kLocal, kRegisters, kHost };

}  // namespace warplens::base
