// Operators and conversions are those of the front end's constants (sim/lang/tree/constant). A
// function picks the C++ type in which the machine computes, and is the machine's own expression.
#include "sim/replay/evaluate.hpp"

#include <cstring>

#include "sim/base/arithmetic.hpp"
#include "sim/base/half.hpp"
#include "sim/lang/tree/constant.hpp"
#include "sim/machine/arithmetic.hpp"

namespace warplens::replay {
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
  return lang::in_integer_type(scalar, use);
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

lang::Constant constant_of(Scalar scalar, uint64_t bits) {
  if (base::is_small_float(scalar))
    return {scalar, 0, base::small_to_float(scalar, static_cast<uint16_t>(bits))};
  if (scalar == Scalar::kFloat) return {scalar, 0, from_bits<float>(bits)};
  if (scalar == Scalar::kDouble) return {scalar, 0, from_bits<double>(bits)};
  return {scalar, bits, 0};
}

uint64_t bits_of(const lang::Constant& constant) {
  if (base::is_small_float(constant.scalar))
    return base::small_from_double(constant.scalar, constant.real);
  if (constant.scalar == Scalar::kFloat)
    return to_bits(base::canonical(static_cast<float>(constant.real)));
  return constant.scalar == Scalar::kDouble ? to_bits(constant.real) : constant.bits;
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
  return bits_of(lang::convert(constant_of(from, bits), to));
}

uint64_t unary_value(lang::UnaryOp op, Scalar scalar, uint64_t bits) {
  return bits_of(lang::apply(op, constant_of(scalar, bits)));
}

std::optional<uint64_t> binary_value(BinaryOp op, Scalar scalar, uint64_t left, uint64_t right) {
  const std::optional<lang::Constant> value =
      lang::apply(op, constant_of(scalar, left), constant_of(scalar, right));
  if (value) return bits_of(*value);
  if (op != BinaryOp::kDivide && op != BinaryOp::kRemainder) return std::nullopt;
  return extend(scalar, ~uint64_t{0});  // by zero, as the machine has it
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

}  // namespace warplens::replay
