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
#define WARPLENS_CASE(name, ...) \
  case IntrinsicOp::k##name:     \
    return {{k##name##F32, k##name##F64}};
    WARPLENS_MATH_FUNCTIONS(WARPLENS_CASE)
#undef WARPLENS_CASE
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
#define WARPLENS_CASE(name, ...) \
  case IntrinsicOp::k##name:     \
    return {k##name##32, k##name##32, k##name##64, k##name##64, k##name##32, k##name##64};
      WARPLENS_BIT_FUNCTIONS(WARPLENS_CASE)
#undef WARPLENS_CASE
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
