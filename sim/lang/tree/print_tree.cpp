// Each line shows a node's kind, type and name; its parts follow, indented by two more spaces.
#include "sim/lang/tree/print_tree.hpp"

#include <fmt/format.h>

#include "sim/lang/tree/walk.hpp"

namespace warplens::lang {
namespace {

std::string literal_text(const Literal& literal) {
  const Type* type = literal.type;
  if (type != nullptr && type->is_scalar() && base::is_floating(type->scalar))
    return fmt::format("{}", literal.real);
  return fmt::format("{}", static_cast<int64_t>(literal.bits));
}

std::string_view spelling_of(UnaryOp op) {
  switch (op) {
    case UnaryOp::kPlus:
      return "+";
    case UnaryOp::kNegate:
      return "-";
    case UnaryOp::kNot:
      return "!";
    case UnaryOp::kBitNot:
      break;
  }
  return "~";
}

std::string increment_text(const Increment& increment) {
  const std::string_view op = increment.is_decrement ? "--" : "++";
  return increment.is_prefix ? fmt::format("Increment {}x", op) : fmt::format("Increment x{}", op);
}

// What the node is, without its type.
std::string what(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return "Literal " + literal_text(as<Literal>(expr));
    case ExprKind::kVariable:
      return "Variable " + as<VariableRef>(expr).name;
    case ExprKind::kBuiltin:
      return fmt::format("Builtin {}", name_of(as<BuiltinRef>(expr).builtin));
    case ExprKind::kUnary:
      return fmt::format("Unary {}", spelling_of(as<Unary>(expr).op));
    case ExprKind::kIncrement:
      return increment_text(as<Increment>(expr));
    case ExprKind::kBinary:
      return fmt::format("Binary {}", lang::spelling_of(as<Binary>(expr).op));
    case ExprKind::kLogical:
      return as<Logical>(expr).is_and ? "Logical &&" : "Logical ||";
    case ExprKind::kAssign: {
      const auto& assign = as<Assign>(expr);
      return assign.is_compound ? fmt::format("Assign {}=", lang::spelling_of(assign.op))
                                : "Assign =";
    }
    case ExprKind::kConditional:
      return "Conditional";
    case ExprKind::kIndex:
      return "Index";
    case ExprKind::kDereference:
      return as<Dereference>(expr).is_implicit ? "Dereference implicit" : "Dereference";
    case ExprKind::kAddressOf:
      return "AddressOf";
    case ExprKind::kCast:
      return as<Cast>(expr).is_implicit ? "Cast implicit" : "Cast";
    case ExprKind::kLoad:
      return "Load";
    case ExprKind::kCall:
      return "Call " + as<Call>(expr).name;
    case ExprKind::kMember:
      return "Member " + as<Member>(expr).name;
    case ExprKind::kConstruct:
      return "Construct";
    case ExprKind::kMaterialize:
      return "Materialize";
    case ExprKind::kPrint:
      return "Print";
    case ExprKind::kString:
      return "String";
    case ExprKind::kLaunch:
      return "Launch " + as<Launch>(expr).name;
    case ExprKind::kAssert:
      break;
  }
  return "Assert " + as<Assert>(expr).text;
}

class Printer {
 public:
  explicit Printer(const base::SourceFile& file) : file_(file) {}

  void function(const char* kind, const Function& function) {
    std::string parameters;
    for (const Variable* parameter : function.parameters) {
      if (!parameters.empty()) parameters += ", ";
      parameters += name_of(parameter->type) + " " + parameter->name;
    }
    line(function.span, 0, fmt::format("{} {}({})", kind, function.name, parameters));
    if (function.body != nullptr) statement(*function.body, 1);
  }

  std::string text;

 private:
  void line(Span span, size_t depth, const std::string& what) {
    text += fmt::format("line {:<5}{:{}}{}\n", file_.line_of(span.begin), "", 2 * depth, what);
  }

  void expression(const Expr& expr, size_t depth) {
    const std::string type = expr.type != nullptr ? " : " + name_of(expr.type) : "";
    line(expr.span, depth, what(expr) + type + (expr.is_lvalue ? ", an lvalue" : ""));
    for_each_part(expr, [&](const Expr& part) { expression(part, depth + 1); });
  }

  void expression(const ExprPtr& expr, size_t depth) {
    if (expr != nullptr) expression(*expr, depth);
  }

