// Values and assignments. A value is a register; a register variable's value is its own register,
// so that it costs nothing to read, and must be copied (stable_value) where something evaluated
// later may change it.
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

using lang::BinaryOp;
using lang::ExprKind;

Slot Lowering::value(const lang::Expr& expr) {
  constexpr uint64_t kStepsANode = 20;
  const base::Budget::Level level(budget_);
  budget_.work_at(expr.span);
  budget_.charge(kStepsANode);
  const Span outer = builder_.span();
  builder_.set_span(expr.span);
  const std::optional<Known> folded = known(expr);
  const Slot result = folded ? constant(*folded, expr.type) : value_of(expr);
  builder_.set_span(outer);
  return result;
}

Slot Lowering::value_of(const lang::Expr& expr) {
  Slot result = 0;
  switch (expr.kind) {
    case ExprKind::kBuiltin:
      return builder_.builtin(lang::as<lang::BuiltinRef>(expr).builtin);
    case ExprKind::kUnary:
      return unary(lang::as<lang::Unary>(expr));
    case ExprKind::kIncrement:
      increment(lang::as<lang::Increment>(expr), &result);
      return result;
    case ExprKind::kBinary:
      return binary(lang::as<lang::Binary>(expr));
    case ExprKind::kLogical:
      return logical(lang::as<lang::Logical>(expr));
    case ExprKind::kAssign:
      assign(lang::as<lang::Assign>(expr), &result);
      return result;
    case ExprKind::kConditional:
      return conditional(lang::as<lang::Conditional>(expr));
    case ExprKind::kAddressOf: {
      const lang::Expr& operand = *lang::as<lang::AddressOf>(expr).operand;
      return pointer_to(place(operand));
    }
    case ExprKind::kCast:
      return value_of_cast(expr);
    case ExprKind::kLoad: {
      const lang::Expr& operand = *lang::as<lang::Load>(expr).operand;
      if (operand.kind == ExprKind::kConditional) {  // each side is read by its own lanes
        return conditional(lang::as<lang::Conditional>(operand));
      }
      if (const Place* referred = referred_by(expr)) return pointer_to(*referred);
      const Place from = place(operand);
      builder_.set_span(expr.span);
      return load(from);
    }
    case ExprKind::kCall:
      return call(lang::as<lang::Call>(expr));
    case ExprKind::kMember:
      if (lang::as<lang::Member>(expr).object->is_lvalue) break;
      return member_value(lang::as<lang::Member>(expr));
    case ExprKind::kConstruct:
      return construct(lang::as<lang::Construct>(expr));
    case ExprKind::kPrint:
      return print(lang::as<lang::Print>(expr));
    case ExprKind::kAssert:
      check_assertion(lang::as<lang::Assert>(expr));
      return builder_.constant(0, false);
    case ExprKind::kLiteral:  // known numbers are done: it is nullptr, or a kernel's handle
      return builder_.constant(lang::as<lang::Literal>(expr).bits, true);
    case ExprKind::kLaunch:
      launch(lang::as<lang::Launch>(expr));
      return builder_.constant(0, false);
    case ExprKind::kMaterialize:
    case ExprKind::kVariable:
    case ExprKind::kIndex:
    case ExprKind::kDereference:
    case ExprKind::kString:
      break;
  }
  // A checked tree reads memory by Load nodes only; an array as a value is a pointer to its first
  // element.
  const Place from = place(expr);
  return from.type->is_array() ? pointer_to(from) : load(from);
}

Slot Lowering::value_of_cast(const lang::Expr& expr) {
  const lang::Expr& operand = *lang::as<lang::Cast>(expr).operand;
  if (expr.type->is_void()) {
    effect(operand);
    return builder_.constant(0, false);
  }
  if (operand.type->is_array()) return pointer_to(place(operand));
  if (expr.type->is_record()) return value(operand);
  return convert(value(operand), operand.type, expr.type);
}

// A discarded lvalue is no access; what its parts do is done. A discarded value that changes
// nothing is not even computed, its loads neither: nvcc's front end drops it in every build
// (measured, tests/kernels/measured/comma_and_discard.cu).
void Lowering::effect(const lang::Expr& expr) {
  if (!writes_variables(expr, true)) return;
  const Span outer = builder_.span();
  builder_.set_span(expr.span);
  effect_of(expr);
  builder_.set_span(outer);
}

