// Which variables depend on threadIdx is found by following assignments, in any order, until
// nothing changes. So a variable that depends on it anywhere does so everywhere.
#include "sim/prepare/guess_roles.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "sim/lang/tree/walk.hpp"

namespace warplens::prepare {
namespace {

using lang::as;
using lang::BinaryOp;
using lang::Builtin;
using lang::Expr;
using lang::ExprKind;
using lang::Variable;

using Variables = std::set<const Variable*>;

bool is_thread_index(Builtin builtin) {
  return builtin == Builtin::kThreadIdxX || builtin == Builtin::kThreadIdxY ||
         builtin == Builtin::kThreadIdxZ;
}

bool reads_in(const lang::Block& body, const std::function<bool(Builtin)>& is_meant) {
  bool found = false;
  lang::for_each_statement(body, [&](const lang::Stmt& stmt) {
    lang::for_each_expression(stmt, [&](const Expr& expr) {
      found =
          found || lang::any_part(expr, [&](const Expr& part) {
            return part.kind == ExprKind::kBuiltin && is_meant(as<lang::BuiltinRef>(part).builtin);
          });
    });
  });
  return found;
}

void for_each_whole(const lang::Kernel& kernel, const std::function<void(const Expr&)>& visit) {
  lang::for_each_statement(*kernel.body, [&](const lang::Stmt& stmt) {
    lang::for_each_expression(stmt, [&](const Expr& expr) {
      lang::any_part(expr, [&](const Expr& part) {
        visit(part);
        return false;
      });
    });
  });
}

bool is_comparison(BinaryOp op) {
  return op == BinaryOp::kLess || op == BinaryOp::kLessEqual || op == BinaryOp::kGreater ||
         op == BinaryOp::kGreaterEqual;
}

class Roles {
 public:
  explicit Roles(const lang::Kernel& kernel) : kernel_(kernel) {}

  std::map<const Variable*, NumberRole> find() {
    follow_all();
    find_turns();
    for_each_whole(kernel_, [&](const Expr& expr) {
      if (expr.kind != ExprKind::kBinary || !is_comparison(as<lang::Binary>(expr).op)) return;
      const auto& compared = as<lang::Binary>(expr);
      if (depends(*compared.left)) guard(*compared.right);
      if (depends(*compared.right)) guard(*compared.left);
    });
    return std::move(roles_);
  }

  Variables of_threads() {
    follow_all();
    return std::move(of_threads_);
  }

 private:
  void follow_all() {
    while (follow()) {
    }
  }

  bool depends(const Expr& expr) const {
    return lang::any_part(expr, [&](const Expr& part) {
      if (part.kind == ExprKind::kBuiltin)
        return is_thread_index(as<lang::BuiltinRef>(part).builtin);
      if (part.kind == ExprKind::kVariable)
        return of_threads_.contains(as<lang::VariableRef>(part).variable);
      if (part.kind != ExprKind::kCall) return false;
      const lang::Function* function = as<lang::Call>(part).function;
      return function != nullptr && function->body != nullptr &&
             reads_in(*function->body, is_thread_index);
    });
  }

  // Whether another variable was found to depend on threadIdx.
  bool follow() {
    const size_t before = of_threads_.size();
    const auto note = [&](const Variable* variable, const Expr* value) {
      if (variable != nullptr && value != nullptr && depends(*value)) of_threads_.insert(variable);
    };
    lang::for_each_statement(*kernel_.body, [&](const lang::Stmt& stmt) {
      if (stmt.kind != lang::StmtKind::kDeclaration) return;
      for (const lang::Declarator& declarator : as<lang::Declaration>(stmt).declarators) {
        note(declarator.variable, declarator.value.get());
        note(declarator.variable, declarator.constructor.get());
      }
    });
    for_each_whole(kernel_, [&](const Expr& expr) {
      if (expr.kind != ExprKind::kAssign) return;
      note(lang::named_variable(*as<lang::Assign>(expr).target),
           as<lang::Assign>(expr).value.get());
    });
    return of_threads_.size() != before;
  }

  // for (int i = 0; i < n; ++i)
  void find_turns() {
    lang::for_each_statement(*kernel_.body, [&](const lang::Stmt& stmt) {
      if (stmt.kind != lang::StmtKind::kFor) return;
      const auto& loop = as<lang::For>(stmt);
      if (loop.condition == nullptr || loop.condition->kind != ExprKind::kBinary ||
          loop.step == nullptr || loop.step->kind != ExprKind::kIncrement)
        return;
      const auto& condition = as<lang::Binary>(*loop.condition);
      const Variable* counter = lang::named_variable(*condition.left);
      const Variable* limit = lang::named_variable(*condition.right);
      const bool is_plain = counter != nullptr && limit != nullptr && is_comparison(condition.op) &&
                            !of_threads_.contains(counter);
      if (is_plain && limit->storage == lang::Storage::kParameter)
        roles_[limit] = NumberRole::kTurns;
    });
  }

  void guard(const Expr& limit) {
    lang::any_part(limit, [&](const Expr& part) {
      const Variable* variable =
          part.kind == ExprKind::kVariable ? as<lang::VariableRef>(part).variable : nullptr;
      if (variable != nullptr && variable->storage == lang::Storage::kParameter &&
          variable->type->is_scalar())
        roles_[variable] = NumberRole::kGuard;
      return false;
    });
  }

  const lang::Kernel& kernel_;
  Variables of_threads_;
  std::map<const Variable*, NumberRole> roles_;
};

}  // namespace

std::map<const Variable*, NumberRole> roles_of(const lang::Kernel& kernel) {
  return kernel.body == nullptr ? std::map<const Variable*, NumberRole>() : Roles(kernel).find();
}

std::set<const Variable*> thread_variables(const lang::Kernel& kernel) {
  return kernel.body == nullptr ? Variables() : Roles(kernel).of_threads();
}

bool reads(const lang::Kernel& kernel, Builtin builtin) {
  const auto is_it = [&](Builtin other) { return other == builtin; };
  if (kernel.body != nullptr && reads_in(*kernel.body, is_it)) return true;
  return std::any_of(kernel.reached.begin(), kernel.reached.end(), [&](const auto* function) {
    return function->body != nullptr && reads_in(*function->body, is_it);
  });
}

}  // namespace warplens::prepare
