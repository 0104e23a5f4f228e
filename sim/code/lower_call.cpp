// Calls of what lang::intrinsics() lists, by what it computes: here functions of one lane's
// numbers.
#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"
#include "sim/lang/library/intrinsics.hpp"

namespace warplens::code {

using lang::IntrinsicOp;

namespace {

// The instructions of a function of real numbers; nothing if it is none.
std::optional<std::pair<Op, Op>> math_ops(IntrinsicOp op) {
  using enum Op;
  switch (op) {
    case IntrinsicOp::kFma:
      return {{kFmaF32, kFmaF64}};
    case IntrinsicOp::kSqrt:
      return {{kSqrtF32, kSqrtF64}};
    case IntrinsicOp::kRsqrt:
      return {{kRsqrtF32, kRsqrtF64}};
    case IntrinsicOp::kExp:
      return {{kExpF32, kExpF64}};
    case IntrinsicOp::kExp2:
      return {{kExp2F32, kExp2F64}};
    case IntrinsicOp::kExp10:
      return {{kExp10F32, kExp10F64}};
    case IntrinsicOp::kExpm1:
      return {{kExpm1F32, kExpm1F64}};
    case IntrinsicOp::kLog:
      return {{kLogF32, kLogF64}};
    case IntrinsicOp::kLog2:
      return {{kLog2F32, kLog2F64}};
    case IntrinsicOp::kLog10:
      return {{kLog10F32, kLog10F64}};
    case IntrinsicOp::kLog1p:
      return {{kLog1pF32, kLog1pF64}};
    case IntrinsicOp::kPow:
      return {{kPowF32, kPowF64}};
    case IntrinsicOp::kSin:
      return {{kSinF32, kSinF64}};
    case IntrinsicOp::kCos:
      return {{kCosF32, kCosF64}};
    case IntrinsicOp::kTan:
      return {{kTanF32, kTanF64}};
    case IntrinsicOp::kTanh:
      return {{kTanhF32, kTanhF64}};
    case IntrinsicOp::kSinpi:
      return {{kSinpiF32, kSinpiF64}};
    case IntrinsicOp::kCospi:
      return {{kCospiF32, kCospiF64}};
    case IntrinsicOp::kFloor:
      return {{kFloorF32, kFloorF64}};
    case IntrinsicOp::kCeil:
      return {{kCeilF32, kCeilF64}};
    case IntrinsicOp::kRound:
      return {{kRoundF32, kRoundF64}};
    case IntrinsicOp::kTrunc:
      return {{kTruncF32, kTruncF64}};
    case IntrinsicOp::kRint:
      return {{kRintF32, kRintF64}};
    case IntrinsicOp::kFmod:
      return {{kFmodF32, kFmodF64}};
    case IntrinsicOp::kRemainder:
      return {{kRemainderF32, kRemainderF64}};
    case IntrinsicOp::kHypot:
      return {{kHypotF32, kHypotF64}};
    case IntrinsicOp::kCbrt:
      return {{kCbrtF32, kCbrtF64}};
    case IntrinsicOp::kRcbrt:
      return {{kRcbrtF32, kRcbrtF64}};
    case IntrinsicOp::kErf:
      return {{kErfF32, kErfF64}};
    case IntrinsicOp::kErfc:
      return {{kErfcF32, kErfcF64}};
    case IntrinsicOp::kLgamma:
      return {{kLgammaF32, kLgammaF64}};
    case IntrinsicOp::kTgamma:
      return {{kTgammaF32, kTgammaF64}};
    case IntrinsicOp::kAtan:
      return {{kAtanF32, kAtanF64}};
    case IntrinsicOp::kAtan2:
      return {{kAtan2F32, kAtan2F64}};
    case IntrinsicOp::kAsin:
      return {{kAsinF32, kAsinF64}};
    case IntrinsicOp::kAcos:
      return {{kAcosF32, kAcosF64}};
    case IntrinsicOp::kSinh:
      return {{kSinhF32, kSinhF64}};
    case IntrinsicOp::kCosh:
      return {{kCoshF32, kCoshF64}};
    case IntrinsicOp::kAsinh:
      return {{kAsinhF32, kAsinhF64}};
    case IntrinsicOp::kAcosh:
      return {{kAcoshF32, kAcoshF64}};
    case IntrinsicOp::kAtanh:
      return {{kAtanhF32, kAtanhF64}};
    case IntrinsicOp::kCopysign:
      return {{kCopysignF32, kCopysignF64}};
    case IntrinsicOp::kFdim:
      return {{kFdimF32, kFdimF64}};
    case IntrinsicOp::kNextafter:
      return {{kNextafterF32, kNextafterF64}};
    case IntrinsicOp::kIsNan:
      return {{kIsNanF32, kIsNanF64}};
    case IntrinsicOp::kIsInf:
      return {{kIsInfF32, kIsInfF64}};
    default:
      return std::nullopt;
  }
}

// The instructions of a function of whole numbers too.
OpSet integer_ops(IntrinsicOp op) {
  using enum Op;
  switch (op) {
    case IntrinsicOp::kMin:
      return {kMinS32, kMinU32, kMinS64, kMinU64, kMinF32, kMinF64};
    case IntrinsicOp::kMax:
      return {kMaxS32, kMaxU32, kMaxS64, kMaxU64, kMaxF32, kMaxF64};
    case IntrinsicOp::kMulHigh:
      return {kMulHiS32, kMulHiU32, kMulHiS64, kMulHiU64, kMulF32, kMulF64};
    case IntrinsicOp::kPopc:
      return {kPopc32, kPopc32, kPopc64, kPopc64, kPopc32, kPopc64};
    case IntrinsicOp::kClz:
      return {kClz32, kClz32, kClz64, kClz64, kClz32, kClz64};
    case IntrinsicOp::kFfs:
      return {kFfs32, kFfs32, kFfs64, kFfs64, kFfs32, kFfs64};
    case IntrinsicOp::kBrev:
      return {kBrev32, kBrev32, kBrev64, kBrev64, kBrev32, kBrev64};
    default:
      WL_ASSERT(op == IntrinsicOp::kAbs, "every function that the checker knows has instructions");
      return {kAbsS32, kCopy32, kAbsS64, kCopy64, kAbsF32, kAbsF64};
  }
}

}  // namespace

std::vector<Slot> Lowering::argument_values(const std::vector<lang::ExprPtr>& arguments) {
  size_t last_writer = 0;  // what stands before it is copied
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (writes_variables(*arguments[i])) last_writer = i;
  }
  std::vector<Slot> slots;
  for (size_t i = 0; i < arguments.size(); ++i) {
    slots.push_back(value(*arguments[i]));
    if (i < last_writer) slots.back() = copied(slots.back(), arguments[i]->type);
  }
  return slots;
}