void Lowering::effect_of(const lang::Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral:
    case ExprKind::kVariable:
    case ExprKind::kBuiltin:
    case ExprKind::kString:
      break;
    case ExprKind::kIndex:
      effect(*lang::as<lang::Index>(expr).base);
      effect(*lang::as<lang::Index>(expr).index);
      break;
    case ExprKind::kDereference:
      effect(*lang::as<lang::Dereference>(expr).pointer);
      break;
    case ExprKind::kAddressOf:
      effect(*lang::as<lang::AddressOf>(expr).operand);
      break;
    case ExprKind::kCast:
      effect(*lang::as<lang::Cast>(expr).operand);
      break;
    case ExprKind::kMember:
      effect(*lang::as<lang::Member>(expr).object);
      break;
    case ExprKind::kMaterialize:
      materialized(lang::as<lang::Materialize>(expr));
      break;
    case ExprKind::kIncrement:
      increment(lang::as<lang::Increment>(expr), nullptr);
      break;
    case ExprKind::kAssign:
      assign(lang::as<lang::Assign>(expr), nullptr);
      break;
    case ExprKind::kConditional:
      conditional_effect(lang::as<lang::Conditional>(expr));
      break;
    case ExprKind::kConstruct:
      for (const lang::ExprPtr& element : lang::as<lang::Construct>(expr).elements) {
        if (element != nullptr) effect(*element);
      }
      break;
    case ExprKind::kBinary:
      if (lang::as<lang::Binary>(expr).op == BinaryOp::kComma) {
        effect(*lang::as<lang::Binary>(expr).left);
        effect(*lang::as<lang::Binary>(expr).right);
      } else {
        value(expr);
      }
      break;
    case ExprKind::kPrint:
    case ExprKind::kAssert:
    case ExprKind::kUnary:
    case ExprKind::kLogical:
    case ExprKind::kLoad:
    case ExprKind::kCall:
    case ExprKind::kLaunch:
      value(expr);
      break;
  }
}

Slot Lowering::stable_value(const lang::Expr& expr, const lang::Expr& next) {
  const Slot slot = value(expr);
  return writes_variables(next) ? copied(slot, expr.type) : slot;
}

Slot Lowering::unary(const lang::Unary& expr) {
  const Slot operand = value(*expr.operand);
  const Rep rep = rep_of(expr.type);
  const bool wide = is_wide(expr.type);
  switch (expr.op) {
    case lang::UnaryOp::kPlus:
      return operand;
    case lang::UnaryOp::kNegate: {
      if (is_small_float(expr.type)) {
        return compute(Op::kXorI32, false, operand, builder_.constant(0x8000, false));
      }
      constexpr OpSet kNegate{Op::kNegI32, Op::kNegI32, Op::kNegI64,
                              Op::kNegI64, Op::kNegF32, Op::kNegF64};
      return compute(kNegate.of(rep), wide, operand);
    }
    case lang::UnaryOp::kNot:
      return compute(Op::kIsZeroI32, false, operand);
    case lang::UnaryOp::kBitNot:
      return compute(wide ? Op::kNotI64 : Op::kNotI32, wide, operand);
  }
  return operand;
}

Slot Lowering::binary(const lang::Binary& expr) {
  if (expr.op == BinaryOp::kComma) {
    effect(*expr.left);
    return value(*expr.right);
  }
  const bool left_points = expr.left->type->is_pointer();
  const bool right_points = expr.right->type->is_pointer();
  if ((left_points || right_points) &&
      (expr.op == BinaryOp::kAdd || expr.op == BinaryOp::kSubtract)) {
    return pointer_arithmetic(expr);
  }
  const Slot left = stable_value(*expr.left, *expr.right);
  Slot right = value(*expr.right);
  const bool is_shift = expr.op == BinaryOp::kShiftLeft || expr.op == BinaryOp::kShiftRight;
  if (is_shift && is_wide(expr.right->type)) right = compute(Op::kTruncateI64, false, right);
  const Slot result = operate(expr.op, expr.left->type, left, right);
  builder_.note_fusible(expr.fusible);
  return result;
}

