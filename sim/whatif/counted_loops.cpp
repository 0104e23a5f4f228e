// A `for` counts if its variable starts at a constant, is stepped by one and held against one.
#include "sim/whatif/issue_streams.hpp"

#include <algorithm>

#include "sim/lang/tree/walk.hpp"

namespace warplens::whatif {
namespace {

using namespace lang;

// Literals, which constants and macros are by now, and arithmetic of them.
bool is_known(const ExprPtr& expr) {
  return expr != nullptr && !any_part(*expr, [](const Expr& part) {
           return part.kind != ExprKind::kLiteral && part.kind != ExprKind::kCast &&
                  part.kind != ExprKind::kUnary && part.kind != ExprKind::kBinary &&
                  part.kind != ExprKind::kConditional;
         });
}

bool is_of(const ExprPtr& expr, const Variable* variable) {
  return expr != nullptr && named_variable(*expr) == variable;
}

bool starts_known(const Stmt* init, const Variable* variable) {
  if (init == nullptr) return false;
  if (init->kind == StmtKind::kDeclaration) {
    const auto& declarators = static_cast<const Declaration&>(*init).declarators;
    return std::any_of(declarators.begin(), declarators.end(), [&](const Declarator& one) {
      return one.variable == variable && is_known(one.value);
    });
  }
  if (init->kind != StmtKind::kExpression) return false;
  const Expr& expr = bare(*static_cast<const ExpressionStmt&>(*init).expression);
  if (expr.kind != ExprKind::kAssign) return false;
  const auto& assign = static_cast<const Assign&>(expr);
  return !assign.is_compound && is_of(assign.target, variable) && is_known(assign.value);
}

bool is_held_against_known(const ExprPtr& condition, const Variable* variable) {
  if (condition == nullptr) return false;
  const Expr& expr = bare(*condition);
  if (expr.kind != ExprKind::kBinary) return false;
  const auto& test = static_cast<const Binary&>(expr);
  return (is_of(test.left, variable) && is_known(test.right)) ||
         (is_of(test.right, variable) && is_known(test.left));
}

bool steps_known(const ExprPtr& step) {
  if (step == nullptr) return false;
  const Expr& expr = bare(*step);
  if (expr.kind == ExprKind::kIncrement) return true;
  return expr.kind == ExprKind::kAssign && is_known(static_cast<const Assign&>(expr).value);
}

bool is_counted(const For& loop) {
  return loop.induction != nullptr && starts_known(loop.init.get(), loop.induction) &&
         is_held_against_known(loop.condition, loop.induction) && steps_known(loop.step);
}

}  // namespace

std::vector<uint32_t> counted_loop_lines(const run::Run& run) {
  const base::SourceFile& file = run.request.file;
  std::vector<uint32_t> lines;
  for (const code::Frame& frame : run.program->frames) {
    if (frame.function == nullptr || !frame.function->is_own || frame.function->body == nullptr)
      continue;
    for_each_statement(*frame.function->body, [&](const Stmt& stmt) {
      const bool is_in_text = file.part_of(stmt.span.begin) == 0;
      if (is_in_text && stmt.kind == StmtKind::kFor && is_counted(static_cast<const For&>(stmt)))
        lines.push_back(file.line_of(stmt.span.begin));
    });
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace warplens::whatif
