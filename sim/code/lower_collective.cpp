// What lanes do together: barriers, shuffles, votes, atomics; and what only a machine knows.
#include "sim/base/mbarrier.hpp"
#include "sim/code/lowering.hpp"

namespace warplens::code {

using lang::ExprKind;

Slot Lowering::nothing() {
  return builder_.constant(0, false);
}

Slot Lowering::without_result(Op op) {
  builder_.emit(op);
  return nothing();
}

Slot Lowering::nothing_but_arguments(const lang::Call& expr) {
  for (const lang::ExprPtr& argument : expr.arguments) effect(*argument);
  return nothing();
}

// As Op::kBarrierResult counts `kind`.
Slot Lowering::barrier_vote(const lang::Call& expr, int32_t kind) {
  builder_.emit(Op::kBarrierVote, 0, value(*expr.arguments[0]));
  return compute(Op::kBarrierResult, false, 0, 0, 0, kind);
}

Slot Lowering::sync_warp(const lang::Call& expr) {
  builder_.emit(Op::kSyncWarp, 0, 0, value(*expr.arguments[0]));
  return nothing();
}

Slot Lowering::fence(int32_t scope) {
  builder_.emit(Op::kFence, 0, 0, 0, 0, scope);
  return nothing();
}

Slot Lowering::trap() {
  builder_.emit(Op::kTrap, 0, 0, 0, 0, static_cast<int32_t>(program_->asserts.size()));
  program_->asserts.push_back({builder_.span(), ""});
  return nothing();
}

// (mbarrier), or with a number.
Slot Lowering::mbarrier(const lang::Call& expr, Op op, int32_t imm) {
  std::vector<Slot> slots = argument_values(expr);
  slots.resize(2, 0);
  builder_.emit(op, 0, slots[0], slots[1], 0, imm);
  return nothing();
}

// (mbarrier, arrivals)
Slot Lowering::mbarrier_arrive(const lang::Call& expr, bool drops) {
  const std::vector<Slot> slots = argument_values(expr);
  return compute(Op::kMbarrierArrive, true, slots[0], slots[1], 0, drops ? 1 : 0);
}

// (mbarrier, the phase's parity or a state in it)
Slot Lowering::mbarrier_phase(const lang::Call& expr, bool is_of_state, bool waits) {
  const std::vector<Slot> slots = argument_values(expr);
  Slot parity = slots[1];
  if (is_of_state) {
    const Slot shift = builder_.constant(63, false);
    parity = compute(Op::kTruncateI64, false, compute(Op::kShrU64, true, parity, shift));
  }
  builder_.emit(Op::kMbarrierWait, 0, slots[0], parity, 0, waits ? 0 : 1);
  return compute(Op::kMbarrierTest, false, slots[0], parity, 0, waits ? 1 : 0);
}

// Of a state: its low bits are the pending arrivals.
Slot Lowering::mbarrier_pending(const lang::Call& expr) {
  const Slot low = compute(Op::kTruncateI64, false, value(*expr.arguments[0]));
  return compute(Op::kAndI32, false, low,
                 builder_.constant(base::MbarrierState::kMostArrivals, false));
}

// Of a value, the second argument, over the members that the first names.
Slot Lowering::over_members(const lang::Call& expr, Op op, int32_t kind) {
  const std::vector<Slot> slots = argument_values(expr);
  return compute(op, false, slots[1], slots[0], 0, kind);
}

// (members, value, lane or distance, width)
Slot Lowering::shuffle(const lang::Call& expr, int32_t mode) {
  const std::vector<Slot> slots = argument_values(expr);
  const bool wide = is_wide(expr.type);
  return compute(wide ? Op::kShuffle64 : Op::kShuffle32, wide, slots[1], slots[2], slots[3],
                 mode | (int32_t{slots[0]} << 8));
}

// (members, value, where the predicate goes)
Slot Lowering::match_all(const lang::Call& expr) {
  const lang::Expr& compared = *expr.arguments[1];
  const lang::Expr& predicate = *expr.arguments[2];
  const Slot members = stable_value(*expr.arguments[0], predicate);
  const Slot slot = stable_value(compared, predicate);
  Place target = place_behind(predicate);
  target.type = predicate.type->element;
  const Slot holds = builder_.temporary(false);
  const Slot result = compute(is_wide(compared.type) ? Op::kMatchAll64 : Op::kMatchAll32, false,
                              slot, members, holds);
  store(target, holds);
  return result;
}

// What a pointer argument names: `&a[i]` is the place a[i].
Place Lowering::place_behind(const lang::Expr& pointer) {
  const lang::Expr* inner = &pointer;
  while (inner->kind == ExprKind::kCast &&
         !lang::as<lang::Cast>(*inner).operand->type->is_array()) {
    inner = lang::as<lang::Cast>(*inner).operand.get();
  }
  Place result = inner->kind == ExprKind::kAddressOf
                     ? place(*lang::as<lang::AddressOf>(*inner).operand)
                     : pointed_to(*inner);
  if (result.lvalue == nullptr) result.lvalue = inner;
  return result;
}

// Evaluating `next` does not change where the place is.
void Lowering::keep_address(Place& place, const lang::Expr& next) {
  if (place.kind == Place::Kind::kRegister || !place.slot || !writes_variables(next)) return;
  const bool wide = place.kind == Place::Kind::kPointer;
  place.slot = compute(wide ? Op::kCopy64 : Op::kCopy32, wide, *place.slot);
}

// One access: the values are what is added, the results what was there before. `in_shared` are its
// instructions in shared memory; the generic ones are equally far after them in the list.
Slot Lowering::atomic(const lang::Call& expr, Atomic kind, const OpSet& in_shared) {
  Place target = place_behind(*expr.arguments[0]);
  const lang::Type* type = expr.arguments[1]->type;
  std::vector<Slot> operands;
  for (size_t i = 1; i < expr.arguments.size(); ++i) {
    const lang::Expr& operand = *expr.arguments[i];
    keep_address(target, operand);
    const bool is_followed = i + 1 < expr.arguments.size();
    operands.push_back(is_followed ? stable_value(operand, *expr.arguments[i + 1])
                                   : value(operand));
  }
  operands.resize(2, 0);
  target.type = type;
  AccessSite where = site(target, type, Operation::kAtomic);
  where.atomic = kind;
  if (!builder_.is_pinned()) where.span = expr.span;
  if (target.kind == Place::Kind::kLocal) {  // a thread's own: reached as what its pointer names
    target.slot = pointer_to(target);
    target.offset = 0;
    target.kind = Place::Kind::kPointer;
  }
  int32_t imm = 0;
  const Slot to = address(target, imm);
  const auto to_generic = static_cast<uint32_t>(Op::kAtomicAddGenericI32) -
                          static_cast<uint32_t>(Op::kAtomicAddSharedI32);
  Op in_shared_memory = in_shared.of(rep_of(type));
  if (lang::size_of(type) == 2) {  // what there is for 16 bits
    in_shared_memory = kind == Atomic::kCompareSwap          ? Op::kAtomicCasSharedI16
                       : type->scalar == base::Scalar::kHalf ? Op::kAtomicAddSharedH16
                                                             : Op::kAtomicAddSharedB16;
  }
  auto chosen = static_cast<uint32_t>(in_shared_memory);
  if (target.kind != Place::Kind::kShared) chosen += to_generic;
  const Slot old = builder_.temporary(is_wide(type));
  builder_.emit_access(static_cast<Op>(chosen), old, to, operands[0], imm, where, operands[1]);
  note_subscripts(target);
  return old;
}

}  // namespace warplens::code
