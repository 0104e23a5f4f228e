// Calls of what lang::intrinsics() lists: by the table of operations, with what lowers functions of
// one lane's numbers. What lowers those of several lanes is in lower_collective.cpp.
#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"
#include "sim/lang/library/intrinsics.hpp"

namespace warplens::code {

using lang::IntrinsicOp;

namespace {

OpSet by_size(Op narrow, Op wide) {
  return {narrow, narrow, wide, wide, narrow, wide};
}

bool is_signed(const lang::Call& expr) {
  return base::is_signed(expr.type->scalar);
}

}  // namespace

std::vector<Slot> Lowering::argument_values(const std::vector<lang::ExprPtr>& arguments,
                                            bool is_first_before_others) {
  if (is_host()) return argument_values_backwards(arguments, is_first_before_others);
  size_t last_writer = 0;  // what comes before it is copied
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
  if (expr.function == nullptr) return call_intrinsic(expr);
  const Slot result = call_function(expr);
  if (is_host() && expr.function->may_throw && reachable_) check_exception();
  return result;
}

// Those that return nothing have a value that is never read.
Slot Lowering::call_intrinsic(const lang::Call& expr) {
  using enum Op;
  switch (lang::intrinsics()[expr.intrinsic].op) {
#define WL_OPERATION(name, kind, ...) \
  case IntrinsicOp::k##name:          \
    return __VA_ARGS__;
#include "sim/lang/library/intrinsics.def"
#define WARPLENS_CASE(name, ...) \
  case IntrinsicOp::k##name:     \
    return call_math(expr, by_size(k##name##F32, k##name##F64));
    WARPLENS_MATH_FUNCTIONS(WARPLENS_CASE)
#undef WARPLENS_CASE
    default:
      WL_ASSERT(false, "the checker has expanded what other operations make up");
      return 0;
  }
}

Slot Lowering::bit_cast(const lang::Call& expr) {
  const Slot bits = value(*expr.arguments[0]);
  const bool is_narrow = lang::size_of(expr.type) < 4 && expr.type->is_scalar();
  if (!is_narrow) return bits;
  // 16 bits are sign- or zero-extended as their type has it, those of a float zero-extended.
  return is_small_float(expr.type) ? compute(Op::kExtendU16, false, bits) : narrow(bits, expr.type);
}

// A function of one lane's numbers; of real ones only, `ops` names the same for whole ones.
Slot Lowering::call_math(const lang::Call& expr, const OpSet& ops) {
  WL_ASSERT(!expr.arguments.empty() && expr.arguments.size() <= 3, "a function of 1 to 3 numbers");
  std::vector<Slot> slots = argument_values(expr);
  slots.resize(3, 0);
  const lang::Type* type = expr.arguments.front()->type;
  if (!is_small_float(type))
    return compute(ops.of(rep_of(type)), is_wide(expr.type), slots[0], slots[1], slots[2]);
  // As float, but a product and sum as double: rounded once.
  const bool wide = lang::intrinsics()[expr.intrinsic].op == IntrinsicOp::kFma;
  for (size_t i = 0; i < expr.arguments.size(); ++i) {
    slots[i] = small_to_float(slots[i], type);
    if (wide) slots[i] = compute(Op::kF32ToF64, true, slots[i]);
  }
  const Slot result = compute(wide ? ops.f64 : ops.f32, wide, slots[0], slots[1], slots[2]);
  if (!is_small_float(expr.type)) return result;
  return small_from(wide ? Rep::kF64 : Rep::kF32, result, expr.type);
}

}  // namespace warplens::code
