// Walks the tree: names from registers and memory, then operators bottom-up (evaluate_scalar.cpp).
// Pointers are followed as in the machine, so that an lvalue's address can be compared with the
// recorded one.
#include "sim/replay/evaluate.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "sim/machine/builtins.hpp"
#include "sim/replay/evaluate_place.hpp"

namespace warplens::replay {
namespace {

using base::Scalar;
using lang::as;
using lang::Expr;
using lang::ExprKind;
using Value = std::optional<uint64_t>;

Value evaluate_pointer_binary(const lang::Binary& binary, uint64_t left, uint64_t right) {
  const bool left_is_pointer = binary.left->type->is_pointer();
  const lang::Type* pointer = left_is_pointer ? binary.left->type : binary.right->type;
  const auto size =
      std::max<uint64_t>(1, pointer->element->is_void() ? 1 : lang::size_of(pointer->element));
  switch (binary.op) {
    case lang::BinaryOp::kAdd:
      return left_is_pointer ? left + right * size : left * size + right;
    case lang::BinaryOp::kSubtract:
      if (!binary.right->type->is_pointer()) return left - right * size;
      return static_cast<uint64_t>(static_cast<int64_t>(left - right) / static_cast<int64_t>(size));
    default:
      return binary_value(binary.op, Scalar::kULongLong, left, right);
  }
}

Value evaluate_binary(const LaneState& state, const lang::Binary& binary) {
  const Value left = evaluate(state, *binary.left);
  const Value right = evaluate(state, *binary.right);
  if (binary.op == lang::BinaryOp::kComma) return right;
  if (!left || !right) return std::nullopt;
  if (binary.left->type->is_pointer() || binary.right->type->is_pointer()) {
    return evaluate_pointer_binary(binary, *left, *right);
  }
  if (!binary.left->type->is_scalar()) return std::nullopt;
  return binary_value(binary.op, binary.left->type->scalar, *left, *right);
}

Value evaluate_increment(const LaneState& state, const lang::Increment& increment) {
  const Value now = load(state, *increment.operand);
  if (!now || increment.is_prefix) return now;
  const lang::Type* type = increment.operand->type;
  if (type->is_pointer()) {
    const uint64_t size = lang::size_of(type->element);
    return increment.is_decrement ? *now + size : *now - size;
  }
  const uint64_t one = convert(Scalar::kInt, type->scalar, 1);
  return binary_value(increment.is_decrement ? lang::BinaryOp::kAdd : lang::BinaryOp::kSubtract,
                      type->scalar, *now, one);
}

Value evaluate_cast(const LaneState& state, const lang::Cast& cast) {
  if (cast.operand->type->is_array()) return address_of(state, *cast.operand);
  const Value value = evaluate(state, *cast.operand);
  if (!value || !cast.type->is_scalar()) return value;
  if (cast.operand->type->is_pointer()) {
    return cast.type->scalar == Scalar::kBool ? uint64_t{*value != 0} : value;
  }
  return convert(cast.operand->type->scalar, cast.type->scalar, *value);
}

Value evaluate_intrinsic(const LaneState& state, const lang::Call& call) {
  uint64_t arguments[3] = {0, 0, 0};
  if (call.arguments.empty() || call.arguments.size() > 3 || !call.type->is_scalar()) {
    return std::nullopt;
  }
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (!call.arguments[i]->type->is_scalar()) return std::nullopt;
    const Value argument = evaluate(state, *call.arguments[i]);
    if (!argument) return std::nullopt;
    arguments[i] = *argument;
  }
  const lang::Intrinsic& intrinsic = lang::intrinsics()[call.intrinsic];
  const Value value = call_value(intrinsic.op, call.arguments[0]->type->scalar, arguments);
  return value ? Value(extend_type(call.type, *value)) : std::nullopt;
}

// Only for a function whose body is one `return`: any other has to be executed.
Value evaluate_function(const LaneState& state, const lang::Call& call) {
  const lang::Function& function = *call.function;
  if (function.is_recursive || function.body == nullptr || function.body->statements.size() != 1 ||
      function.body->statements.front()->kind != lang::StmtKind::kReturn ||
      function.parameters.size() != call.arguments.size()) {
    return std::nullopt;
  }
  const Expr* result = as<lang::Return>(*function.body->statements.front()).value.get();
  if (result == nullptr) return std::nullopt;
  BoundValues values;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    if (call.arguments[i]->type->is_record()) return std::nullopt;
    const Value argument = evaluate(state, *call.arguments[i]);
    if (!argument) return std::nullopt;
    values[function.parameters[i]] = *argument;
  }
  LaneState inside = state;
  inside.bound = &values;
  return evaluate(inside, *result);
}

Value evaluate_call(const LaneState& state, const lang::Call& call) {
  return call.function != nullptr ? evaluate_function(state, call)
                                  : evaluate_intrinsic(state, call);
}

}  // namespace

std::optional<uint64_t> evaluate(const LaneState& state, const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral: {
      const auto& literal = as<lang::Literal>(expr);
      return literal_value(expr.type, literal.bits, literal.real);
    }
    case ExprKind::kVariable:
      return load(state, expr);
    case ExprKind::kBuiltin:
      return machine::builtin_value(as<lang::BuiltinRef>(expr).builtin, state.block->context(),
                                    state.block->id(), state.warp * trace::kWarpSize + state.lane);
    case ExprKind::kUnary: {
      const auto& unary = as<lang::Unary>(expr);
      const Value value = evaluate(state, *unary.operand);
      if (!value || !unary.operand->type->is_scalar()) return std::nullopt;
      return unary_value(unary.op, unary.operand->type->scalar, *value);
    }
    case ExprKind::kIncrement:
      return evaluate_increment(state, as<lang::Increment>(expr));
    case ExprKind::kBinary:
      return evaluate_binary(state, as<lang::Binary>(expr));
    case ExprKind::kLogical: {
      const auto& logical = as<lang::Logical>(expr);
      const Value left = evaluate(state, *logical.left);
      if (!left || (*left != 0) != logical.is_and) return left;
      return evaluate(state, *logical.right);
    }
    case ExprKind::kAssign:
      return load(state, *as<lang::Assign>(expr).target);
    case ExprKind::kConditional: {
      const auto& conditional = as<lang::Conditional>(expr);
      const Value condition = evaluate(state, *conditional.condition);
      if (!condition) return std::nullopt;
      return evaluate(state, *condition != 0 ? *conditional.then_value : *conditional.else_value);
    }
    case ExprKind::kIndex:
    case ExprKind::kDereference:
      return load(state, expr);
    case ExprKind::kAddressOf:
      return address_of(state, *as<lang::AddressOf>(expr).operand);
    case ExprKind::kCast:
      return evaluate_cast(state, as<lang::Cast>(expr));
    case ExprKind::kLoad:
      return load(state, *as<lang::Load>(expr).operand);
    case ExprKind::kCall:
      return evaluate_call(state, as<lang::Call>(expr));
    case ExprKind::kMember:
      return value_of_part(state, expr, 0, expr.type);
    case ExprKind::kMaterialize:
      return load(state, expr);
    case ExprKind::kConstruct:
    case ExprKind::kPrint:
    case ExprKind::kAssert:
    case ExprKind::kString:
    case ExprKind::kLaunch:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace warplens::replay
