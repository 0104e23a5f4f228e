// Conversions between scalar types, and values known while lowering.
#include <bit>

#include "sim/base/half.hpp"
#include "sim/code/lowering.hpp"
#include "sim/lang/tree/constant.hpp"

namespace warplens::code {

using base::Scalar;
using lang::ExprKind;

Rep rep_of(const lang::Type* type) {
  if (!type->is_scalar()) return Rep::kU64;
  if (base::is_small_float(type->scalar)) return Rep::kU32;
  if (type->scalar == Scalar::kFloat) return Rep::kF32;
  if (type->scalar == Scalar::kDouble) return Rep::kF64;
  if (base::size_of(type->scalar) == 8)
    return base::is_signed(type->scalar) ? Rep::kS64 : Rep::kU64;
  return base::is_signed(type->scalar) ? Rep::kS32 : Rep::kU32;
}

bool is_wide(const lang::Type* type) {
  const Rep rep = rep_of(type);
  return rep == Rep::kS64 || rep == Rep::kU64 || rep == Rep::kF64;
}

bool is_small_float(const lang::Type* type) {
  return type->is_scalar() && base::is_small_float(type->scalar);
}

Op OpSet::of(Rep rep) const {
  switch (rep) {
    case Rep::kS32:
      return s32;
    case Rep::kU32:
      return u32;
    case Rep::kS64:
      return s64;
    case Rep::kU64:
      return u64;
    case Rep::kF32:
      return f32;
    case Rep::kF64:
      return f64;
  }
  return s32;
}

// Cuts a 32-bit integer down to an 8- or 16-bit type.
Slot Lowering::narrow(Slot slot, const lang::Type* to) {
  switch (to->scalar) {
    case Scalar::kBool:
      return compute(Op::kNonZeroI32, false, slot);
    case Scalar::kChar:
    case Scalar::kSChar:
      return compute(Op::kExtendS8, false, slot);
    case Scalar::kUChar:
      return compute(Op::kExtendU8, false, slot);
    case Scalar::kShort:
      return compute(Op::kExtendS16, false, slot);
    case Scalar::kUShort:
      return compute(Op::kExtendU16, false, slot);
    default:
      return slot;
  }
}

Slot Lowering::small_to_float(Slot slot, const lang::Type* from) {
  return compute(from->scalar == Scalar::kHalf ? Op::kF16ToF32 : Op::kB16ToF32, false, slot);
}

// From a float or a double, rounded once.
Slot Lowering::small_from(Rep source, Slot slot, const lang::Type* to) {
  const bool is_half = to->scalar == Scalar::kHalf;
  if (source == Rep::kF32) return compute(is_half ? Op::kF32ToF16 : Op::kF32ToB16, false, slot);
  return compute(is_half ? Op::kF64ToF16 : Op::kF64ToB16, false, slot);
}

Slot Lowering::convert(Slot slot, const lang::Type* from, const lang::Type* to) {
  using enum Op;
  if (to->is_void()) return slot;
  if (is_small_float(from) && from == to) return slot;
  Rep source = rep_of(from);
  const Rep target = rep_of(to);
  if (is_small_float(from)) {
    slot = small_to_float(slot, from);
    source = Rep::kF32;
  }
  if (to->is_scalar() && to->scalar == Scalar::kBool) {
    if (from->is_scalar() && from->scalar == Scalar::kBool) return slot;
    constexpr OpSet kNonZero{kNonZeroI32, kNonZeroI32, kNonZeroI64,
                             kNonZeroI64, kNonZeroF32, kNonZeroF64};
    return compute(kNonZero.of(source), false, slot);
  }
  constexpr OpSet kToF32{kS32ToF32, kU32ToF32, kS64ToF32, kU64ToF32, kCopy32, kF64ToF32};
  constexpr OpSet kToF64{kS32ToF64, kU32ToF64, kS64ToF64, kU64ToF64, kF32ToF64, kCopy64};
  if (is_small_float(to)) {
    if (source == Rep::kF32 || source == Rep::kF64) return small_from(source, slot, to);
    return small_from(Rep::kF64, compute(kToF64.of(source), true, slot), to);
  }
  if (target == source && (target == Rep::kF32 || target == Rep::kF64)) return slot;
  if (target == Rep::kF32) return compute(kToF32.of(source), false, slot);
  if (target == Rep::kF64) return compute(kToF64.of(source), true, slot);
  const bool to_wide = is_wide(to), from_wide = is_wide(from);
  if (source == Rep::kF32 || source == Rep::kF64) {
    constexpr OpSet kFromF32{kF32ToS32, kF32ToU32, kF32ToS64, kF32ToU64, kCopy32, kCopy32};
    constexpr OpSet kFromF64{kF64ToS32, kF64ToU32, kF64ToS64, kF64ToU64, kCopy64, kCopy64};
    // A host makes an int of what becomes narrower than one, signed or not.
    const bool is_int_first = is_host() && base::size_of(to->scalar) < 4;
    const Rep made = is_int_first ? Rep::kS32 : target;
    const Slot whole = compute((source == Rep::kF32 ? kFromF32 : kFromF64).of(made), to_wide, slot);
    return to_wide ? whole : narrow(whole, to);
  }
  if (to_wide && !from_wide) {
    return compute(source == Rep::kS32 ? kExtendS32 : kExtendU32, true, slot);
  }
  if (to_wide) return slot;
  if (from_wide) slot = compute(kTruncateI64, false, slot);
  // int from a narrower type is what the register already holds.
  const uint32_t from_bytes = from->is_scalar() ? base::size_of(from->scalar) : 8;
  const bool keeps = base::size_of(to->scalar) == 4 ||
                     (from->is_scalar() && from->scalar == to->scalar) ||
                     (from_bytes == 1 && base::size_of(to->scalar) == 2 &&
                      (base::is_signed(to->scalar) || !base::is_signed(from->scalar)));
  return keeps ? slot : narrow(slot, to);
}

// The value's register in the form that `type` has.
Slot Lowering::constant(const Known& value, const lang::Type* type) {
  if (is_small_float(type))
    return builder_.constant(base::small_from_double(type->scalar, value.real), false);
  switch (rep_of(type)) {
    case Rep::kF32:
      return builder_.constant(std::bit_cast<uint32_t>(static_cast<float>(value.real)), false);
    case Rep::kF64:
      return builder_.constant(std::bit_cast<uint64_t>(value.real), true);
    case Rep::kS64:
    case Rep::kU64:
      return builder_.constant(value.bits, true);
    case Rep::kS32:
    case Rep::kU32:
      break;
  }
  return builder_.constant(value.bits, false);
}

namespace {

// `known` converted to `to`; nothing where the machine should convert (a floating number to an
// integer).
std::optional<Known> converted(const Known& known, Scalar from, Scalar to) {
  if (base::is_small_float(to) || base::is_small_float(from)) return std::nullopt;
  if (known.is_floating && !base::is_floating(to)) return std::nullopt;
  const lang::Constant result =
      lang::convert({from, known.is_floating ? 0 : lang::wrap(known.bits, from), known.real}, to);
  return Known{base::is_floating(to), result.bits, result.real};
}

}  // namespace

std::optional<Known> Lowering::known(const lang::Expr& expr) const {
  budget_.charge();
  if (expr.type == nullptr || !expr.type->is_scalar()) return std::nullopt;
  const Scalar scalar = expr.type->scalar;
  switch (expr.kind) {
    case ExprKind::kLiteral: {
      const auto& literal = lang::as<lang::Literal>(expr);
      if (base::is_floating(scalar)) return Known{true, 0, literal.real};
      return Known{false, lang::wrap(literal.bits, scalar), 0};
    }
    case ExprKind::kVariable: {
      const lang::Variable* variable = lang::as<lang::VariableRef>(expr).variable;
      if (variable == nullptr || variable->storage != lang::Storage::kConstant) return std::nullopt;
      if (base::is_floating(scalar)) return Known{true, 0, variable->constant_float};
      return Known{false, lang::wrap(variable->constant_bits, scalar), 0};
    }
    case ExprKind::kLoad: {
      const lang::Expr& operand = *lang::as<lang::Load>(expr).operand;
      return operand.kind == ExprKind::kVariable ? known(operand) : std::nullopt;
    }
    case ExprKind::kCast: {
      const lang::Expr& operand = *lang::as<lang::Cast>(expr).operand;
      const std::optional<Known> inner = known(operand);
      return inner ? converted(*inner, operand.type->scalar, scalar) : std::nullopt;
    }
    case ExprKind::kUnary: {
      const auto& unary = lang::as<lang::Unary>(expr);
      const std::optional<Known> inner = known(*unary.operand);
      if (!inner || unary.op == lang::UnaryOp::kNot) return std::nullopt;
      if (unary.op == lang::UnaryOp::kPlus) return inner;
      if (unary.op == lang::UnaryOp::kBitNot)
        return Known{false, lang::wrap(~inner->bits, scalar), 0};
      return Known{inner->is_floating, lang::wrap(0 - inner->bits, scalar), -inner->real};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace warplens::code
