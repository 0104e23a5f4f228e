// Each operation picks the C++ type in which the machine computes for a scalar type, takes the bits
// apart, and calls the machine's own function where a GPU differs from C++
// (sim/machine/arithmetic.hpp).
#include "sim/engine/evaluate_scalar.hpp"

#include <cstring>

#include "sim/base/half.hpp"
#include "sim/engine/evaluate.hpp"
#include "sim/machine/arithmetic.hpp"

namespace warplens::engine {
namespace {

using base::Scalar;
using lang::BinaryOp;
using lang::IntrinsicOp;

template <class T>
T from_bits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
uint64_t to_bits(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  } else {
    return static_cast<uint64_t>(static_cast<int64_t>(value));
  }
}

// Calls `use` with a value of the type that arithmetic on `scalar` is done in.
template <class Use>
auto in_type_of(Scalar scalar, Use use) {
  if (scalar == Scalar::kFloat) return use(float{});
  if (scalar == Scalar::kDouble) return use(double{});
  const bool is_wide = base::size_of(scalar) == 8;
  // C computes with narrow types as int.
  if (base::size_of(scalar) < 4 || base::is_signed(scalar)) {
    return is_wide ? use(int64_t{}) : use(int32_t{});
  }
  return is_wide ? use(uint64_t{}) : use(uint32_t{});
}

template <class T>
std::optional<uint64_t> compare(BinaryOp op, T x, T y) {
  switch (op) {
    case BinaryOp::kLess:
      return x < y;
    case BinaryOp::kLessEqual:
      return x <= y;
    case BinaryOp::kGreater:
      return x > y;
    case BinaryOp::kGreaterEqual:
      return x >= y;
    case BinaryOp::kEqual:
      return x == y;
    case BinaryOp::kNotEqual:
      return x != y;
    default:
      return std::nullopt;
  }
}

template <class T>
std::optional<uint64_t> float_binary(BinaryOp op, T x, T y) {
  switch (op) {
    case BinaryOp::kAdd:
      return to_bits(machine::canonical(x + y));
    case BinaryOp::kSubtract:
      return to_bits(machine::canonical(x - y));
    case BinaryOp::kMultiply:
      return to_bits(machine::canonical(x * y));
    case BinaryOp::kDivide:
      return to_bits(machine::canonical(x / y));
    default:
      return compare(op, x, y);
  }
}

// Wraps as the machine does: through the unsigned type.
template <class T>
std::optional<uint64_t> integer_binary(BinaryOp op, T x, T y, uint32_t count) {
  using U = std::make_unsigned_t<T>;
  const U a = static_cast<U>(x), b = static_cast<U>(y);
  switch (op) {
    case BinaryOp::kAdd:
      return to_bits(static_cast<T>(a + b));
    case BinaryOp::kSubtract:
      return to_bits(static_cast<T>(a - b));
    case BinaryOp::kMultiply:
      return to_bits(static_cast<T>(a * b));
    case BinaryOp::kDivide:
      return to_bits(machine::divide(x, y));
    case BinaryOp::kRemainder:
      return to_bits(machine::remainder_of(x, y));
    case BinaryOp::kShiftLeft:
      return to_bits(static_cast<T>(machine::shift_left(a, count)));
    case BinaryOp::kShiftRight:
      return to_bits(machine::shift_right(x, count));
    case BinaryOp::kBitAnd:
      return to_bits(static_cast<T>(a & b));
    case BinaryOp::kBitOr:
      return to_bits(static_cast<T>(a | b));
    case BinaryOp::kBitXor:
      return to_bits(static_cast<T>(a ^ b));
    default:
      return compare(op, x, y);
  }
}

// As the machine computes it (sim/machine/math_operations.cpp).
template <class T>
std::optional<uint64_t> float_call(IntrinsicOp op, T x, T y, T z) {
  using namespace machine;
  switch (op) {
    case IntrinsicOp::kMin:
      return to_bits(canonical(minimum(x, y)));
    case IntrinsicOp::kMax:
      return to_bits(canonical(maximum(x, y)));
    case IntrinsicOp::kAbs:
      return to_bits(magnitude(x));
    case IntrinsicOp::kIsNan:
      return x != x;
    case IntrinsicOp::kIsInf:
      return is_infinite(x);
#define WARPLENS_CASE(name, arguments, expression, ...) \
  case IntrinsicOp::k##name:                            \
    return to_bits(canonical(T{expression}));
      WARPLENS_MATH_FUNCTIONS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      return std::nullopt;
  }
}

}  // namespace

