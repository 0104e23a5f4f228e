#include "sim/lang/check/evaluate.hpp"

#include <algorithm>
#include <utility>

#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {
namespace {

constexpr int kMostSteps = 1'000'000;  // of one expression; the budget counts those of all
constexpr size_t kDeepestCall = 256;
constexpr uint64_t kStepsAnEvaluation = 10;  // of the budget

}  // namespace

bool Evaluator::step() {
  if (budget_ != nullptr) budget_->charge(kStepsAnEvaluation);
  return ++steps_ <= kMostSteps;
}

std::optional<Constant> Evaluator::value(const Expr& expr) {
  if (expr.type == nullptr || !expr.type->is_scalar() || !step()) return std::nullopt;
  std::optional<base::Budget::Level> level;
  if (budget_ != nullptr) level.emplace(*budget_);
  switch (expr.kind) {
    case ExprKind::kLiteral: {
      const auto& literal = as<Literal>(expr);
      return Constant{expr.type->scalar, literal.bits, literal.real};
    }
    case ExprKind::kLoad: {
      const Constant* known = variable(*as<Load>(expr).operand);
      return known != nullptr ? std::optional(*known) : std::nullopt;
    }
    case ExprKind::kUnary: {
      const auto operand = value(*as<Unary>(expr).operand);
      return operand ? std::optional(apply(as<Unary>(expr).op, *operand)) : operand;
    }
    case ExprKind::kCast: {
      const auto operand = value(*as<Cast>(expr).operand);
      return operand ? std::optional(convert(*operand, expr.type->scalar)) : operand;
    }
    case ExprKind::kBinary: {
      const auto& binary = as<Binary>(expr);
      if (binary.op == BinaryOp::kComma)
        return frames_.empty() || !effect(*binary.left) ? std::nullopt : value(*binary.right);
      const auto left = value(*binary.left);
      const auto right = left ? value(*binary.right) : left;
      return left && right ? apply(binary.op, *left, *right) : std::nullopt;
    }
    case ExprKind::kLogical: {
      const auto& logical = as<Logical>(expr);
      const auto left = value(*logical.left);
      if (!left) return left;
      if (left->is_true() != logical.is_and) return convert(*left, base::Scalar::kBool);
      const auto right = value(*logical.right);
      return right ? std::optional(convert(*right, base::Scalar::kBool)) : right;
    }
    case ExprKind::kConditional: {
      const auto& conditional = as<Conditional>(expr);
      const auto condition = value(*conditional.condition);
      if (!condition) return std::nullopt;
      return value(condition->is_true() ? *conditional.then_value : *conditional.else_value);
    }
    case ExprKind::kAssign:
      return assign(as<Assign>(expr));
    case ExprKind::kIncrement:
      return increment(as<Increment>(expr));
    case ExprKind::kCall:
      return call(as<Call>(expr));
    default:
      return std::nullopt;
  }
}

// -------------------------------------------------------------------------------------- variables

// The value of a variable of the function being executed; null for any other place.
Constant* Evaluator::variable(const Expr& lvalue) {
  if (lvalue.kind != ExprKind::kVariable || frames_.empty()) return nullptr;
  const auto known = frames_.back().find(as<VariableRef>(lvalue).variable);
  return known == frames_.back().end() ? nullptr : &known->second;
}

std::optional<Constant> Evaluator::assign(const Assign& node) {
  const auto right = value(*node.value);
  Constant* target = variable(*node.target);
  if (!right || target == nullptr || !node.target->type->is_scalar()) return std::nullopt;
  std::optional<Constant> result = right;
  if (node.is_compound) {
    if (!node.compute_type->is_scalar()) return std::nullopt;
    result = apply(node.op, convert(*target, node.compute_type->scalar), *right);
    if (!result) return result;
  }
  *target = convert(*result, node.target->type->scalar);
  return *target;
}

std::optional<Constant> Evaluator::increment(const Increment& node) {
  Constant* target = variable(*node.operand);
  if (target == nullptr || !node.operand->type->is_scalar()) return std::nullopt;
  const Constant old = *target;
  const Constant one = convert(Constant{base::Scalar::kInt, 1, 0}, old.scalar);
  const BinaryOp op = node.is_decrement ? BinaryOp::kSubtract : BinaryOp::kAdd;
  const auto changed = apply(op, old, one);
  if (!changed) return changed;
  *target = *changed;
  return node.is_prefix ? *target : old;
}

bool Evaluator::effect(const Expr& expr) {
  if (expr.type != nullptr && expr.type->is_scalar() && !expr.is_lvalue)
    return value(expr).has_value();
  switch (expr.kind) {
    case ExprKind::kAssign:
      return assign(as<Assign>(expr)).has_value();
    case ExprKind::kIncrement:
      return increment(as<Increment>(expr)).has_value();
    case ExprKind::kCast:
      return effect(*as<Cast>(expr).operand);
    case ExprKind::kBinary:
      return effect(*as<Binary>(expr).left) && effect(*as<Binary>(expr).right);
    default:
      return false;
  }
}

// ------------------------------------------------------------------------------------------ calls

std::optional<Constant> Evaluator::call(const Call& node) {
  if (node.function == nullptr) return intrinsic(node);
  const Function& function = *node.function;
  if (!is_ready_ || frames_.size() >= kDeepestCall || !is_ready_(function)) return std::nullopt;
  if (function.body == nullptr || function.parameters.size() != node.arguments.size())
    return std::nullopt;
  Frame frame;
  for (size_t i = 0; i < node.arguments.size(); ++i) {
    const auto argument = value(*node.arguments[i]);
    if (!argument) return argument;
    frame.emplace(function.parameters[i], *argument);
  }
  frames_.push_back(std::move(frame));
  const Flow flow = execute(*function.body);
  frames_.pop_back();
  return flow == Flow::kReturn ? std::optional(returned_) : std::nullopt;
}

