#include "sim/edit/address_flow.hpp"

#include <algorithm>

#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::edit {

namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;

class PathWalk {
 public:
  explicit PathWalk(const std::function<void(const ExprPath&)>& visit) : visit_(visit) {}

  void walk(const lang::Stmt& stmt) {
    path_.stmt = &stmt;
    std::map<const Expr*, const lang::Variable*> declared;
    if (stmt.kind == lang::StmtKind::kDeclaration) {
      for (const lang::Declarator& one : as<lang::Declaration>(stmt).declarators)
        declared.emplace(one.value.get(), one.variable);
    }
    lang::for_each_expression(stmt, [&](const Expr& expr) {
      const auto found = declared.find(&expr);
      path_.declared = found == declared.end() ? nullptr : found->second;
      walk(expr);
    });
  }

 private:
  void walk(const Expr& expr) {
    path_.expressions.push_back(&expr);
    visit_(path_);
    lang::for_each_part(expr, [&](const Expr& part) { walk(part); });
    path_.expressions.pop_back();
  }

  const std::function<void(const ExprPath&)>& visit_;
  ExprPath path_;
};

constexpr size_t kDeepestCall = 16;

bool is_zero(const Expr& expr) {
  return expr.kind == ExprKind::kLiteral && as<lang::Literal>(expr).bits == 0;
}

}  // namespace

void for_each_path(const lang::Function& function,
                   const std::function<void(const ExprPath&)>& visit) {
  PathWalk walk(visit);
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) { walk.walk(stmt); });
}

AddressFlow::AddressFlow(const code::Program& program) {
  std::set<const lang::Function*> functions;
  for (const code::Frame& frame : program.frames) {
    const lang::Function* function = frame.function;
    if (function->body == nullptr || !functions.insert(function).second) continue;
    for_each_path(*function, [this](const ExprPath& path) {
      const Expr& expr = *path.expressions.back();
      if (expr.kind == ExprKind::kVariable && as<lang::VariableRef>(expr).variable != nullptr)
        uses_[as<lang::VariableRef>(expr).variable].push_back(path);
    });
  }
}

bool AddressFlow::takes_one_place(const lang::Call& call, size_t argument) {
  if (call.function != nullptr) return false;
  const lang::IntrinsicOp op = lang::intrinsics()[call.intrinsic].op;
  switch (op) {
    case lang::IntrinsicOp::kLoadMatrix:
    case lang::IntrinsicOp::kLoadMatrixTurned:
      return argument + 1 == call.arguments.size();
    case lang::IntrinsicOp::kStoreMatrix:
    case lang::IntrinsicOp::kStoreMatrixTurned:
    case lang::IntrinsicOp::kCopyAsync:
      return argument == 0;
    default:
      break;
  }
  const lang::IntrinsicKind kind = kind_of(op);
  return argument == 0 &&
         (kind == lang::IntrinsicKind::kAtomic || kind == lang::IntrinsicKind::kCached);
}

bool AddressFlow::is_for_one_place(const ExprPath& path, size_t at) {
  calls_.clear();
  followed_.clear();
  return follow(path, at);
}

// The value of path.expressions[at] is the address.
bool AddressFlow::follow(const ExprPath& path, size_t at) {
  while (at > 0) {
    const Expr& inner = *path.expressions[at];
    const Expr& outer = *path.expressions[at - 1];
    switch (outer.kind) {
      case ExprKind::kCast:
      case ExprKind::kLoad:
        --at;
        continue;
      case ExprKind::kDereference:
      case ExprKind::kIndex:
        if (!is_one_place_there(path, at)) return false;
        // The address of what is there is the address again.
        if (at < 2 || path.expressions[at - 2]->kind != ExprKind::kAddressOf) return true;
        at -= 2;
        continue;
      case ExprKind::kConditional:
        if (as<lang::Conditional>(outer).condition.get() == &inner) return false;
        --at;
        continue;
      case ExprKind::kAssign: {
        const auto& assign = as<lang::Assign>(outer);
        if (assign.is_compound) return false;
        if (assign.target.get() == &inner) return true;  // it gets another value
        return assign.target->kind == ExprKind::kVariable &&
               as<lang::VariableRef>(*assign.target).variable != nullptr && at == 1 &&
               follow_variable(*as<lang::VariableRef>(*assign.target).variable);
      }
      case ExprKind::kCall:
        return follow_argument(path, at);
      default:
        return false;
    }
  }
  if (path.declared != nullptr) return follow_variable(*path.declared);
  if (path.stmt->kind == lang::StmtKind::kReturn) return follow_result();
  return path.stmt->kind == lang::StmtKind::kExpression;
}

// `*address`, `address[0]`, and not as a part of an array that it would be.
bool AddressFlow::is_one_place_there(const ExprPath& path, size_t at) const {
  const Expr& outer = *path.expressions[at - 1];
  if (outer.type == nullptr || outer.type->is_array()) return false;
  if (outer.kind == ExprKind::kDereference) return true;
  const auto& index = as<lang::Index>(outer);
  return index.base.get() == path.expressions[at] && is_zero(*index.index);
}

bool AddressFlow::follow_argument(const ExprPath& path, size_t at) {
  const auto& call = as<lang::Call>(*path.expressions[at - 1]);
  const auto found =
      std::find_if(call.arguments.begin(), call.arguments.end(),
                   [&](const auto& one) { return one.get() == path.expressions[at]; });
  const auto index = static_cast<size_t>(found - call.arguments.begin());
  if (call.function == nullptr) return takes_one_place(call, index);
  const lang::Function& function = *call.function;
  if (function.body == nullptr || index >= function.parameters.size()) return false;
  if (calls_.size() >= kDeepestCall) return false;
  calls_.push_back({&path, at - 1});
  const bool is_fine = follow_variable(*function.parameters[index]);
  calls_.pop_back();
  return is_fine;
}

bool AddressFlow::follow_variable(const lang::Variable& variable) {
  const bool is_value =
      variable.type != nullptr && (variable.type->is_pointer() || variable.type->is_scalar());
  if (variable.storage != lang::Storage::kLocal || !(is_value || variable.is_reference))
    return false;
  const Expr* call = calls_.empty() ? nullptr : calls_.back().path->expressions[calls_.back().at];
  if (!followed_.insert({&variable, call}).second) return true;
  const auto found = uses_.find(&variable);
  if (found == uses_.end()) return true;
  return std::all_of(found->second.begin(), found->second.end(),
                     [&](const ExprPath& use) { return follow(use, use.expressions.size() - 1); });
}

bool AddressFlow::follow_result() {
  if (calls_.empty()) return false;
  const Place call = calls_.back();
  calls_.pop_back();
  const bool is_fine = follow(*call.path, call.at);
  calls_.push_back(call);
  return is_fine;
}

}  // namespace warplens::edit
