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

// What a copy in bulk adds to what is there; the numbers are those of warplens_bulk_add().
enum class BulkSum : uint8_t { kU32, kS32, kU64, kF16, kBf16, kF32, kF64 };
inline constexpr uint32_t kBulkSums = 7;

}  // namespace warplens::code