  void statement(const StmtPtr& stmt, size_t depth) {
    if (stmt != nullptr) statement(*stmt, depth);
  }

  void declarator(const Declarator& declared, Span span, size_t depth) {
    const Variable& variable = *declared.variable;
    line(span, depth, "Variable " + variable.name + " : " + name_of(variable.type));
    expression(declared.value, depth + 1);
    expression(declared.constructor, depth + 1);
    for (const ExprPtr& element : declared.elements) expression(element, depth + 1);
    for (const ExprPtr& constructor : declared.constructors) expression(constructor, depth + 1);
    for (const ExprPtr& destructor : declared.destructors) expression(destructor, depth + 1);
  }

  void loop(const Loop& loop, const char* kind, size_t depth) {
    line(loop.span, depth,
         std::string(kind) + (loop.holds_barrier ? ", its iterations are phases" : ""));
  }

  void statement(const Stmt& stmt, size_t depth) {
    switch (stmt.kind) {
      case StmtKind::kBlock:
        line(stmt.span, depth, "Block");
        for (const StmtPtr& inner : as<Block>(stmt).statements) statement(inner, depth + 1);
        return;
      case StmtKind::kDeclaration:
        if (as<Declaration>(stmt).declarators.empty()) return;  // of what is not executed
        line(stmt.span, depth, "Declaration");
        for (const Declarator& declared : as<Declaration>(stmt).declarators)
          declarator(declared, stmt.span, depth + 1);
        return;
      case StmtKind::kExpression:
        return expression(as<ExpressionStmt>(stmt).expression, depth);
      case StmtKind::kIf:
        line(stmt.span, depth, "If");
        expression(as<If>(stmt).condition, depth + 1);
        statement(as<If>(stmt).then_branch, depth + 1);
        return statement(as<If>(stmt).else_branch, depth + 1);
      case StmtKind::kFor:
        loop(as<For>(stmt), "For", depth);
        statement(as<For>(stmt).init, depth + 1);
        expression(as<For>(stmt).condition, depth + 1);
        expression(as<For>(stmt).step, depth + 1);
        return statement(as<For>(stmt).body, depth + 1);
      case StmtKind::kWhile:
        loop(as<While>(stmt), "While", depth);
        expression(as<While>(stmt).condition, depth + 1);
        return statement(as<While>(stmt).body, depth + 1);
      case StmtKind::kDoWhile:
        loop(as<DoWhile>(stmt), "DoWhile", depth);
        statement(as<DoWhile>(stmt).body, depth + 1);
        return expression(as<DoWhile>(stmt).condition, depth + 1);
      case StmtKind::kSwitch:
        return labelled(as<Switch>(stmt), depth);
      case StmtKind::kBreak:
        return line(stmt.span, depth, "Break");
      case StmtKind::kContinue:
        return line(stmt.span, depth, "Continue");
      case StmtKind::kReturn:
        line(stmt.span, depth, "Return");
        return expression(as<Return>(stmt).value, depth + 1);
      case StmtKind::kGoto:
        return line(stmt.span, depth, "Goto " + as<Goto>(stmt).label);
      case StmtKind::kLabel:
        return line(stmt.span, depth, "Label " + as<Label>(stmt).name);
      case StmtKind::kEmpty:
        return line(stmt.span, depth, "Empty");
    }
  }

  void labelled(const Switch& chosen, size_t depth) {
    line(chosen.span, depth, "Switch");
    expression(chosen.condition, depth + 1);
    size_t label = 0;
    for (size_t i = 0; i <= chosen.statements.size(); ++i) {
      for (; label < chosen.labels.size() && chosen.labels[label].position == i; ++label) {
        const SwitchLabel& one = chosen.labels[label];
        line(one.span, depth + 1,
             one.is_default ? "default" : fmt::format("case {}", static_cast<int64_t>(one.value)));
      }
      if (i < chosen.statements.size()) statement(chosen.statements[i], depth + 2);
    }
  }

  const base::SourceFile& file_;
};

}  // namespace

std::string print_tree(const Unit& unit) {
  Printer printer(unit.file);
  for (const Kernel& kernel : unit.kernels) printer.function("kernel", kernel);
  for (const auto& function : unit.functions) printer.function("function", *function);
  return printer.text;
}

}  // namespace warplens::lang
