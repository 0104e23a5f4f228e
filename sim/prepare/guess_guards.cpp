// Finds arrays whose elements are used under a guard `i <= n` alone, statement by statement: a
// guard holds in the branch that it opens, behind a branch that leaves (`if (i > n) return;`), and
// to the right of its `&&`. Whatever else is done with an array, or with `i` and `n`, speaks for a
// kernel that means more elements than n, so that in doubt there is no such array.
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "sim/lang/check/evaluate.hpp"
#include "sim/lang/tree/walk.hpp"
#include "sim/prepare/guess_roles.hpp"

namespace warplens::prepare {
namespace {

using lang::as;
using lang::BinaryOp;
using lang::Expr;
using lang::ExprKind;
using lang::Stmt;
using lang::StmtKind;
using lang::Variable;

using Guard = std::pair<const Variable*, const Variable*>;  // an index, and the number that it is
                                                            // compared with
using Guards = std::set<Guard>;                             // index <= number

bool ends_in_exit(const Stmt* stmt) {
  if (stmt == nullptr) return false;
  if (stmt->kind == StmtKind::kBlock) {
    const auto& statements = as<lang::Block>(*stmt).statements;
    return !statements.empty() && ends_in_exit(statements.back().get());
  }
  return stmt->kind == StmtKind::kReturn || stmt->kind == StmtKind::kContinue;
}

// Of `b op a`, where that of `a op b` is given.
BinaryOp mirrored(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLess:
      return BinaryOp::kGreater;
    case BinaryOp::kLessEqual:
      return BinaryOp::kGreaterEqual;
    case BinaryOp::kGreater:
      return BinaryOp::kLess;
    case BinaryOp::kGreaterEqual:
      return BinaryOp::kLessEqual;
    default:
      return op;
  }
}

bool is_any_comparison(BinaryOp op) {
  return op == BinaryOp::kLess || op == BinaryOp::kLessEqual || op == BinaryOp::kGreater ||
         op == BinaryOp::kGreaterEqual || op == BinaryOp::kEqual || op == BinaryOp::kNotEqual;
}

class ClosedArrays {
 public:
  explicit ClosedArrays(const lang::Kernel& kernel)
      : kernel_(kernel), of_threads_(thread_variables(kernel)) {}

  std::map<const Variable*, const Variable*> find() {
    visit(kernel_.body.get(), {});
    std::map<const Variable*, const Variable*> closed;
    for (const auto& [array, guard] : uses_) {
      const bool is_certain = !open_.contains(array) && !shifted_.contains(guard.first) &&
                              !changed_.contains(guard.second) && !otherwise_.contains(guard);
      if (is_certain) closed[array] = guard.second;
    }
    return closed;
  }

 private:
  struct Comparison {
    Guard guard;                     // null: of something else
    BinaryOp op = BinaryOp::kEqual;  // between its two
  };

  Comparison comparison_of(const lang::Binary& binary) const {
    const auto is_number = [](const Variable* variable) {
      return variable != nullptr && variable->storage == lang::Storage::kParameter &&
             variable->type->is_scalar() && base::is_integer(variable->type->scalar);
    };
    const Variable* left = lang::named_variable(*binary.left);
    const Variable* right = lang::named_variable(*binary.right);
    if (of_threads_.contains(left) && is_number(right)) return {{left, right}, binary.op};
    if (of_threads_.contains(right) && is_number(left)) return {{right, left}, mirrored(binary.op)};
    return {};
  }

  // What is known where the condition holds; with `is_exit`, where it does not.
  Guards guards_of(const Expr& condition, bool is_exit) const {
    const Expr& bare = lang::bare(condition);
    if (bare.kind == ExprKind::kLogical && as<lang::Logical>(bare).is_and != is_exit) {
      Guards all = guards_of(*as<lang::Logical>(bare).left, is_exit);
      all.merge(guards_of(*as<lang::Logical>(bare).right, is_exit));
      return all;
    }
    if (bare.kind != ExprKind::kBinary) return {};
    const Comparison comparison = comparison_of(as<lang::Binary>(bare));
    const BinaryOp meant = is_exit ? BinaryOp::kGreater : BinaryOp::kLessEqual;
    if (comparison.guard.first == nullptr || comparison.op != meant) return {};
    return {comparison.guard};
  }

  Guards with(Guards guards, const Expr& condition, bool is_exit = false) const {
    guards.merge(guards_of(condition, is_exit));
    return guards;
  }

  void visit(const Stmt* stmt, const Guards& guards) {
    if (stmt == nullptr) return;
    switch (stmt->kind) {
      case StmtKind::kBlock:
        return visit_all(as<lang::Block>(*stmt).statements, guards);
      case StmtKind::kIf: {
        const auto& branch = as<lang::If>(*stmt);
        see(*branch.condition, guards, ends_in_exit(branch.then_branch.get()));
        visit(branch.then_branch.get(), with(guards, *branch.condition));
        return visit(branch.else_branch.get(), guards);
      }
      case StmtKind::kFor: {
        const auto& loop = as<lang::For>(*stmt);
        visit(loop.init.get(), guards);
        if (loop.condition != nullptr) see(*loop.condition, guards);
        const Guards inside = loop.condition != nullptr ? with(guards, *loop.condition) : guards;
        if (loop.step != nullptr) see(*loop.step, inside);
        return visit(loop.body.get(), inside);
      }
      case StmtKind::kWhile: {
        const auto& loop = as<lang::While>(*stmt);
        see(*loop.condition, guards);
        return visit(loop.body.get(), with(guards, *loop.condition));
      }
      case StmtKind::kDoWhile:
        see(*as<lang::DoWhile>(*stmt).condition, guards);
        return visit(as<lang::DoWhile>(*stmt).body.get(), guards);
      case StmtKind::kSwitch:
        see(*as<lang::Switch>(*stmt).condition, guards);
        return visit_all(as<lang::Switch>(*stmt).statements, guards);
      case StmtKind::kDeclaration:
        for (const lang::Declarator& declarator : as<lang::Declaration>(*stmt).declarators) {
          if (declarator.value != nullptr) note_value(declarator.variable, *declarator.value);
        }
        break;
      default:
        break;
    }
    lang::for_each_expression(*stmt, [&](const Expr& expr) { see(expr, guards); });
  }

