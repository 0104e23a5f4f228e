// A statement accumulates if it is `x op= ...`, or `x = ...` with x read on its right side, for a
// local scalar x, inside a loop.
#include "app/scene/accumulation.hpp"

#include "sim/lang/tree/unit.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::scene {
namespace {

using namespace lang;

const Expr& without_casts(const Expr& expr) {
  const Expr* inner = &expr;
  while (inner->kind == ExprKind::kCast) inner = as<Cast>(*inner).operand.get();
  return *inner;
}

// Whether the value of `variable` is read anywhere in the expression.
bool reads(const Expr* expr, const Variable* variable) {
  return expr != nullptr && lang::any_part(*expr, [variable](const Expr& part) {
           return part.kind == ExprKind::kVariable && as<VariableRef>(part).variable == variable;
         });
}

const Variable* accumulated(const Stmt& statement) {
  if (statement.kind != StmtKind::kExpression) return nullptr;
  const Expr* expr = as<ExpressionStmt>(statement).expression.get();
  if (expr == nullptr || without_casts(*expr).kind != ExprKind::kAssign) return nullptr;
  const auto& assign = as<Assign>(without_casts(*expr));
  if (assign.target->kind != ExprKind::kVariable) return nullptr;
  const Variable* variable = as<VariableRef>(*assign.target).variable;
  const bool is_own = variable != nullptr && variable->storage == Storage::kLocal &&
                      variable->type != nullptr && variable->type->is_scalar();
  if (!is_own) return nullptr;
  return assign.is_compound || reads(assign.value.get(), variable) ? variable : nullptr;
}

// The innermost loop around `wanted`, below `statement`; `around` is the one already entered.
const Loop* find_loop(const Stmt* statement, const Stmt* wanted, const Loop* around, bool& found) {
  if (statement == nullptr) return nullptr;
  if (statement == wanted) {
    found = true;
    return around;
  }
  const auto search = [&](const Stmt* child, const Loop* loop) {
    const Loop* result = find_loop(child, wanted, loop, found);
    return found ? result : nullptr;
  };
  const auto search_all = [&](const std::vector<StmtPtr>& children) -> const Loop* {
    for (const StmtPtr& child : children) {
      const Loop* result = search(child.get(), around);
      if (found) return result;
    }
    return nullptr;
  };
  switch (statement->kind) {
    case StmtKind::kBlock:
      return search_all(as<Block>(*statement).statements);
    case StmtKind::kSwitch:
      return search_all(as<Switch>(*statement).statements);
    case StmtKind::kIf: {
      const Loop* result = search(as<If>(*statement).then_branch.get(), around);
      return found ? result : search(as<If>(*statement).else_branch.get(), around);
    }
    case StmtKind::kFor: {
      const auto& loop = as<For>(*statement);
      const Loop* result = search(loop.init.get(), around);
      return found ? result : search(loop.body.get(), &loop);
    }
    case StmtKind::kWhile:
    case StmtKind::kDoWhile: {
      const auto& loop = as<Loop>(*statement);
      return search(loop.body.get(), &loop);
    }
    default:
      return nullptr;
  }
}

}  // namespace

AccumulationSyntax find_accumulation(const Function& function, const Stmt* statement) {
  AccumulationSyntax result;
  if (statement == nullptr) return result;
  const Variable* variable = accumulated(*statement);
  bool found = false;
  const Loop* loop = find_loop(function.body.get(), statement, nullptr, found);
  if (variable == nullptr || loop == nullptr) return result;
  result.variable = variable;
  result.cursor = loop->induction;
  return result;
}

}  // namespace warplens::scene