// One operator on two registers of `type`; a shift's count is 32 bits wide.
Slot Lowering::operate(BinaryOp op, const lang::Type* type, Slot left, Slot right) {
  using enum Op;
  if (is_small_float(type)) return operate_small(op, type, left, right);
  const Rep rep = rep_of(type);
  const auto apply = [&](const OpSet& set, bool result_is_bool, bool swap) {
    return compute(set.of(rep), !result_is_bool && is_wide(type), swap ? right : left,
                   swap ? left : right);
  };
  constexpr OpSet kLess{kLtS32, kLtU32, kLtS64, kLtU64, kLtF32, kLtF64};
  constexpr OpSet kLessEqual{kLeS32, kLeU32, kLeS64, kLeU64, kLeF32, kLeF64};
  switch (op) {
    case BinaryOp::kAdd:
      return apply({kAddI32, kAddI32, kAddI64, kAddI64, kAddF32, kAddF64}, false, false);
    case BinaryOp::kSubtract:
      return apply({kSubI32, kSubI32, kSubI64, kSubI64, kSubF32, kSubF64}, false, false);
    case BinaryOp::kMultiply:
      return apply({kMulI32, kMulI32, kMulI64, kMulI64, kMulF32, kMulF64}, false, false);
    case BinaryOp::kDivide:
      return apply({kDivS32, kDivU32, kDivS64, kDivU64, kDivF32, kDivF64}, false, false);
    case BinaryOp::kRemainder:
      return apply({kRemS32, kRemU32, kRemS64, kRemU64, kFmodF32, kFmodF64}, false, false);
    case BinaryOp::kShiftLeft:
      return apply({kShlI32, kShlI32, kShlI64, kShlI64, kShlI32, kShlI32}, false, false);
    case BinaryOp::kShiftRight:
      return apply({kShrS32, kShrU32, kShrS64, kShrU64, kShrU32, kShrU32}, false, false);
    case BinaryOp::kBitAnd:
      return apply({kAndI32, kAndI32, kAndI64, kAndI64, kAndI32, kAndI32}, false, false);
    case BinaryOp::kBitOr:
      return apply({kOrI32, kOrI32, kOrI64, kOrI64, kOrI32, kOrI32}, false, false);
    case BinaryOp::kBitXor:
      return apply({kXorI32, kXorI32, kXorI64, kXorI64, kXorI32, kXorI32}, false, false);
    case BinaryOp::kLess:
      return apply(kLess, true, false);
    case BinaryOp::kLessEqual:
      return apply(kLessEqual, true, false);
    case BinaryOp::kGreater:
      return apply(kLess, true, true);
    case BinaryOp::kGreaterEqual:
      return apply(kLessEqual, true, true);
    case BinaryOp::kEqual:
      return apply({kEqI32, kEqI32, kEqI64, kEqI64, kEqF32, kEqF64}, true, false);
    case BinaryOp::kNotEqual:
      return apply({kNeI32, kNeI32, kNeI64, kNeI64, kNeF32, kNeF64}, true, false);
    case BinaryOp::kComma:
      break;
  }
  WL_ASSERT(false, "a comma is no operation on registers");
  return left;
}

// Computed as float and rounded: exact but for the one rounding, as the hardware has it.
Slot Lowering::operate_small(BinaryOp op, const lang::Type* type, Slot left, Slot right) {
  using enum Op;
  const Slot x = small_to_float(left, type), y = small_to_float(right, type);
  switch (op) {
    case BinaryOp::kAdd:
      return small_from(Rep::kF32, compute(kAddF32, false, x, y), type);
    case BinaryOp::kSubtract:
      return small_from(Rep::kF32, compute(kSubF32, false, x, y), type);
    case BinaryOp::kMultiply:
      return small_from(Rep::kF32, compute(kMulF32, false, x, y), type);
    case BinaryOp::kDivide:
      return small_from(Rep::kF32, compute(kDivF32, false, x, y), type);
    case BinaryOp::kLess:
      return compute(kLtF32, false, x, y);
    case BinaryOp::kLessEqual:
      return compute(kLeF32, false, x, y);
    case BinaryOp::kGreater:
      return compute(kLtF32, false, y, x);
    case BinaryOp::kGreaterEqual:
      return compute(kLeF32, false, y, x);
    case BinaryOp::kEqual:
      return compute(kEqF32, false, x, y);
    case BinaryOp::kNotEqual:
      return compute(kNeF32, false, x, y);
    default:
      break;
  }
  WL_ASSERT(false, "floats of 16 bits have no such operator");
  return left;
}

