// One walk over the parts of an expression, for everyone who only looks for something in it.
#include "sim/lang/walk.hpp"

#include <algorithm>

namespace warplens::lang {

bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& holds) {
  if (holds(expr)) return true;
  const auto in = [&holds](const ExprPtr& part) { return any_part(*part, holds); };
  switch (expr.kind) {
    case ExprKind::kLiteral:
    case ExprKind::kVariable:
    case ExprKind::kBuiltin:
      return false;
    case ExprKind::kUnary:
      return in(as<Unary>(expr).operand);
    case ExprKind::kIncrement:
      return in(as<Increment>(expr).operand);
    case ExprKind::kCast:
      return in(as<Cast>(expr).operand);
    case ExprKind::kLoad:
      return in(as<Load>(expr).operand);
    case ExprKind::kAddressOf:
      return in(as<AddressOf>(expr).operand);
    case ExprKind::kDereference:
      return in(as<Dereference>(expr).pointer);
    case ExprKind::kIndex:
      return in(as<Index>(expr).base) || in(as<Index>(expr).index);
    case ExprKind::kBinary:
      return in(as<Binary>(expr).left) || in(as<Binary>(expr).right);
    case ExprKind::kLogical:
      return in(as<Logical>(expr).left) || in(as<Logical>(expr).right);
    case ExprKind::kAssign:
      return in(as<Assign>(expr).target) || in(as<Assign>(expr).value);
    case ExprKind::kConditional: {
      const auto& conditional = as<Conditional>(expr);
      return in(conditional.condition) || in(conditional.then_value) || in(conditional.else_value);
    }
    case ExprKind::kMember:
      return in(as<Member>(expr).object);
    case ExprKind::kConstruct: {
      const auto& elements = as<Construct>(expr).elements;
      return std::any_of(elements.begin(), elements.end(), in);
    }
    case ExprKind::kMaterialize: {
      const auto& made = as<Materialize>(expr);
      return (made.value && in(made.value)) || (made.constructor && in(made.constructor));
    }
    case ExprKind::kPrint: {
      const auto& arguments = as<Print>(expr).arguments;
      return std::any_of(arguments.begin(), arguments.end(), in);
    }
    case ExprKind::kAssert:
      return in(as<Assert>(expr).condition);
    case ExprKind::kCall: {
      const auto& arguments = as<Call>(expr).arguments;
      return std::any_of(arguments.begin(), arguments.end(), in);
    }
  }
  return false;
}

}  // namespace warplens::lang
