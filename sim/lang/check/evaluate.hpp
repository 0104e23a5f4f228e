// The value of an expression that is known before the kernel runs, calls of constexpr functions
// included: their trees are executed, within a limit of steps.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/lang/tree/constant.hpp"

namespace warplens::lang {

class Evaluator {
 public:
  // Whether a function may be executed here; makes sure that its body is there.
  using IsReady = std::function<bool(const Function&)>;
  // Without a budget nothing may be executed: the work is as much as the expression is long.
  explicit Evaluator(base::Budget* budget = nullptr, IsReady is_ready = {})
      : budget_(budget), is_ready_(std::move(is_ready)) {}

  // Of a checked expression of scalar type; nothing if it depends on the run.
  std::optional<Constant> value(const Expr& expr);

 private:
  enum class Flow { kNext, kBreak, kContinue, kReturn, kUnknown };
  using Frame = std::unordered_map<const Variable*, Constant>;

  bool step();
  std::optional<Constant> call(const Call& call);
  std::optional<Constant> intrinsic(const Call& call);
  std::optional<Constant> assign(const Assign& assign);
  std::optional<Constant> increment(const Increment& increment);
  Constant* variable(const Expr& lvalue);
  bool effect(const Expr& expr);
  Flow execute(const Stmt& stmt);
  Flow execute_all(const std::vector<StmtPtr>& statements, size_t first);
  Flow declare(const Declaration& declaration);
  Flow loop(const Expr* condition, const Expr* step, const Stmt& body, bool tests_first);
  Flow choose(const Switch& node);

  base::Budget* budget_;
  IsReady is_ready_;
  std::vector<Frame> frames_;
  Constant returned_;
  int steps_ = 0;
};

// The value of a checked expression of scalar type; nothing if it depends on the
// run, or divides by zero.
std::optional<Constant> fold(const Expr& expr);

}  // namespace warplens::lang