Slot Lowering::pointer_arithmetic(const lang::Binary& expr) {
  const bool left_points = expr.left->type->is_pointer();
  if (left_points && expr.right->type->is_pointer()) {
    const Slot left = stable_value(*expr.left, *expr.right);
    const Slot bytes = compute(Op::kSubI64, true, left, value(*expr.right));
    const uint64_t size = lang::size_of(expr.left->type->element);
    return size == 1 ? bytes : compute(Op::kDivS64, true, bytes, builder_.constant(size, true));
  }
  if (!left_points) {  // integer + pointer
    return pointer_plus(stable_value(*expr.right, *expr.left), expr.right->type, *expr.left, false);
  }
  return pointer_plus(stable_value(*expr.left, *expr.right), expr.left->type, *expr.right,
                      expr.op == BinaryOp::kSubtract);
}

Slot Lowering::pointer_plus(Slot pointer, const lang::Type* pointer_type, const lang::Expr& count,
                            bool subtract) {
  const auto size = static_cast<int64_t>(lang::size_of(pointer_type->element));
  const auto factor = static_cast<int32_t>(subtract ? -size : size);
  // A widened 32-bit count is used as it was: the index instructions widen it themselves.
  const lang::Expr* narrow_count = &count;
  if (count.kind == ExprKind::kCast && !known(count)) {
    const lang::Expr& operand = *lang::as<lang::Cast>(count).operand;
    if (operand.type->is_scalar() && base::is_integer(operand.type->scalar))
      narrow_count = &operand;
  }
  const Slot index = value(*narrow_count);
  const Rep rep = rep_of(narrow_count->type);
  const Op op = is_wide(narrow_count->type) ? Op::kIndex64
                : rep == Rep::kS32          ? Op::kIndexS32
                                            : Op::kIndexU32;
  return compute(op, true, pointer, index, 0, factor);
}

//   d := left;  &&: If m d end, ||: If m !d end;  d := right under mask;  end: Join m
// What only some lanes evaluate: its temporaries end with it.
void Lowering::branch_value(const lang::Expr& expr, std::optional<Slot> result) {
  const size_t objects = objects_.size();
  if (result)
    move(*result, value(expr), expr.type);
  else
    effect(expr);
  end_objects(objects);
}

Slot Lowering::logical(const lang::Logical& expr) {
  const Slot left = value(*expr.left);
  if (is_pure(*expr.right)) {
    return compute(expr.is_and ? Op::kAndI32 : Op::kOrI32, false, left, value(*expr.right));
  }
  const Slot result = compute(Op::kCopy32, false, left);
  const Slot needs_right = expr.is_and ? result : compute(Op::kIsZeroI32, false, left);
  const Mask others = builder_.mask();
  const Label end = builder_.label();
  builder_.emit_jump(Op::kIf, others, needs_right, end);
  branch_value(*expr.right, result);
  builder_.place(end);
  builder_.emit(Op::kJoin, others);
  return result;
}

Slot Lowering::conditional(const lang::Conditional& expr) {
  if (expr.type->is_void()) {
    conditional_effect(expr);
    return builder_.constant(0, false);
  }
  const Slot chosen = value(*expr.condition);
  if (is_pure(*expr.then_value) && is_pure(*expr.else_value)) {
    const Slot left = value(*expr.then_value);
    return select(expr.type, chosen, left, value(*expr.else_value));
  }
  const Slot result = temporary(expr.type, expr.span);
  const Mask others = builder_.mask();
  const Label side = builder_.label(), end = builder_.label();
  builder_.emit_jump(Op::kIf, others, chosen, side);
  branch_value(*expr.then_value, result);
  builder_.place(side);
  builder_.emit_jump(Op::kElse, others, 0, end);
  branch_value(*expr.else_value, result);
  builder_.place(end);
  builder_.emit(Op::kJoin, others);
  return result;
}

void Lowering::conditional_effect(const lang::Conditional& expr) {
  const Slot chosen = value(*expr.condition);
  const Mask others = builder_.mask();
  const Label side = builder_.label(), end = builder_.label();
  builder_.emit_jump(Op::kIf, others, chosen, side);
  branch_value(*expr.then_value, std::nullopt);
  builder_.place(side);
  builder_.emit_jump(Op::kElse, others, 0, end);
  branch_value(*expr.else_value, std::nullopt);
  builder_.place(end);
  builder_.emit(Op::kJoin, others);
}