std::optional<Constant> Evaluator::intrinsic(const Call& node) {
  const IntrinsicOp op = intrinsics()[node.intrinsic].op;
  const bool is_known =
      op == IntrinsicOp::kMin || op == IntrinsicOp::kMax || op == IntrinsicOp::kAbs;
  if (!is_known) return std::nullopt;
  const auto left = value(*node.arguments[0]);
  if (!left) return left;
  if (op == IntrinsicOp::kAbs) {
    const auto is_negative = apply(BinaryOp::kLess, *left, convert({}, left->scalar));
    return is_negative && is_negative->is_true() ? apply(UnaryOp::kNegate, *left) : *left;
  }
  const auto right = value(*node.arguments[1]);
  if (!right) return right;
  const auto is_less = apply(BinaryOp::kLess, *left, *right);
  return is_less->is_true() == (op == IntrinsicOp::kMin) ? left : right;
}

// ------------------------------------------------------------------------------------- statements

Evaluator::Flow Evaluator::execute(const Stmt& stmt) {
  if (!step()) return Flow::kUnknown;
  std::optional<base::Budget::Level> level;
  if (budget_ != nullptr) level.emplace(*budget_);
  switch (stmt.kind) {
    case StmtKind::kBlock:
      return execute_all(as<Block>(stmt).statements, 0);
    case StmtKind::kDeclaration:
      return declare(as<Declaration>(stmt));
    case StmtKind::kExpression:
      return effect(*as<ExpressionStmt>(stmt).expression) ? Flow::kNext : Flow::kUnknown;
    case StmtKind::kIf: {
      const auto& node = as<If>(stmt);
      const auto condition = value(*node.condition);
      if (!condition) return Flow::kUnknown;
      if (condition->is_true()) return execute(*node.then_branch);
      return node.else_branch ? execute(*node.else_branch) : Flow::kNext;
    }
    case StmtKind::kFor: {
      const auto& node = as<For>(stmt);
      const Flow begun = node.init ? execute(*node.init) : Flow::kNext;
      if (begun != Flow::kNext) return begun;
      return loop(node.condition.get(), node.step.get(), *node.body, true);
    }
    case StmtKind::kWhile:
      return loop(as<While>(stmt).condition.get(), nullptr, *as<While>(stmt).body, true);
    case StmtKind::kDoWhile:
      return loop(as<DoWhile>(stmt).condition.get(), nullptr, *as<DoWhile>(stmt).body, false);
    case StmtKind::kSwitch:
      return choose(as<Switch>(stmt));
    case StmtKind::kBreak:
      return Flow::kBreak;
    case StmtKind::kContinue:
      return Flow::kContinue;
    case StmtKind::kReturn: {
      const auto& node = as<Return>(stmt);
      const auto result = node.value ? value(*node.value) : std::nullopt;
      if (!result) return Flow::kUnknown;
      returned_ = *result;
      return Flow::kReturn;
    }
    case StmtKind::kGoto:
      return Flow::kUnknown;
    case StmtKind::kLabel:
    case StmtKind::kEmpty:
      return Flow::kNext;
  }
  return Flow::kUnknown;
}

Evaluator::Flow Evaluator::execute_all(const std::vector<StmtPtr>& statements, size_t first) {
  for (size_t i = first; i < statements.size(); ++i) {
    const Flow flow = execute(*statements[i]);
    if (flow != Flow::kNext) return flow;
  }
  return Flow::kNext;
}

Evaluator::Flow Evaluator::declare(const Declaration& declaration) {
  for (const Declarator& declarator : declaration.declarators) {
    const Type* type = declarator.variable->type;
    if (!type->is_scalar() || declarator.variable->is_reference) return Flow::kUnknown;
    Constant initial = convert({}, type->scalar);
    if (declarator.value) {
      const auto known = value(*declarator.value);
      if (!known) return Flow::kUnknown;
      initial = convert(*known, type->scalar);
    }
    frames_.back().insert_or_assign(declarator.variable, initial);
  }
  return Flow::kNext;
}

Evaluator::Flow Evaluator::loop(const Expr* condition, const Expr* step_expr, const Stmt& body,
                                bool tests_first) {
  for (bool is_first = true; step(); is_first = false) {
    if (condition != nullptr && (tests_first || !is_first)) {
      const auto goes_on = value(*condition);
      if (!goes_on) return Flow::kUnknown;
      if (!goes_on->is_true()) return Flow::kNext;
    }
    const Flow flow = execute(body);
    if (flow == Flow::kBreak) return Flow::kNext;
    if (flow == Flow::kReturn || flow == Flow::kUnknown) return flow;
    if (step_expr != nullptr && !effect(*step_expr)) return Flow::kUnknown;
  }
  return Flow::kUnknown;
}

Evaluator::Flow Evaluator::choose(const Switch& node) {
  const auto chosen = value(*node.condition);
  if (!chosen) return Flow::kUnknown;
  const SwitchLabel* entry = nullptr;
  for (const SwitchLabel& label : node.labels) {
    if (label.is_default ? entry == nullptr : label.value == chosen->bits) entry = &label;
    if (!label.is_default && label.value == chosen->bits) break;
  }
  if (entry == nullptr) return Flow::kNext;
  const Flow flow = execute_all(node.statements, entry->position);
  return flow == Flow::kBreak ? Flow::kNext : flow;
}

std::optional<Constant> fold(const Expr& expr) {
  return Evaluator().value(expr);
}

}  // namespace warplens::lang
