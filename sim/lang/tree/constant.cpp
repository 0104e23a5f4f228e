#include "sim/lang/tree/constant.hpp"

#include <algorithm>
#include <type_traits>

#include "sim/base/arithmetic.hpp"
#include "sim/base/half.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

double round_to(double value, Scalar scalar) {
  if (base::is_small_float(scalar))
    return base::small_to_float(scalar, base::small_from_double(scalar, value));
  return scalar == Scalar::kFloat ? static_cast<double>(static_cast<float>(value)) : value;
}

uint64_t to_integer(const Constant& from, Scalar to) {
  const uint64_t bits = in_integer_type(to, [&](auto zero) {
    using T = decltype(zero);
    return static_cast<uint64_t>(from.scalar == Scalar::kFloat
                                     ? base::to_integer<T>(static_cast<float>(from.real))
                                     : base::to_integer<T>(from.real));
  });
  return wrap(bits, to);
}

Constant boolean(bool value) {
  return {Scalar::kBool, value ? 1u : 0u, 0};
}

template <class T>
std::optional<bool> compare(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::kLess:
      return a < b;
    case BinaryOp::kLessEqual:
      return a <= b;
    case BinaryOp::kGreater:
      return a > b;
    case BinaryOp::kGreaterEqual:
      return a >= b;
    case BinaryOp::kEqual:
      return a == b;
    case BinaryOp::kNotEqual:
      return a != b;
    default:
      return std::nullopt;
  }
}

std::optional<Constant> fold_floating(BinaryOp op, const Constant& a, const Constant& b) {
  if (const auto result = compare(op, a.real, b.real)) return boolean(*result);
  Constant result{a.scalar, 0, 0};
  switch (op) {
    case BinaryOp::kAdd:
      result.real = a.real + b.real;
      break;
    case BinaryOp::kSubtract:
      result.real = a.real - b.real;
      break;
    case BinaryOp::kMultiply:
      result.real = a.real * b.real;
      break;
    case BinaryOp::kDivide:
      result.real = a.real / b.real;
      break;
    default:
      return std::nullopt;
  }
  result.real = round_to(result.real, a.scalar);
  return result;
}

uint64_t divide_or_shift(BinaryOp op, const Constant& a, const Constant& b) {
  // A shift by more than 32 bits hold is as far as one by as many.
  const auto count = static_cast<uint32_t>(std::min<uint64_t>(b.bits, UINT32_MAX));
  return in_integer_type(a.scalar, [&](auto zero) {
    using T = decltype(zero);
    using U = std::make_unsigned_t<T>;
    const T x = static_cast<T>(a.bits), y = static_cast<T>(b.bits);
    T result = 0;
    if (op == BinaryOp::kDivide) {
      result = base::divide(x, y);
    } else if (op == BinaryOp::kRemainder) {
      result = base::remainder_of(x, y);
    } else if (op == BinaryOp::kShiftLeft) {
      result = static_cast<T>(base::shift_left(static_cast<U>(x), count));
    } else {
      result = base::shift_right(x, count);
    }
    return static_cast<uint64_t>(result);
  });
}

std::optional<Constant> fold_integer(BinaryOp op, const Constant& a, const Constant& b) {
  const auto compared = base::is_signed(a.scalar) ? compare(op, static_cast<int64_t>(a.bits),
                                                            static_cast<int64_t>(b.bits))
                                                  : compare(op, a.bits, b.bits);
  if (compared) return boolean(*compared);
  uint64_t bits = 0;
  switch (op) {
    case BinaryOp::kAdd:
      bits = a.bits + b.bits;
      break;
    case BinaryOp::kSubtract:
      bits = a.bits - b.bits;
      break;
    case BinaryOp::kMultiply:
      bits = a.bits * b.bits;
      break;
    case BinaryOp::kBitAnd:
      bits = a.bits & b.bits;
      break;
    case BinaryOp::kBitOr:
      bits = a.bits | b.bits;
      break;
    case BinaryOp::kBitXor:
      bits = a.bits ^ b.bits;
      break;
    case BinaryOp::kDivide:
    case BinaryOp::kRemainder:
      if (b.bits == 0) return std::nullopt;
      [[fallthrough]];
    case BinaryOp::kShiftLeft:
    case BinaryOp::kShiftRight:
      bits = divide_or_shift(op, a, b);
      break;
    default:
      return std::nullopt;
  }
  return Constant{a.scalar, wrap(bits, a.scalar), 0};
}

}  // namespace

uint64_t wrap(uint64_t bits, Scalar scalar) {
  if (scalar == Scalar::kBool) return bits != 0 ? 1 : 0;
  const uint32_t width = 8 * base::size_of(scalar);
  if (width == 64) return bits;
  const uint64_t mask = (uint64_t{1} << width) - 1;
  const uint64_t low = bits & mask;
  const bool is_negative = base::is_signed(scalar) && (low >> (width - 1)) != 0;
  return is_negative ? low | ~mask : low;
}

Constant convert(Constant constant, Scalar to) {
  const bool from_floating = base::is_floating(constant.scalar);
  Constant result{to, 0, 0};
  if (to == Scalar::kBool) {
    result.bits = constant.is_true() ? 1 : 0;
  } else if (base::is_floating(to)) {
    if (from_floating) {
      result.real = round_to(constant.real, to);
    } else if (to == Scalar::kFloat) {  // one rounding, from the integer itself
      result.real =
          base::is_signed(constant.scalar)
              ? static_cast<double>(static_cast<float>(static_cast<int64_t>(constant.bits)))
              : static_cast<double>(static_cast<float>(constant.bits));
    } else {
      result.real = base::is_signed(constant.scalar)
                        ? static_cast<double>(static_cast<int64_t>(constant.bits))
                        : static_cast<double>(constant.bits);
    }
  } else {
    result.bits = from_floating ? to_integer(constant, to) : wrap(constant.bits, to);
  }
  return result;
}

std::optional<Constant> apply(BinaryOp op, const Constant& left, const Constant& right) {
  return base::is_floating(left.scalar) ? fold_floating(op, left, right)
                                        : fold_integer(op, left, right);
}

Constant apply(UnaryOp op, Constant value) {
  const bool is_floating = base::is_floating(value.scalar);
  switch (op) {
    case UnaryOp::kPlus:
      break;
    case UnaryOp::kNegate:
      if (is_floating)
        value.real = -value.real;
      else
        value.bits = wrap(uint64_t{0} - value.bits, value.scalar);
      break;
    case UnaryOp::kBitNot:
      value.bits = wrap(~value.bits, value.scalar);
      break;
    case UnaryOp::kNot:
      return boolean(!value.is_true());
  }
  return value;
}

}  // namespace warplens::lang