// The right side comes first, as C++17 orders it. `stored`, if requested, becomes the assigned
// value's register: in C++ an assignment is an lvalue, so that whoever uses its value reads the
// place again, and in memory that is an access (measured,
// tests/kernels/measured/assignment_values.cu).
Place Lowering::assign(const lang::Assign& expr, Slot* stored) {
  const bool is_zero = expr.value->kind == ExprKind::kConstruct && expr.type->is_array() &&
                       lang::as<lang::Construct>(*expr.value).elements.empty();
  if (is_zero && stored == nullptr) {
    const Place target = place(*expr.target);
    clear_place(target, expr.type);
    return target;
  }
  const Slot right = stable_value(*expr.value, *expr.target);
  const Place target = place(*expr.target);
  store(target, expr.is_compound ? compound(expr, target, right) : right);
  if (stored != nullptr) *stored = load(target);
  return target;
}

// The new value of `target op= right`.
Slot Lowering::compound(const lang::Assign& expr, const Place& target, Slot right) {
  const Slot old = load(target);
  if (target.type->is_pointer()) {
    const auto size = static_cast<int64_t>(lang::size_of(target.type->element));
    const bool subtract = expr.op == BinaryOp::kSubtract;
    const Rep rep = rep_of(expr.value->type);
    const Op op = is_wide(expr.value->type) ? Op::kIndex64
                  : rep == Rep::kS32        ? Op::kIndexS32
                                            : Op::kIndexU32;
    return compute(op, true, old, right, 0, static_cast<int32_t>(subtract ? -size : size));
  }
  const bool is_shift = expr.op == BinaryOp::kShiftLeft || expr.op == BinaryOp::kShiftRight;
  const Slot count =
      is_shift && is_wide(expr.value->type) ? compute(Op::kTruncateI64, false, right) : right;
  const Slot widened = convert(old, target.type, expr.compute_type);
  const Slot result = operate(expr.op, expr.compute_type, widened, count);
  builder_.note_fusible(expr.fusible);
  return convert(result, expr.compute_type, target.type);
}

// A prefix form's value is the new one, not read again (measured there too); a postfix form's the
// old one.
Place Lowering::increment(const lang::Increment& expr, Slot* result) {
  const Place target = place(*expr.operand);
  const lang::Type* type = target.type;
  const bool wide = is_wide(type);
  Slot old = load(target);
  if (result != nullptr && !expr.is_prefix && target.kind == Place::Kind::kRegister) {
    old = compute(wide ? Op::kCopy64 : Op::kCopy32, wide, old);
  }
  Slot changed = 0;
  if (type->is_pointer()) {
    const auto size = static_cast<int32_t>(lang::size_of(type->element));
    changed = compute(Op::kAddImm64, true, old, 0, 0, expr.is_decrement ? -size : size);
  } else {
    const BinaryOp op = expr.is_decrement ? BinaryOp::kSubtract : BinaryOp::kAdd;
    const Slot one = constant({base::is_floating(type->scalar), 1, 1.0}, type);
    changed = narrow(operate(op, type, old, one), type);
  }
  store(target, changed);
  if (result != nullptr) {
    *result = !expr.is_prefix                         ? old
              : target.bits != nullptr                ? load(target)
              : target.kind == Place::Kind::kRegister ? *target.slot
                                                      : changed;
  }
  return target;
}

// The machine reads the arguments' registers when it prints.
Slot Lowering::print(const lang::Print& expr) {
  PrintSite print;
  print.span = builder_.is_pinned() ? builder_.span() : expr.span;
  print.format = expr.format;
  const std::vector<Slot> slots = argument_values(expr.arguments, false);
  for (size_t i = 0; i < slots.size(); ++i)
    print.arguments.push_back({expr.arguments[i]->type, slots[i]});
  builder_.emit(Op::kPrint, 0, 0, 0, 0, static_cast<int32_t>(program_->prints.size()));
  const uint64_t count = print.arguments.size() + expr.texts;
  program_->prints.push_back(std::move(print));
  return builder_.constant(count, false);
}

void Lowering::check_assertion(const lang::Assert& expr) {
  const Slot holds = value(*expr.condition);
  builder_.emit(Op::kAssert, 0, holds, 0, 0, static_cast<int32_t>(program_->asserts.size()));
  program_->asserts.push_back({builder_.span(), expr.text});
}

}  // namespace warplens::code
