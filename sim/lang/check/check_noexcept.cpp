// noexcept(expression).
#include <memory>
#include <utility>
#include <vector>

#include "sim/lang/check/checker.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::lang {

ExprPtr Checker::promises_not_to_throw(ExprPtr expr, Span span) {
  const std::vector<Loop*> loops =
      std::exchange(loops_, {});  // a barrier in here would never be reached
  const ExprPtr checked = check(std::move(expr));
  loops_ = loops;
  if (!checked) return nullptr;
  const bool may_throw = any_part(*checked, [this](const Expr& part) {
    if (part.kind != ExprKind::kCall) return false;
    const Function* const function = as<Call>(part).function;
    const auto declared = declared_as_.find(function);
    const bool promises = function == nullptr || function->is_provided ||
                          (declared != declared_as_.end() && declared->second->is_noexcept);
    return !promises;
  });
  auto literal = std::make_unique<Literal>();
  literal->type = scalar(base::Scalar::kBool);
  literal->bits = may_throw ? 0 : 1;
  literal->span = span;
  return literal;
}

}  // namespace warplens::lang
