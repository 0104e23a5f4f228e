// Calls: each row of lang::intrinsics() by what it computes.
#include "sim/base/assert.hpp"
#include "sim/code/lowering.hpp"
#include "sim/lang/intrinsics.hpp"

namespace warplens::code {

using lang::ExprKind;
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
    case IntrinsicOp::kLog:
      return {{kLogF32, kLogF64}};
    case IntrinsicOp::kLog2:
      return {{kLog2F32, kLog2F64}};
    case IntrinsicOp::kLog10:
      return {{kLog10F32, kLog10F64}};
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
    case IntrinsicOp::kHypot:
      return {{kHypotF32, kHypotF64}};
    case IntrinsicOp::kCbrt:
      return {{kCbrtF32, kCbrtF64}};
    case IntrinsicOp::kErf:
      return {{kErfF32, kErfF64}};
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
    case IntrinsicOp::kIsNan:
      return {{kIsNanF32, kIsNanF64}};
    case IntrinsicOp::kIsInf:
      return {{kIsInfF32, kIsInfF64}};
    default:
      return std::nullopt;
  }
}

OpSet integer_ops(IntrinsicOp op) {
  using enum Op;
  if (op == IntrinsicOp::kMin) return {kMinS32, kMinU32, kMinS64, kMinU64, kMinF32, kMinF64};
  if (op == IntrinsicOp::kMax) return {kMaxS32, kMaxU32, kMaxS64, kMaxU64, kMaxF32, kMaxF64};
  return {kAbsS32, kCopy32, kAbsS64, kCopy64, kAbsF32, kAbsF64};
}

}  // namespace

Slot Lowering::call(const lang::Call& expr) {
  const IntrinsicOp op = lang::intrinsics()[expr.intrinsic].op;
  if (op == IntrinsicOp::kSyncThreads) {
    builder_.emit(Op::kBarrier);
    return builder_.constant(0, false);
  }
  if (op == IntrinsicOp::kAtomicAdd) return atomic_add(expr);
  WL_ASSERT(!expr.arguments.empty() && expr.arguments.size() <= 3, "a function of 1 to 3 numbers");
  Slot slots[3] = {0, 0, 0};
  for (size_t i = 0; i < expr.arguments.size(); ++i) {
    slots[i] = value(*expr.arguments[i]);
    for (size_t later = i + 1; later < expr.arguments.size(); ++later) {
      if (!writes_variables(*expr.arguments[later])) continue;
      const bool wide = is_wide(expr.arguments[i]->type);
      slots[i] = compute(wide ? Op::kCopy64 : Op::kCopy32, wide, slots[i]);
      break;
    }
  }
  const lang::Type* type = expr.arguments.front()->type;
  const auto math = math_ops(op);
  const Op chosen = math ? (rep_of(type) == Rep::kF64 ? math->second : math->first)
                         : integer_ops(op).of(rep_of(type));
  return compute(chosen, is_wide(expr.type), slots[0], slots[1], slots[2]);
}

// One access: the values are what is added, the results what was there before.
Slot Lowering::atomic_add(const lang::Call& expr) {
  const lang::Expr* pointer = expr.arguments[0].get();
  const lang::Expr& addend = *expr.arguments[1];
  const lang::Expr* inner = pointer;
  while (inner->kind == ExprKind::kCast &&
         !lang::as<lang::Cast>(*inner).operand->type->is_array()) {
    inner = lang::as<lang::Cast>(*inner).operand.get();
  }
  Place target = inner->kind == ExprKind::kAddressOf
                     ? place(*lang::as<lang::AddressOf>(*inner).operand)
                     : pointed_to(*inner);
  if (target.slot && writes_variables(addend)) {
    const bool wide = target.kind == Place::Kind::kPointer;
    target.slot = compute(wide ? Op::kCopy64 : Op::kCopy32, wide, *target.slot);
  }
  const Slot added = value(addend);
  if (target.lvalue == nullptr) target.lvalue = inner;
  target.type = addend.type;
  AccessSite where = site(target, Operation::kAtomic);
  where.span = expr.span;

  const Rep rep = rep_of(addend.type);
  const uint32_t position = rep == Rep::kF32       ? 2
                            : rep == Rep::kF64     ? 3
                            : is_wide(addend.type) ? 1
                                                   : 0;
  if (target.kind ==
      Place::Kind::kLocal) {  // a thread's own memory: reached as what its pointer names
    target.slot = pointer_to(target);
    target.offset = 0;
    target.kind = Place::Kind::kPointer;
  }
  int32_t imm = 0;
  const Slot to = address(target, imm);
  const Op first =
      target.kind == Place::Kind::kShared ? Op::kAtomicAddSharedI32 : Op::kAtomicAddGenericI32;
  const Slot old = builder_.temporary(is_wide(addend.type));
  builder_.emit_access(static_cast<Op>(static_cast<uint32_t>(first) + position), old, to, added,
                       imm, where);
  return old;
}

}  // namespace warplens::code
