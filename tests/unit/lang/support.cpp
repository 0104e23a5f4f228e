#include "support.hpp"

#include <doctest/doctest.h>

namespace warplens::lang::testing {
namespace {

std::string literal(const Literal& node) {
  if (node.type->is_pointer()) return "nullptr";
  if (!base::is_floating(node.type->scalar)) {
    return base::is_signed(node.type->scalar) ? std::to_string(static_cast<int64_t>(node.bits))
                                              : std::to_string(node.bits) + "u";
  }
  std::string digits = std::to_string(node.real);
  return digits.substr(0, digits.find_last_not_of('0') + 1) +
         (node.type->scalar == base::Scalar::kFloat ? "f" : "");
}

std::string list(const std::string& head, std::initializer_list<const Expr*> children) {
  std::string text = "(" + head;
  for (const Expr* child : children) text += " " + print(*child);
  return text + ")";
}

std::string print_branch(const Stmt* stmt) {
  return stmt == nullptr ? "-" : print(*stmt);
}
std::string print_optional(const Expr* expr) {
  return expr == nullptr ? "-" : print(*expr);
}

}  // namespace

std::shared_ptr<const Unit> compiled(const std::string& text, const std::vector<Define>& defines) {
  const base::SourceFile file("test.cu", text);
  auto result = compile(file, {defines});
  if (!result.ok()) {
    FAIL(base::render(result.error(), file));
  }
  return *result;
}

std::vector<std::string> errors_of(const std::string& text, const std::vector<Define>& defines) {
  const base::SourceFile file("test.cu", text);
  const Survey result = survey(file, {defines});
  std::vector<std::string> errors;
  for (const base::Diagnostic& diagnostic :
       result.errors.empty() ? result.unit->marks : result.errors) {
    const base::LineColumn at = file.line_column(diagnostic.span.begin);
    const std::string place = std::to_string(at.line) + ":" + std::to_string(at.column) + ": ";
    errors.push_back((diagnostic.has_place ? place : "") + diagnostic.message);
  }
  return errors;
}

std::string print(const Expr& expr) {
  const std::string type = expr.type == nullptr ? "?" : name_of(expr.type);
  switch (expr.kind) {
    case ExprKind::kLiteral:
      return literal(as<Literal>(expr));
    case ExprKind::kVariable:
      return as<VariableRef>(expr).name;
    case ExprKind::kBuiltin:
      return std::string(name_of(as<BuiltinRef>(expr).builtin));
    case ExprKind::kUnary:
      return list(std::string(1, "+-!~"[static_cast<size_t>(as<Unary>(expr).op)]),
                  {as<Unary>(expr).operand.get()});
    case ExprKind::kIncrement: {
      const auto& node = as<Increment>(expr);
      const std::string sign = node.is_decrement ? "--" : "++";
      return list(node.is_prefix ? sign + "x" : "x" + sign, {node.operand.get()});
    }
    case ExprKind::kBinary: {
      const auto& node = as<Binary>(expr);
      return list(std::string(spelling_of(node.op)), {node.left.get(), node.right.get()});
    }
    case ExprKind::kLogical: {
      const auto& node = as<Logical>(expr);
      return list(node.is_and ? "&&" : "||", {node.left.get(), node.right.get()});
    }
    case ExprKind::kAssign: {
      const auto& node = as<Assign>(expr);
      const std::string op =
          node.is_compound ? std::string(spelling_of(node.op)) + "= " + name_of(node.compute_type)
                           : "=";
      return list(op, {node.target.get(), node.value.get()});
    }
    case ExprKind::kConditional: {
      const auto& node = as<Conditional>(expr);
      return list("? " + type,
                  {node.condition.get(), node.then_value.get(), node.else_value.get()});
    }
    case ExprKind::kIndex:
      return list("index", {as<Index>(expr).base.get(), as<Index>(expr).index.get()});
    case ExprKind::kDereference:
      return list("*", {as<Dereference>(expr).pointer.get()});
    case ExprKind::kAddressOf:
      return list("&", {as<AddressOf>(expr).operand.get()});
    case ExprKind::kCast:
      return list((as<Cast>(expr).is_implicit ? "->" : "cast ") + type,
                  {as<Cast>(expr).operand.get()});
    case ExprKind::kLoad:
      return list("load", {as<Load>(expr).operand.get()});
    case ExprKind::kMember:
      return list("." + as<Member>(expr).name, {as<Member>(expr).object.get()});
    case ExprKind::kConstruct: {
      std::string text = "(" + type;
      for (const ExprPtr& element : as<Construct>(expr).elements) text += " " + print(*element);
      return text + ")";
    }
    case ExprKind::kMaterialize: {
      const auto& node = as<Materialize>(expr);
      const Expr* made = node.value ? node.value.get() : node.constructor.get();
      return made == nullptr ? "(temporary)" : list("temporary", {made});
    }
    case ExprKind::kPrint: {
      std::string text = "(printf";
      for (const ExprPtr& argument : as<Print>(expr).arguments) text += " " + print(*argument);
      return text + ")";
    }
    case ExprKind::kString:
      return "\"" + as<String>(expr).text + "\"";
    case ExprKind::kLaunch: {
      std::string text = "(launch " + as<Launch>(expr).name;
      for (const ExprPtr& argument : as<Launch>(expr).arguments) text += " " + print(*argument);
      return text + ")";
    }
    case ExprKind::kAssert:
      return list("assert", {as<Assert>(expr).condition.get()});
    case ExprKind::kCall: {
      const Function* function = as<Call>(expr).function;
      std::string text =
          "(" + (function != nullptr ? function->name : as<Call>(expr).name) + ":" + type;
      for (const ExprPtr& argument : as<Call>(expr).arguments) text += " " + print(*argument);
      return text + ")";
    }
  }
  return "";
}

std::string print(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kBlock: {
      std::string text = "{";
      for (const StmtPtr& inner : as<Block>(stmt).statements) text += " " + print(*inner) + ";";
      return text + " }";
    }
    case StmtKind::kDeclaration: {
      std::string text = "let";
      for (const Declarator& one : as<Declaration>(stmt).declarators) {
        text += " " + name_of(one.variable->type) + " " + one.variable->name;
        if (one.value) text += " " + print(*one.value);
        for (const ExprPtr& element : one.elements) text += " " + print(*element);
        if (one.constructor) text += " " + print(*one.constructor);
      }
      return text;
    }
    case StmtKind::kExpression:
      return print(*as<ExpressionStmt>(stmt).expression);
    case StmtKind::kIf: {
      const auto& node = as<If>(stmt);
      return "if " + print(*node.condition) + " " + print(*node.then_branch) + " else " +
             print_branch(node.else_branch.get());
    }
    case StmtKind::kFor: {
      const auto& node = as<For>(stmt);
      return "for " + print_branch(node.init.get()) + " / " + print_optional(node.condition.get()) +
             " / " + print_optional(node.step.get()) + " " + print(*node.body);
    }
    case StmtKind::kWhile:
      return "while " + print(*as<While>(stmt).condition) + " " + print(*as<While>(stmt).body);
    case StmtKind::kDoWhile:
      return "do " + print(*as<DoWhile>(stmt).body) + " while " +
             print(*as<DoWhile>(stmt).condition);
    case StmtKind::kSwitch:
      return "switch " + print(*as<Switch>(stmt).condition);
    case StmtKind::kBreak:
      return "break";
    case StmtKind::kContinue:
      return "continue";
    case StmtKind::kReturn: {
      const auto& node = as<Return>(stmt);
      return node.value ? "return " + print(*node.value) : "return";
    }
    case StmtKind::kGoto:
    case StmtKind::kLabel:
    case StmtKind::kEmpty:
      return "empty";
  }
  return "";
}

