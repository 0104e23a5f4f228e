#include "sim/lang/barriers.hpp"

#include <functional>
#include <set>

#include "sim/lang/intrinsics.hpp"
#include "sim/lang/walk.hpp"

namespace warplens::lang {
namespace {

// Functions that hold a barrier outside of their own loops: a call of one is as good as a barrier.
using Barriers = std::set<const Function*>;

bool meets_barrier(const Expr& expr, const Barriers& barriers) {
  return any_part(expr, [&](const Expr& part) {
    if (part.kind != ExprKind::kCall) return false;
    const auto& call = as<Call>(part);
    if (call.function != nullptr) return barriers.contains(call.function);
    return holds_barrier(intrinsics()[call.intrinsic].op);
  });
}

// Calls `meet` with the innermost loop (null: none) around each expression that meets a barrier.
class Walk {
 public:
  Walk(const Barriers& barriers, std::function<void(Loop*)> meet)
      : barriers_(barriers), meet_(std::move(meet)) {}

  void statement(Stmt* stmt, Loop* loop) {
    if (stmt == nullptr) return;
    switch (stmt->kind) {
      case StmtKind::kBlock:
        for (StmtPtr& inner : as<Block>(*stmt).statements) statement(inner.get(), loop);
        break;
      case StmtKind::kDeclaration:
        for (Declarator& one : as<Declaration>(*stmt).declarators) declarator(one, loop);
        break;
      case StmtKind::kExpression:
        expression(as<ExpressionStmt>(*stmt).expression, loop);
        break;
      case StmtKind::kIf: {
        auto& node = as<If>(*stmt);
        expression(node.condition, loop);
        statement(node.then_branch.get(), loop);
        statement(node.else_branch.get(), loop);
        break;
      }
      case StmtKind::kFor: {
        auto& node = as<For>(*stmt);
        statement(node.init.get(), loop);
        expression(node.condition, &node);
        expression(node.step, &node);
        statement(node.body.get(), &node);
        break;
      }
      case StmtKind::kWhile: {
        auto& node = as<While>(*stmt);
        expression(node.condition, &node);
        statement(node.body.get(), &node);
        break;
      }
      case StmtKind::kDoWhile: {
        auto& node = as<DoWhile>(*stmt);
        expression(node.condition, &node);
        statement(node.body.get(), &node);
        break;
      }
      case StmtKind::kSwitch: {
        auto& node = as<Switch>(*stmt);
        expression(node.condition, loop);
        for (StmtPtr& inner : node.statements) statement(inner.get(), loop);
        break;
      }
      case StmtKind::kReturn:
        expression(as<Return>(*stmt).value, loop);
        break;
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kEmpty:
        break;
    }
  }

 private:
  void expression(const ExprPtr& expr, Loop* loop) {
    if (expr && meets_barrier(*expr, barriers_)) meet_(loop);
  }
  void declarator(const Declarator& one, Loop* loop) {
    expression(one.value, loop);
    expression(one.constructor, loop);
    for (const ExprPtr& element : one.elements) expression(element, loop);
    for (const ExprPtr& constructor : one.constructors) expression(constructor, loop);
  }

  const Barriers& barriers_;
  std::function<void(Loop*)> meet_;
};

}  // namespace

void mark_barrier_loops(Unit& unit) {
  std::vector<Function*> functions;
  for (auto& function : unit.functions) functions.push_back(function.get());
  for (Kernel& kernel : unit.kernels) functions.push_back(&kernel);
  Barriers barriers;
  for (size_t known = functions.size() + 1; known != barriers.size();) {
    known = barriers.size();
    for (Function* function : functions) {
      const auto meet = [&](Loop* loop) {
        if (loop == nullptr) barriers.insert(function);
      };
      Walk(barriers, meet).statement(function->body.get(), nullptr);
    }
  }
  for (Function* function : functions) {
    const auto meet = [](Loop* loop) {
      if (loop != nullptr) loop->holds_barrier = true;
    };
    Walk(barriers, meet).statement(function->body.get(), nullptr);
  }
}

}  // namespace warplens::lang