  void visit_all(const std::vector<lang::StmtPtr>& statements, Guards guards) {
    for (const lang::StmtPtr& stmt : statements) {
      visit(stmt.get(), guards);
      if (stmt->kind == StmtKind::kIf && ends_in_exit(as<lang::If>(*stmt).then_branch.get()))
        guards = with(std::move(guards), *as<lang::If>(*stmt).condition, true);
    }
  }

  // `is_exit`: the expression is the condition of a branch that leaves.
  void see(const Expr& expr, const Guards& guards, bool is_exit = false) {
    switch (expr.kind) {
      case ExprKind::kLogical: {
        const auto& logical = as<lang::Logical>(expr);
        see(*logical.left, guards, is_exit);
        const bool is_passed =
            logical.is_and != is_exit;  // the right side has the left one's guards
        return see(*logical.right, is_passed ? with(guards, *logical.left, is_exit) : guards,
                   is_exit);
      }
      case ExprKind::kConditional: {
        const auto& choice = as<lang::Conditional>(expr);
        see(*choice.condition, guards);
        see(*choice.then_value, with(guards, *choice.condition));
        return see(*choice.else_value, guards);
      }
      case ExprKind::kIndex: {
        const auto& element = as<lang::Index>(expr);
        see(*element.index, guards);
        const Variable* array = lang::named_variable(*element.base);
        if (array == nullptr) return see(*element.base, guards);
        return note_element(*array, lang::named_variable(*element.index), guards);
      }
      case ExprKind::kVariable:
        open_.insert(as<lang::VariableRef>(expr).variable);  // an array as a whole
        return;
      case ExprKind::kBinary:
        if (is_any_comparison(as<lang::Binary>(expr).op))
          note_comparison(as<lang::Binary>(expr), is_exit);
        break;
      case ExprKind::kAssign: {
        const auto& assign = as<lang::Assign>(expr);
        const Variable* target = lang::named_variable(*assign.target);
        changed_.insert(target);
        note_value(target, *assign.value);
        break;
      }
      case ExprKind::kIncrement:
        changed_.insert(lang::named_variable(*as<lang::Increment>(expr).operand));
        break;
      default:
        break;
    }
    lang::for_each_part(expr, [&](const Expr& part) { see(part, guards, is_exit); });
  }

  void note_element(const Variable& array, const Variable* index, const Guards& guards) {
    const auto is_of_index = [&](const Guard& guard) { return guard.first == index; };
    const auto guard = std::find_if(guards.begin(), guards.end(), is_of_index);
    if (std::count_if(guards.begin(), guards.end(), is_of_index) == 1) {
      const auto [known, is_new] = uses_.emplace(&array, *guard);
      if (is_new || known->second == *guard) return;
    }
    open_.insert(&array);
  }

  void note_comparison(const lang::Binary& binary, bool is_exit) {
    const Comparison comparison = comparison_of(binary);
    const BinaryOp meant = is_exit ? BinaryOp::kGreater : BinaryOp::kLessEqual;
    if (comparison.guard.first != nullptr && comparison.op != meant)
      otherwise_.insert(comparison.guard);
    if (lang::fold(*binary.right)) shifted_.insert(lang::named_variable(*binary.left));
    if (lang::fold(*binary.left)) shifted_.insert(lang::named_variable(*binary.right));
  }

  // A value that does not count threads from 0: with a constant added to it, or from memory.
  void note_value(const Variable* variable, const Expr& value) {
    const bool is_other = lang::any_part(value, [&](const Expr& part) {
      if (part.kind == ExprKind::kIndex || part.kind == ExprKind::kDereference ||
          part.kind == ExprKind::kCall)
        return true;
      if (part.kind == ExprKind::kVariable)
        return shifted_.contains(as<lang::VariableRef>(part).variable);
      if (part.kind != ExprKind::kBinary) return false;
      const auto& binary = as<lang::Binary>(part);
      const bool is_sum = binary.op == BinaryOp::kAdd || binary.op == BinaryOp::kSubtract;
      return is_sum && (lang::fold(*binary.left) || lang::fold(*binary.right));
    });
    if (is_other) shifted_.insert(variable);
  }

  const lang::Kernel& kernel_;
  const std::set<const Variable*> of_threads_;
  std::map<const Variable*, Guard> uses_;  // of arrays, the guard that all have
  std::set<const Variable*> open_;         // arrays with another use
  std::set<const Variable*> shifted_;      // indices that do not count threads from 0
  std::set<const Variable*> changed_;      // what is assigned to
  Guards otherwise_;                       // pairs that are compared in another way, too
};

}  // namespace

std::map<const Variable*, const Variable*> closed_arrays_of(const lang::Kernel& kernel) {
  return kernel.body == nullptr ? std::map<const Variable*, const Variable*>()
                                : ClosedArrays(kernel).find();
}

}  // namespace warplens::prepare
