#include "sim/lang/tree/walk.hpp"

namespace warplens::lang {

void for_each_part(const Expr& expr, const std::function<void(const Expr&)>& visit) {
  const auto one = [&](const ExprPtr& part) {
    if (part != nullptr) visit(*part);
  };
  const auto all = [&](const std::vector<ExprPtr>& parts) {
    for (const ExprPtr& part : parts) one(part);
  };
  switch (expr.kind) {
    case ExprKind::kLiteral:
    case ExprKind::kVariable:
    case ExprKind::kBuiltin:
    case ExprKind::kString:
      return;
    case ExprKind::kUnary:
      return one(as<Unary>(expr).operand);
    case ExprKind::kIncrement:
      return one(as<Increment>(expr).operand);
    case ExprKind::kCast:
      return one(as<Cast>(expr).operand);
    case ExprKind::kLoad:
      return one(as<Load>(expr).operand);
    case ExprKind::kAddressOf:
      return one(as<AddressOf>(expr).operand);
    case ExprKind::kDereference:
      return one(as<Dereference>(expr).pointer);
    case ExprKind::kIndex:
      one(as<Index>(expr).base);
      return one(as<Index>(expr).index);
    case ExprKind::kBinary:
      one(as<Binary>(expr).left);
      return one(as<Binary>(expr).right);
    case ExprKind::kLogical:
      one(as<Logical>(expr).left);
      return one(as<Logical>(expr).right);
    case ExprKind::kAssign:
      one(as<Assign>(expr).target);
      return one(as<Assign>(expr).value);
    case ExprKind::kConditional:
      one(as<Conditional>(expr).condition);
      one(as<Conditional>(expr).then_value);
      return one(as<Conditional>(expr).else_value);
    case ExprKind::kMember:
      return one(as<Member>(expr).object);
    case ExprKind::kConstruct:
      return all(as<Construct>(expr).elements);
    case ExprKind::kMaterialize:
      one(as<Materialize>(expr).value);
      one(as<Materialize>(expr).constructor);
      return all(as<Materialize>(expr).destructors);
    case ExprKind::kPrint:
      return all(as<Print>(expr).arguments);
    case ExprKind::kAssert:
      return one(as<Assert>(expr).condition);
    case ExprKind::kCall:
      return all(as<Call>(expr).arguments);
    case ExprKind::kLaunch:
      one(as<Launch>(expr).grid);
      one(as<Launch>(expr).block);
      one(as<Launch>(expr).shared);
      one(as<Launch>(expr).stream);
      return all(as<Launch>(expr).arguments);
  }
}

const Expr& bare(const Expr& expr) {
  const Expr* inner = &expr;
  while (true) {
    if (inner->kind == ExprKind::kCast)
      inner = as<Cast>(*inner).operand.get();
    else if (inner->kind == ExprKind::kLoad)
      inner = as<Load>(*inner).operand.get();
    else
      return *inner;
  }
}

const Variable* named_variable(const Expr& expr) {
  const Expr& inner = bare(expr);
  return inner.kind == ExprKind::kVariable ? as<VariableRef>(inner).variable : nullptr;
}

bool any_part(const Expr& expr, const std::function<bool(const Expr&)>& holds) {
  bool found = holds(expr);
  for_each_part(expr, [&](const Expr& part) { found = found || any_part(part, holds); });
  return found;
}

void for_each_statement(const Stmt& stmt, const std::function<void(const Stmt&)>& visit) {
  visit(stmt);
  const auto one = [&](const StmtPtr& inner) {
    if (inner != nullptr) for_each_statement(*inner, visit);
  };
  const auto all = [&](const std::vector<StmtPtr>& statements) {
    for (const StmtPtr& inner : statements) one(inner);
  };
  switch (stmt.kind) {
    case StmtKind::kBlock:
      return all(as<Block>(stmt).statements);
    case StmtKind::kIf:
      one(as<If>(stmt).then_branch);
      return one(as<If>(stmt).else_branch);
    case StmtKind::kFor:
      one(as<For>(stmt).init);
      return one(as<For>(stmt).body);
    case StmtKind::kWhile:
      return one(as<While>(stmt).body);
    case StmtKind::kDoWhile:
      return one(as<DoWhile>(stmt).body);
    case StmtKind::kSwitch:
      return all(as<Switch>(stmt).statements);
    case StmtKind::kDeclaration:
    case StmtKind::kExpression:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kReturn:
    case StmtKind::kGoto:
    case StmtKind::kLabel:
    case StmtKind::kEmpty:
      return;
  }
}

void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit) {
  const auto one = [&](const ExprPtr& expr) {
    if (expr != nullptr) visit(*expr);
  };
  const auto all = [&](const std::vector<ExprPtr>& exprs) {
    for (const ExprPtr& expr : exprs) one(expr);
  };
  switch (stmt.kind) {
    case StmtKind::kDeclaration:
      for (const Declarator& declarator : as<Declaration>(stmt).declarators) {
        one(declarator.value);
        all(declarator.elements);
        one(declarator.constructor);
        all(declarator.constructors);
        all(declarator.destructors);
      }
      return;
    case StmtKind::kExpression:
      return one(as<ExpressionStmt>(stmt).expression);
    case StmtKind::kIf:
      return one(as<If>(stmt).condition);
    case StmtKind::kFor:
      one(as<For>(stmt).condition);
      return one(as<For>(stmt).step);
    case StmtKind::kWhile:
      return one(as<While>(stmt).condition);
    case StmtKind::kDoWhile:
      return one(as<DoWhile>(stmt).condition);
    case StmtKind::kSwitch:
      return one(as<Switch>(stmt).condition);
    case StmtKind::kReturn:
      return one(as<Return>(stmt).value);
    case StmtKind::kBlock:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
    case StmtKind::kGoto:
    case StmtKind::kLabel:
    case StmtKind::kEmpty:
      return;
  }
}

}  // namespace warplens::lang
