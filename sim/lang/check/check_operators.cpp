// Binary operators, && and ||, and assignments.
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/checker.hpp"

namespace warplens::lang {
namespace {

using base::Scalar;

bool is_comparison(BinaryOp op) {
  return op >= BinaryOp::kLess && op <= BinaryOp::kNotEqual;
}
bool is_shift(BinaryOp op) {
  return op == BinaryOp::kShiftLeft || op == BinaryOp::kShiftRight;
}
bool needs_integers(BinaryOp op) {
  return op == BinaryOp::kRemainder || is_shift(op) || op == BinaryOp::kBitAnd ||
         op == BinaryOp::kBitOr || op == BinaryOp::kBitXor;
}
// Into a multiply-add of one rounding.
// Of two operands of a type that are computed in another one or the same.
Fusible fusible(BinaryOp op, const Type* type, const Type* computed) {
  const bool fuses = op == BinaryOp::kAdd || op == BinaryOp::kSubtract || op == BinaryOp::kMultiply;
  if (!fuses || !computed->is_scalar() || !base::is_floating(computed->scalar)) return Fusible::kNo;
  return computed == type ? Fusible::kFull : Fusible::kSmall;
}
bool is_integer(const Type* type) {
  return type->is_scalar() && base::is_integer(type->scalar);
}
// A pointer whose elements have a size, which pointer arithmetic needs.
bool is_object_pointer(const Type* type) {
  return type->is_pointer() && !type->element->is_void();
}

std::string no_operator(const std::string& op, const Type* left, const Type* right) {
  return say("operator {operator} does not work on '{left}' and '{right}'", "operator"_a = op,
             "left"_a = name_of(left), "right"_a = name_of(right));
}
std::string declare_operator(const std::string& op) {
  return say("declare operator{operator} for them, or compute each member", "operator"_a = op);
}

}  // namespace

ExprPtr Checker::check_binary(ExprPtr expr) {
  auto& binary = as<Binary>(*expr);
  if (binary.op == BinaryOp::kComma) return check_comma(std::move(expr), false);
  binary.left = check(std::move(binary.left));
  binary.right = check(std::move(binary.right));
  if (!binary.left || !binary.right) return nullptr;
  const std::string name = "operator" + std::string(spelling_of(binary.op));
  if (auto made = overloaded(*expr, name, binary.left, binary.right)) return std::move(*made);
  binary.left = promote_bits(to_operand(std::move(binary.left)));
  binary.right = promote_bits(to_operand(std::move(binary.right)));
  if (!binary.left || !binary.right) return nullptr;
  if (is_comparison(binary.op)) return check_comparison(std::move(expr));
  if (binary.left->type->is_pointer() || binary.right->type->is_pointer()) {
    return check_pointer_arithmetic(std::move(expr));
  }
  return check_arithmetic(std::move(expr));
}

ExprPtr Checker::check_comma(ExprPtr expr, bool is_discarded) {
  auto& comma = as<Binary>(*expr);
  comma.left = discarded(std::move(comma.left));
  comma.right = is_discarded ? discarded(std::move(comma.right)) : check(std::move(comma.right));
  if (!comma.left || !comma.right) return nullptr;
  if (auto made = overloaded(*expr, "operator,", comma.left, comma.right))
    return is_discarded ? ended(std::move(*made)) : std::move(*made);
  comma.type = comma.right->type;
  comma.is_lvalue = !is_discarded && comma.right->is_lvalue;
  return expr;
}

ExprPtr Checker::report_operands(const Binary& binary) {
  const Type* left = binary.left->type;
  const Type* right = binary.right->type;
  const std::string op(spelling_of(binary.op));
  const bool is_remainder =
      binary.op == BinaryOp::kRemainder && left->is_scalar() && right->is_scalar();
  reporter_.error(binary.span, no_operator(op, left, right),
                  is_remainder                              ? say("write fmodf(a, b)")
                  : left->is_record() || right->is_record() ? declare_operator(op)
                                                            : "");
  return nullptr;
}

// The operators of 16-bit floats compute in float and round once; for + - * / that is the type's
// own correctly rounded result.
const Type* Checker::computed_in(const Type* type) {
  return type->is_scalar() && base::is_small_float(type->scalar) ? scalar(Scalar::kFloat) : type;
}

ExprPtr Checker::check_arithmetic(ExprPtr expr) {
  auto& binary = as<Binary>(*expr);
  const Type* left = binary.left->type;
  const Type* right = binary.right->type;
  const bool fits = needs_integers(binary.op) ? is_integer(left) && is_integer(right)
                                              : left->is_scalar() && right->is_scalar();
  if (!fits) return report_operands(binary);
  if (is_shift(binary.op)) {
    binary.left = promote(std::move(binary.left));
    binary.right = promote(std::move(binary.right));
    binary.type = binary.left->type;
    return expr;
  }
  const Type* common = common_type(left, right);
  binary.type = computed_in(common);
  binary.fusible = fusible(binary.op, common, binary.type);
  binary.left = cast(cast(std::move(binary.left), common), binary.type);
  binary.right = cast(cast(std::move(binary.right), common), binary.type);
  return cast(std::move(expr), common);
}

ExprPtr Checker::check_pointer_arithmetic(ExprPtr expr) {
  auto& binary = as<Binary>(*expr);
  if (binary.op == BinaryOp::kAdd && is_integer(binary.left->type))
    std::swap(binary.left, binary.right);
  const Type* left = binary.left->type;
  const Type* right = binary.right->type;
  const bool is_sum = binary.op == BinaryOp::kAdd || binary.op == BinaryOp::kSubtract;
  if (is_sum && is_object_pointer(left) && is_integer(right)) {
    binary.right = cast(std::move(binary.right), scalar(Scalar::kLongLong));
    binary.type = left;
    return expr;
  }
  const bool is_distance = binary.op == BinaryOp::kSubtract && is_object_pointer(left) &&
                           is_object_pointer(right) &&
                           plain(left->element) == plain(right->element);
  if (!is_distance) return report_operands(binary);
  binary.type = scalar(Scalar::kLong);
  return expr;
}

ExprPtr Checker::check_comparison(ExprPtr expr) {
  auto& binary = as<Binary>(*expr);
  const Type* left = binary.left->type;
  const Type* right = binary.right->type;
  if (left->is_scalar() && right->is_scalar()) {
    const Type* common = computed_in(common_type(left, right));
    binary.left = cast(std::move(binary.left), common);
    binary.right = cast(std::move(binary.right), common);
  } else if (left->is_pointer() && is_null_constant(*binary.right)) {
    binary.right = cast(std::move(binary.right), left);
  } else if (right->is_pointer() && is_null_constant(*binary.left)) {
    binary.left = cast(std::move(binary.left), right);
  } else if (left->is_pointer() && right->is_pointer() && pointer_converts(left, right)) {
    binary.left = cast(std::move(binary.left), right);
  } else if (left->is_pointer() && right->is_pointer() && pointer_converts(right, left)) {
    binary.right = cast(std::move(binary.right), left);
  } else {
    return report_operands(binary);
  }
  binary.type = scalar(Scalar::kBool);
  return expr;
}

ExprPtr Checker::check_logical(ExprPtr expr) {
  auto& logical = as<Logical>(*expr);
  logical.left = check(std::move(logical.left));
  logical.right = check(std::move(logical.right));
  if (!logical.left || !logical.right) return nullptr;
  const std::string name = logical.is_and ? "operator&&" : "operator||";
  if (auto made = overloaded(*expr, name, logical.left, logical.right)) return std::move(*made);
  logical.left = to_bool(to_value(std::move(logical.left)));
  logical.right = to_bool(to_value(std::move(logical.right)));
  logical.type = scalar(Scalar::kBool);
  return logical.left && logical.right ? std::move(expr) : nullptr;
}

// Its value is an lvalue, as in C++.
ExprPtr Checker::check_assign(ExprPtr expr) {
  auto& assign = as<Assign>(*expr);
  if (!require_not_constant(*assign.target, Writing::kAssign)) return nullptr;
  assign.target = check(std::move(assign.target));
  if (assign.target && (assign.target->type->is_record() || assign.is_compound)) {
    const bool is_list =
        assign.value->kind == ExprKind::kConstruct && assign.value->type == nullptr;
    if (!is_list) assign.value = check(std::move(assign.value));
    if (!assign.value) return nullptr;
    return assign_checked(std::move(expr), !is_list);
  }
  return finish_assign(std::move(expr), false);
}

// The target is checked and, with `has_value`, the value, which else is a list.
ExprPtr Checker::assign_checked(ExprPtr expr, bool has_value) {
  auto& assign = as<Assign>(*expr);
  const std::string op = assign.is_compound ? std::string(spelling_of(assign.op)) : "";
  if (auto made = overloaded(*expr, "operator" + op + "=", assign.target, assign.value))
    return std::move(*made);
  return finish_assign(std::move(expr), has_value);
}

// The built-in assignment; its target is checked and, with `has_value`, its value too.
ExprPtr Checker::finish_assign(ExprPtr expr, bool has_value) {
  auto& assign = as<Assign>(*expr);
  assign.target = to_place(std::move(assign.target));
  const bool is_fine = assign.target && require_modifiable(*assign.target, Writing::kAssign);
  if (is_fine && !assign.is_compound) {
    assign.type = assign.target->type;
    if (has_value && plain(assign.value->type) == plain(assign.type)) {
      if (with_own(assign.type, Copying::kAssign) != nullptr)
        return assign_members(std::move(assign.target), std::move(assign.value));
      assign.value = to_value(std::move(assign.value));
      assign.is_lvalue = true;
      return assign.value ? std::move(expr) : nullptr;
    }
    assign.value = has_value ? initialize_checked(std::move(assign.value), assign.type)
                             : initialize(std::move(assign.value), assign.type, assign.span);
    assign.is_lvalue = true;
    return assign.value ? std::move(expr) : nullptr;
  }
  assign.value = has_value ? to_operand(std::move(assign.value)) : value(std::move(assign.value));
  if (!is_fine || !assign.value) return nullptr;
  assign.type = assign.target->type;
  assign.is_lvalue = true;
  return check_compound_assign(std::move(expr));
}

ExprPtr Checker::check_compound_assign(ExprPtr expr) {
  auto& assign = as<Assign>(*expr);
  const Type* target = assign.type;
  const Type* operand = assign.value->type;
  const bool is_sum = assign.op == BinaryOp::kAdd || assign.op == BinaryOp::kSubtract;
  if (is_object_pointer(target) && is_sum && is_integer(operand)) {
    assign.compute_type = target;
    assign.value = cast(std::move(assign.value), scalar(Scalar::kLongLong));
    return expr;
  }
  const bool fits = needs_integers(assign.op) ? is_integer(target) && is_integer(operand)
                                              : target->is_scalar() && operand->is_scalar();
  if (!fits) {
    const bool is_remainder =
        assign.op == BinaryOp::kRemainder && target->is_scalar() && operand->is_scalar();
    const std::string op = std::string(spelling_of(assign.op)) + "=";
    reporter_.error(assign.span, no_operator(op, target, operand),
                    is_remainder          ? say("write x = fmodf(x, y)")
                    : target->is_record() ? declare_operator(op)
                                          : "");
    return nullptr;
  }
  if (is_shift(assign.op)) {
    assign.compute_type = scalar(promoted(target->scalar));
    assign.value = promote(std::move(assign.value));
    return expr;
  }
  const Type* common = common_type(target, operand);
  assign.compute_type = computed_in(common);
  assign.fusible = fusible(assign.op, common, assign.compute_type);
  assign.value = cast(cast(std::move(assign.value), common), assign.compute_type);
  return expr;
}

}  // namespace warplens::lang
