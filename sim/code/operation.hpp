// What an instruction does to memory.
#pragma once

#include <cstdint>

namespace warplens::code {

enum class Operation : uint8_t { kLoad, kStore, kAtomic };

// Which atomic; what it costs depends on it and on the value's type.
enum class Atomic : uint8_t {
  kNone,
  kAdd,
  kMinimum,
  kMaximum,
  kAnd,
  kOr,
  kXor,
  kExchange,
  kIncrement,
  kDecrement,
  kCompareSwap,
};

}  // namespace warplens::code
