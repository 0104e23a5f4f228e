// What the opcodes' expressions (sim/code/opcodes.hpp) mean on a host, where that is not what a GPU
// does: NaNs keep their bits, conversions out of range are x86-64's, functions the C library's. And
// how registers hold values.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "sim/code/opcodes.hpp"
#include "sim/host/scalar/scalar_opcodes.hpp"
#include "sim/machine/arithmetic.hpp"

namespace warplens::host::lane {

// The names that the opcodes' expressions call.
using machine::bfloat_from_double;
using machine::bfloat_to_float;
using machine::cosine_of_pi;
using machine::divide;
using machine::first_set;
using machine::fma_to_odd;
using machine::half_from_double;
using machine::half_to_float;
using machine::is_infinite;
using machine::kSharedPointerBase;
using machine::log_gamma;
using machine::magnitude;
using machine::maximum;
using machine::minimum;
using machine::multiply_high;
using machine::power_of_ten;
using machine::remainder_of;
using machine::reversed;
using machine::shift_left;
using machine::shift_right;
using machine::sine_of_pi;

// The C library's.
template <class T>
T sine(T x) {
  return std::sin(x);
}
template <class T>
T cosine(T x) {
  return std::cos(x);
}
template <class T>
T logarithm(T x) {
  return std::log(x);
}

template <class T>
T canonical(T x) {
  return x;
}

// As x86-64 converts: what does not fit is the smallest number, in the width that it computes in.
template <class To, class From>
To to_integer(From x) {
  constexpr From kLimit = From{9223372036854775808.0};  // 2^63
  if constexpr (sizeof(To) == 8 && std::is_unsigned_v<To>) {
    if (x >= kLimit) return to_integer<int64_t>(x - kLimit) ^ (uint64_t{1} << 63);
    return static_cast<uint64_t>(to_integer<int64_t>(x));
  } else if constexpr (sizeof(To) == 8) {
    const bool fits = x >= -kLimit && x < kLimit;
    return fits ? static_cast<int64_t>(x) : std::numeric_limits<int64_t>::min();
  } else if constexpr (std::is_unsigned_v<To>) {
    return static_cast<uint32_t>(to_integer<int64_t>(x));
  } else {
    const bool fits =
        x > From{-2147483904.0} && x < From{2147483648.0} && static_cast<double>(x) > -2147483649.0;
    return fits ? static_cast<int32_t>(x) : std::numeric_limits<int32_t>::min();
  }
}

constexpr bool is_division(code::Op op) {
  using code::Op;
  return op == Op::kDivS32 || op == Op::kDivU32 || op == Op::kRemS32 || op == Op::kRemU32 ||
         op == Op::kDivS64 || op == Op::kDivU64 || op == Op::kRemS64 || op == Op::kRemU64;
}

template <class T>
T get(const uint32_t* registers, uint32_t slot) {
  T value;
  std::memcpy(&value, registers + slot, sizeof value);
  return value;
}
template <class T>
void set(uint32_t* registers, uint32_t slot, T value) {
  std::memcpy(registers + slot, &value, sizeof value);
}

// A T of memory as a register has it: sign- or zero-extended to 32 bits.
template <class T>
using Widened = std::conditional_t<sizeof(T) < 4,
                                   std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>, T>;

constexpr uint16_t number_of(code::Op op) {
  return static_cast<uint16_t>(op);
}
constexpr uint16_t number_of(Extra op) {
  return static_cast<uint16_t>(op);
}

}  // namespace warplens::host::lane
