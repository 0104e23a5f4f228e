// What an instruction does to memory.
#pragma once

#include <cstdint>

#include "sim/base/operation.hpp"

namespace warplens::code {

using base::Operation;

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