uint64_t extend(Scalar scalar, uint64_t bits) {
  switch (base::size_of(scalar)) {
    case 1:
      if (scalar == Scalar::kBool) return (bits & 0xff) != 0;
      return base::is_signed(scalar) ? to_bits(static_cast<int8_t>(bits)) : bits & 0xff;
    case 2:
      return base::is_signed(scalar) && !base::is_small_float(scalar)
                 ? to_bits(static_cast<int16_t>(bits))
                 : bits & 0xffff;
    case 4:
      return scalar != Scalar::kFloat && base::is_signed(scalar)
                 ? to_bits(static_cast<int32_t>(bits))
                 : bits & 0xffffffff;
    default:
      return bits;
  }
}

uint64_t convert(Scalar from, Scalar to, uint64_t bits) {
  // Floats of 16 bits are only stored; arithmetic is on floats and doubles.
  if (from == to) return extend(to, bits);
  if (base::is_small_float(from)) {
    const float value = base::small_to_float(from, static_cast<uint16_t>(bits));
    return convert(Scalar::kFloat, to, to_bits(value));
  }
  if (base::is_small_float(to)) {
    return base::small_from_double(to, from_bits<double>(convert(from, Scalar::kDouble, bits)));
  }
  return in_type_of(from, [&](auto source) -> uint64_t {
    using S = decltype(source);
    const S value = from_bits<S>(bits);
    if (to == Scalar::kBool) return value != S{0};
    if constexpr (std::is_floating_point_v<S>) {
      if (base::is_integer(to)) {
        return in_type_of(to, [&](auto target) -> uint64_t {
          using D = decltype(target);
          if constexpr (std::is_floating_point_v<D>) {
            return 0;
          } else {
            return extend(to, to_bits(machine::to_integer<D>(value)));
          }
        });
      }
    }
    if (to == Scalar::kFloat) return to_bits(machine::canonical(static_cast<float>(value)));
    if (to == Scalar::kDouble) return to_bits(static_cast<double>(value));
    return extend(to, bits);
  });
}

uint64_t unary_value(lang::UnaryOp op, Scalar scalar, uint64_t bits) {
  return in_type_of(scalar, [&](auto zero) -> uint64_t {
    using T = decltype(zero);
    const T value = from_bits<T>(bits);
    switch (op) {
      case lang::UnaryOp::kPlus:
        return bits;
      case lang::UnaryOp::kNot:
        return value == T{0};
      case lang::UnaryOp::kNegate:
        if constexpr (std::is_floating_point_v<T>) {
          return to_bits(-value);
        } else {
          return extend(scalar, uint64_t{0} - bits);
        }
      case lang::UnaryOp::kBitNot:
        return extend(scalar, ~bits);
    }
    return bits;
  });
}

std::optional<uint64_t> binary_value(BinaryOp op, Scalar scalar, uint64_t left, uint64_t right) {
  const std::optional<uint64_t> value =
      in_type_of(scalar, [&](auto zero) -> std::optional<uint64_t> {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>) {
          return float_binary(op, from_bits<T>(left), from_bits<T>(right));
        } else {
          return integer_binary(op, from_bits<T>(left), from_bits<T>(right),
                                static_cast<uint32_t>(right));
        }
      });
  const bool compares = op >= BinaryOp::kLess && op <= BinaryOp::kNotEqual;
  return value && !compares ? std::optional<uint64_t>(extend(scalar, *value)) : value;
}

std::optional<uint64_t> call_value(IntrinsicOp op, Scalar scalar, const uint64_t (&arguments)[3]) {
  return in_type_of(scalar, [&](auto zero) -> std::optional<uint64_t> {
    using T = decltype(zero);
    const T x = from_bits<T>(arguments[0]), y = from_bits<T>(arguments[1]);
    if constexpr (std::is_floating_point_v<T>) {
      return float_call(op, x, y, from_bits<T>(arguments[2]));
    } else {
      switch (op) {
        case IntrinsicOp::kMin:
          return to_bits(x < y ? x : y);
        case IntrinsicOp::kMax:
          return to_bits(x < y ? y : x);
        case IntrinsicOp::kAbs:
          if constexpr (std::is_signed_v<T>) {
            return to_bits(static_cast<T>(machine::magnitude(x)));
          } else {
            return to_bits(x);
          }
        default:
          return std::nullopt;
      }
    }
  });
}

}  // namespace warplens::engine