std::string functions_of(const Unit& unit) {
  std::string text;
  for (const auto& function : unit.functions) {
    text += function->name + "(";
    for (size_t i = 0; i < function->parameters.size(); ++i) {
      const Variable& parameter = *function->parameters[i];
      text += (i == 0 ? "" : ", ") + name_of(parameter.type) +
              (parameter.is_reference ? "& " : " ") + parameter.name;
    }
    text += ") -> " + name_of(function->return_type) + ":";
    if (function->body == nullptr) continue;
    for (size_t i = 0; i < function->body->statements.size(); ++i) {
      text += (i == 0 ? " " : "; ") + print(*function->body->statements[i]);
    }
    text += "\n";
  }
  return text;
}

std::string names_of(const std::vector<const Function*>& functions) {
  std::string text;
  for (const Function* function : functions) text += (text.empty() ? "" : " ") + function->name;
  return text;
}

std::string body_of(const std::string& body) {
  const auto unit = compiled(
      "__global__ void k(float* a, const float* b, int n, unsigned u, double d) {\n" + body + "}");
  std::string text;
  for (const StmtPtr& statement : unit->kernels.at(0).body->statements) {
    text += (text.empty() ? "" : "\n") + print(*statement);
  }
  return text;
}

}  // namespace warplens::lang::testing
