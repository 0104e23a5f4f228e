// What evaluating an expression may change.
#include <algorithm>

#include "sim/code/lowering.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::code {

using lang::ExprKind;

// Whether evaluating it only computes a value, so that all lanes may do so, whether they need it or
// not.
bool Lowering::is_pure(const lang::Expr& expr) const {
  budget_.charge();
  switch (expr.kind) {
    case ExprKind::kLiteral:
    case ExprKind::kBuiltin:
      return true;
    case ExprKind::kVariable:
      return true;
    case ExprKind::kLoad:
      return reads_variable(expr) || known(expr).has_value();
    case ExprKind::kUnary:
      return is_pure(*lang::as<lang::Unary>(expr).operand);
    case ExprKind::kCast:
      return is_pure(*lang::as<lang::Cast>(expr).operand);
    case ExprKind::kBinary:
      return is_pure(*lang::as<lang::Binary>(expr).left) &&
             is_pure(*lang::as<lang::Binary>(expr).right);
    case ExprKind::kLogical:
      return is_pure(*lang::as<lang::Logical>(expr).left) &&
             is_pure(*lang::as<lang::Logical>(expr).right);
    case ExprKind::kMember:
      return is_pure(*lang::as<lang::Member>(expr).object);
    case ExprKind::kConstruct: {
      const auto& elements = lang::as<lang::Construct>(expr).elements;
      return std::all_of(elements.begin(), elements.end(), [this](const lang::ExprPtr& element) {
        return element == nullptr || is_pure(*element);
      });
    }
    case ExprKind::kConditional: {
      const auto& conditional = lang::as<lang::Conditional>(expr);
      return is_pure(*conditional.condition) && is_pure(*conditional.then_value) &&
             is_pure(*conditional.else_value);
    }
    default:
      return false;
  }
}

// Whether its value is read from the variable's own registers.
bool Lowering::reads_variable(const lang::Expr& expr) const {
  const lang::Expr* inner = &expr;
  if (inner->kind == ExprKind::kLoad) inner = lang::as<lang::Load>(*inner).operand.get();
  while (inner->kind == ExprKind::kMember) inner = lang::as<lang::Member>(*inner).object.get();
  if (inner->kind != ExprKind::kVariable) return false;
  const Home* home = home_of(lang::as<lang::VariableRef>(*inner).variable);
  return home != nullptr && home->place == VariableHome::Place::kRegister;
}

// Whether evaluating it may write a variable; with calls_too, or has any other visible effect.
bool Lowering::writes_variables(const lang::Expr& expr, bool calls_too) const {
  return lang::any_part(expr, [this, calls_too](const lang::Expr& part) {
    budget_.charge();
    return part.kind == ExprKind::kAssign || part.kind == ExprKind::kIncrement ||
           part.kind == ExprKind::kMaterialize ||
           (calls_too && (part.kind == ExprKind::kCall || part.kind == ExprKind::kPrint ||
                          part.kind == ExprKind::kAssert || part.kind == ExprKind::kLaunch));
  });
}

}  // namespace warplens::code
