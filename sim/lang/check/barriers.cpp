#include "sim/lang/check/barriers.hpp"

#include <functional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::lang {
namespace {

// Functions that have a barrier outside of their own loops: a call of one counts as a barrier.
using Barriers = std::set<const Function*>;

bool is_block_barrier(const Call& call) {
  return kind_of(intrinsics()[call.intrinsic].op) == IntrinsicKind::kBlockBarrier;
}

bool meets_barrier(const Call& call, const Barriers& barriers) {
  if (call.function != nullptr) return barriers.contains(call.function);
  return is_block_barrier(call);
}

// Calls `meet` with every call, and the innermost loop (null: none) around it.
class Walk {
 public:
  using Meet = std::function<void(const Call&, Loop*)>;
  Walk(base::Budget& budget, Meet meet) : budget_(budget), meet_(std::move(meet)) {}

  void statement(Stmt* stmt, Loop* loop) {
    if (stmt == nullptr) return;
    budget_.charge();
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
      case StmtKind::kGoto:
      case StmtKind::kLabel:
      case StmtKind::kEmpty:
        break;
    }
  }

 private:
  void expression(const ExprPtr& expr, Loop* loop) {
    if (!expr) return;
    any_part(*expr, [&](const Expr& part) {
      budget_.charge();
      if (part.kind == ExprKind::kCall) meet_(as<Call>(part), loop);
      return false;
    });
  }
  void declarator(const Declarator& one, Loop* loop) {
    expression(one.value, loop);
    expression(one.constructor, loop);
    for (const ExprPtr& element : one.elements) expression(element, loop);
    for (const ExprPtr& constructor : one.constructors) expression(constructor, loop);
    for (const ExprPtr& destructor : one.destructors) expression(destructor, loop);
  }

  base::Budget& budget_;
  Meet meet_;
};

}  // namespace

void mark_barrier_loops(Unit& unit, base::Budget& budget) {
  std::vector<Function*> functions;
  for (auto& function : unit.functions) functions.push_back(function.get());
  for (Kernel& kernel : unit.kernels) functions.push_back(&kernel);
  // From each function that holds one to those that call it outside of their loops, and so on.
  std::unordered_map<const Function*, std::vector<const Function*>> callers;
  std::vector<const Function*> found;
  Barriers barriers;
  const auto note = [&](const Function* function) {
    if (barriers.insert(function).second) found.push_back(function);
  };
  for (Function* function : functions) {
    Walk(budget, [&](const Call& call, Loop* loop) {
      if (loop != nullptr) return;
      if (call.function != nullptr) {
        callers[call.function].push_back(function);
      } else if (is_block_barrier(call)) {
        note(function);
      }
    }).statement(function->body.get(), nullptr);
  }
  while (!found.empty()) {
    const Function* holder = found.back();
    found.pop_back();
    for (const Function* caller : callers[holder]) note(caller);
  }
  for (Function* function : functions) {
    Walk(budget, [&](const Call& call, Loop* loop) {
      if (loop != nullptr && meets_barrier(call, barriers)) loop->holds_barrier = true;
    }).statement(function->body.get(), nullptr);
  }
}

}  // namespace warplens::lang