Slot Lowering::call(const lang::Call& expr) {
  if (expr.function != nullptr) return call_function(expr);
  if (const std::optional<Slot> result = call_collective(expr)) return *result;
  if (lang::intrinsics()[expr.intrinsic].op == IntrinsicOp::kBitCast) {
    const Slot bits = value(*expr.arguments[0]);
    const bool is_narrow = lang::size_of(expr.type) < 4 && expr.type->is_scalar();
    if (!is_narrow) return bits;
    // 16 bits lie sign- or zero-extended as their type has it, those of a float zero-extended.
    return is_small_float(expr.type) ? compute(Op::kExtendU16, false, bits)
                                     : narrow(bits, expr.type);
  }
  return call_math(expr);
}

Slot Lowering::call_math(const lang::Call& expr) {
  const IntrinsicOp op = lang::intrinsics()[expr.intrinsic].op;
  WL_ASSERT(!expr.arguments.empty() && expr.arguments.size() <= 3, "a function of 1 to 3 numbers");
  std::vector<Slot> slots = argument_values(expr.arguments);
  slots.resize(3, 0);
  const lang::Type* type = expr.arguments.front()->type;
  const auto math = math_ops(op);
  if (is_small_float(type)) {  // as float, but a product and sum as double: rounded once
    const bool wide = op == IntrinsicOp::kFma;
    for (size_t i = 0; i < expr.arguments.size(); ++i) {
      slots[i] = small_to_float(slots[i], type);
      if (wide) slots[i] = compute(Op::kF32ToF64, true, slots[i]);
    }
    const Op chosen = !math ? integer_ops(op).f32 : wide ? math->second : math->first;
    const Slot result = compute(chosen, wide, slots[0], slots[1], slots[2]);
    if (!is_small_float(expr.type)) return result;
    return small_from(wide ? Rep::kF64 : Rep::kF32, result, expr.type);
  }
  const Op chosen = math ? (rep_of(type) == Rep::kF64 ? math->second : math->first)
                         : integer_ops(op).of(rep_of(type));
  return compute(chosen, is_wide(expr.type), slots[0], slots[1], slots[2]);
}

}  // namespace warplens::code
