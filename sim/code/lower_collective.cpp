// What lanes do together: barriers, shuffles, votes, atomics; and what only a machine can tell.
#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"
#include "sim/lang/library/intrinsics.hpp"

namespace warplens::code {

using lang::ExprKind;
using lang::IntrinsicOp;

namespace {

// The shared-memory instruction of an atomic; its generic one stands equally far behind in the
// list.
Op atomic_op(IntrinsicOp op, Rep rep) {
  using enum Op;
  switch (op) {
    case IntrinsicOp::kAtomicAdd:
      return OpSet{kAtomicAddSharedI32, kAtomicAddSharedI32, kAtomicAddSharedI64,
                   kAtomicAddSharedI64, kAtomicAddSharedF32, kAtomicAddSharedF64}
          .of(rep);
    case IntrinsicOp::kAtomicMin:
      return OpSet{kAtomicMinSharedS32, kAtomicMinSharedU32, kAtomicMinSharedS64,
                   kAtomicMinSharedU64, kAtomicMinSharedS32, kAtomicMinSharedS64}
          .of(rep);
    case IntrinsicOp::kAtomicMax:
      return OpSet{kAtomicMaxSharedS32, kAtomicMaxSharedU32, kAtomicMaxSharedS64,
                   kAtomicMaxSharedU64, kAtomicMaxSharedS32, kAtomicMaxSharedS64}
          .of(rep);
    default:
      break;
  }
  const bool wide = rep == Rep::kS64 || rep == Rep::kU64 || rep == Rep::kF64;
  switch (op) {
    case IntrinsicOp::kAtomicAnd:
      return wide ? kAtomicAndSharedI64 : kAtomicAndSharedI32;
    case IntrinsicOp::kAtomicOr:
      return wide ? kAtomicOrSharedI64 : kAtomicOrSharedI32;
    case IntrinsicOp::kAtomicXor:
      return wide ? kAtomicXorSharedI64 : kAtomicXorSharedI32;
    case IntrinsicOp::kAtomicExchange:
      return wide ? kAtomicExchSharedI64 : kAtomicExchSharedI32;
    case IntrinsicOp::kAtomicIncrement:
      return kAtomicIncSharedU32;
    case IntrinsicOp::kAtomicDecrement:
      return kAtomicDecSharedU32;
    default:
      WL_ASSERT(op == IntrinsicOp::kAtomicCompareSwap, "an atomic has an instruction");
      return wide ? kAtomicCasSharedI64 : kAtomicCasSharedI32;
  }
}

// As Op::kReduce counts them.
int32_t reduction(IntrinsicOp op, bool is_signed) {
  switch (op) {
    case IntrinsicOp::kReduceAdd:
      return 0;
    case IntrinsicOp::kReduceMin:
      return is_signed ? 1 : 3;
    case IntrinsicOp::kReduceMax:
      return is_signed ? 2 : 4;
    case IntrinsicOp::kReduceAnd:
      return 5;
    case IntrinsicOp::kReduceOr:
      return 6;
    default:
      return 7;
  }
}

Atomic kind_of(IntrinsicOp op) {
  switch (op) {
    case IntrinsicOp::kAtomicAdd:
      return Atomic::kAdd;
    case IntrinsicOp::kAtomicMin:
      return Atomic::kMinimum;
    case IntrinsicOp::kAtomicMax:
      return Atomic::kMaximum;
    case IntrinsicOp::kAtomicExchange:
      return Atomic::kExchange;
    case IntrinsicOp::kAtomicIncrement:
      return Atomic::kIncrement;
    case IntrinsicOp::kAtomicDecrement:
      return Atomic::kDecrement;
    case IntrinsicOp::kAtomicAnd:
      return Atomic::kAnd;
    case IntrinsicOp::kAtomicOr:
      return Atomic::kOr;
    case IntrinsicOp::kAtomicXor:
      return Atomic::kXor;
    default:
      return Atomic::kCompareSwap;
  }
}

}  // namespace

// Nothing if it is a function of one lane's numbers. Void ones have a value nobody reads.
std::optional<Slot> Lowering::call_collective(const lang::Call& expr) {
  const IntrinsicOp op = lang::intrinsics()[expr.intrinsic].op;
  if (lang::is_atomic(op)) return atomic(expr);
  const auto nothing = [this] { return builder_.constant(0, false); };
  const auto barrier_result = [&](int32_t kind) {
    builder_.emit(Op::kBarrierVote, 0, value(*expr.arguments[0]));
    return compute(Op::kBarrierResult, false, 0, 0, 0, kind);
  };
  // Of a value, the second argument, over the members that the first names.
  const auto over_members = [&](Op what, int32_t kind) {
    const std::vector<Slot> slots = argument_values(expr.arguments);
    return compute(what, false, slots[1], slots[0], 0, kind);
  };
  switch (op) {
    case IntrinsicOp::kSyncThreads:
      builder_.emit(Op::kBarrier);
      return nothing();
    case IntrinsicOp::kSyncThreadsCount:
      return barrier_result(0);
    case IntrinsicOp::kSyncThreadsAnd:
      return barrier_result(1);
    case IntrinsicOp::kSyncThreadsOr:
      return barrier_result(2);
    case IntrinsicOp::kSyncWarp:
      builder_.emit(Op::kSyncWarp, 0, 0, value(*expr.arguments[0]));
      return nothing();
    case IntrinsicOp::kShuffleIndex:
      return shuffle(expr, 0);
    case IntrinsicOp::kShuffleUp:
      return shuffle(expr, 1);
    case IntrinsicOp::kShuffleDown:
      return shuffle(expr, 2);
    case IntrinsicOp::kShuffleXor:
      return shuffle(expr, 3);
    case IntrinsicOp::kVoteAny:
      return over_members(Op::kVote, 0);
    case IntrinsicOp::kVoteAll:
      return over_members(Op::kVote, 1);
    case IntrinsicOp::kBallot:
      return over_members(Op::kVote, 2);
    case IntrinsicOp::kActiveMask:
      return compute(Op::kActiveMask, false, 0);
    case IntrinsicOp::kMatchAny:
      return over_members(is_wide(expr.arguments[1]->type) ? Op::kMatchAny64 : Op::kMatchAny32, 0);
    case IntrinsicOp::kMatchAll:
      return match_all(expr);
    case IntrinsicOp::kReduceAdd:
    case IntrinsicOp::kReduceMin:
    case IntrinsicOp::kReduceMax:
    case IntrinsicOp::kReduceAnd:
    case IntrinsicOp::kReduceOr:
    case IntrinsicOp::kReduceXor:
      return over_members(Op::kReduce, reduction(op, base::is_signed(expr.type->scalar)));
    case IntrinsicOp::kFence:  // a store is seen at once
    case IntrinsicOp::kNanosleep:
      for (const lang::ExprPtr& argument : expr.arguments) effect(*argument);
      return nothing();
    case IntrinsicOp::kClock:
      return compute(is_wide(expr.type) ? Op::kClock64 : Op::kClock32, is_wide(expr.type), 0);
    case IntrinsicOp::kTrap:
      builder_.emit(Op::kTrap, 0, 0, 0, 0, static_cast<int32_t>(program_->asserts.size()));
      program_->asserts.push_back({builder_.span(), ""});
      return nothing();
    default:
      return std::nullopt;
  }
}

// (members, value, lane or distance, width)
Slot Lowering::shuffle(const lang::Call& expr, int32_t mode) {
  const std::vector<Slot> slots = argument_values(expr.arguments);
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

// One access: the values are what is added, the results what was there before.
Slot Lowering::atomic(const lang::Call& expr) {
  const IntrinsicOp op = lang::intrinsics()[expr.intrinsic].op;
  Place target = place_behind(*expr.arguments[0]);
  const lang::Type* type = expr.arguments[1]->type;
  std::vector<Slot> operands;
  for (size_t i = 1; i < expr.arguments.size(); ++i) {
    const lang::Expr& operand = *expr.arguments[i];
    if (target.slot && writes_variables(operand)) {
      const bool wide = target.kind == Place::Kind::kPointer;
      target.slot = compute(wide ? Op::kCopy64 : Op::kCopy32, wide, *target.slot);
    }
    const bool is_followed = i + 1 < expr.arguments.size();
    operands.push_back(is_followed ? stable_value(operand, *expr.arguments[i + 1])
                                   : value(operand));
  }
  operands.resize(2, 0);
  target.type = type;
  AccessSite where = site(target, type, Operation::kAtomic);
  where.atomic = kind_of(op);
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
  auto chosen = static_cast<uint32_t>(atomic_op(op, rep_of(type)));
  if (target.kind != Place::Kind::kShared) chosen += to_generic;
  const Slot old = builder_.temporary(is_wide(type));
  builder_.emit_access(static_cast<Op>(chosen), old, to, operands[0], imm, where, operands[1]);
  return old;
}

}  // namespace warplens::code
