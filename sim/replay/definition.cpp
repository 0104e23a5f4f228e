// Statements are visited in the order of the text; scopes that end before the access are skipped.
// find_definition() then tries the candidates from the last to the first.
#include "sim/replay/evaluate.hpp"

#include <string_view>
#include <vector>

#include "sim/machine/block.hpp"

namespace warplens::replay {
namespace {

using lang::as;
using lang::Expr;
using lang::ExprKind;
using lang::Stmt;
using lang::StmtKind;

bool is_constant(const Expr& expr) {
  if (expr.kind == ExprKind::kCast) return is_constant(*as<lang::Cast>(expr).operand);
  if (expr.kind == ExprKind::kUnary) return is_constant(*as<lang::Unary>(expr).operand);
  return expr.kind == ExprKind::kLiteral;
}

// Walks the statements around and before a position, in the order of the text.
class Collector {
 public:
  Collector(const lang::Variable& variable, uint32_t position, const base::SourceFile& file)
      : variable_(variable), position_(position), file_(file) {}

  void visit(const Stmt& stmt) {
    if (stmt.span.begin >= position_) return;
    switch (stmt.kind) {
      case StmtKind::kDeclaration:
        for (const lang::Declarator& declarator : as<lang::Declaration>(stmt).declarators) {
          if (declarator.variable == &variable_ && declarator.value != nullptr) {
            add(*declarator.value, declarator.variable->span.end);
          }
        }
        return;
      case StmtKind::kExpression:
        visit_expression(*as<lang::ExpressionStmt>(stmt).expression);
        return;
      default:
        break;
    }
    if (position_ >= stmt.span.end) return;  // a scope that has closed
    switch (stmt.kind) {
      case StmtKind::kBlock:
        for (const lang::StmtPtr& inner : as<lang::Block>(stmt).statements) visit(*inner);
        return;
      case StmtKind::kIf:
        visit(*as<lang::If>(stmt).then_branch);
        if (as<lang::If>(stmt).else_branch != nullptr) visit(*as<lang::If>(stmt).else_branch);
        return;
      case StmtKind::kFor:
        if (as<lang::For>(stmt).init != nullptr) visit(*as<lang::For>(stmt).init);
        visit(*as<lang::For>(stmt).body);
        return;
      case StmtKind::kWhile:
        visit(*as<lang::While>(stmt).body);
        return;
      case StmtKind::kDoWhile:
        visit(*as<lang::DoWhile>(stmt).body);
        return;
      case StmtKind::kSwitch:
        for (const lang::StmtPtr& inner : as<lang::Switch>(stmt).statements) visit(*inner);
        return;
      default:
        return;
    }
  }

  std::vector<Definition> found;

 private:
  void visit_expression(const Expr& expr) {
    if (expr.kind == ExprKind::kBinary && as<lang::Binary>(expr).op == lang::BinaryOp::kComma) {
      visit_expression(*as<lang::Binary>(expr).left);
      visit_expression(*as<lang::Binary>(expr).right);
    }
    if (expr.kind != ExprKind::kAssign) return;
    const auto& assign = as<lang::Assign>(expr);
    if (assign.is_compound || assign.target->kind != ExprKind::kVariable) return;
    if (as<lang::VariableRef>(*assign.target).variable != &variable_) return;
    if (expr.from_macro) return;
    add(*assign.value, assign.target->span.end);
  }

  // The value's text begins after the `=`, so that it includes an opening bracket.
  void add(const Expr& value, uint32_t name_end) {
    if (value.span.end > position_ || is_constant(value)) return;
    base::Span span = value.span;
    const std::string_view between = file_.slice({name_end, span.begin});
    if (const size_t sign = between.find_first_of("={(");
        sign != std::string_view::npos && name_end <= span.begin) {
      span.begin = name_end + static_cast<uint32_t>(sign) + 1;
    }
    found.push_back({&value, span});
  }

  const lang::Variable& variable_;
  uint32_t position_;
  const base::SourceFile& file_;
};

}  // namespace

Definition find_definition(const LaneState& state, const lang::Variable& variable,
                           uint32_t position) {
  const code::VariableHome* home = find_home(state, variable);
  if (home == nullptr || home->place != code::VariableHome::Place::kRegister) return {};
  if (!variable.type->is_scalar()) return {};
  Collector collector(variable, position, state.program().unit->file);
  const code::Program& program = state.program();
  const lang::Function* function =
      home->frame < program.frames.size() ? program.frames[home->frame].function : program.kernel;
  if (function == nullptr || function->body == nullptr) return {};
  collector.visit(*function->body);
  const uint64_t now =
      extend(variable.type->scalar, state.block->read(state.warp, home->slot, state.lane,
                                                      lang::size_of(variable.type) == 8 ? 8 : 4));
  for (auto candidate = collector.found.rbegin(); candidate != collector.found.rend();
       ++candidate) {
    if (evaluate(state, *candidate->value) == now) return *candidate;
  }
  return {};
}

}  // namespace warplens::replay
