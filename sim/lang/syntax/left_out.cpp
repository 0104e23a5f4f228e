// Statements of host code that are not supported, where a program is only explored for its
// launches.
#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/made_nodes.hpp"
#include "sim/lang/syntax/names.hpp"

namespace warplens::lang {
namespace {

const Sentence kUnsupported = sentence("this depends on what is not supported");

bool is_assignment(const Token& token) {
  constexpr std::array<std::string_view, 11> kAssignments{
      "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  return std::find(kAssignments.begin(), kAssignments.end(), token.text) != kAssignments.end();
}

bool ends_operand(const Token& token) {
  return token.is_identifier() || token.kind == TokenKind::kNumber || token.is(")") ||
         token.is("]");
}

}  // namespace

// Those that are assigned to, or whose address is taken.
std::vector<Variable*> Names::written_in(TokenRange statement) const {
  std::vector<Variable*> written;
  const auto add = [&](size_t at) {
    if (at < statement.begin || !tokens_[at].is_identifier()) return;
    Variable* variable = checker_.find_variable(tokens_[at].text);
    const bool is_written =
        variable != nullptr && !variable->type->is_const &&
        (variable->storage == Storage::kLocal || variable->storage == Storage::kHost);
    if (is_written && std::find(written.begin(), written.end(), variable) == written.end())
      written.push_back(variable);
  };
  for (size_t i = statement.begin; i < statement.end; ++i) {
    const Token& token = tokens_[i];
    const bool is_prefix = i == statement.begin || !ends_operand(tokens_[i - 1]);
    if (token.is("&") ? is_prefix : is_one_of(token, {"++", "--", ">>"})) add(i + 1);
    if (i == statement.begin || !(is_assignment(token) || is_one_of(token, {"++", "--"}))) continue;
    // To the variable of `a[i].x = ...`.
    size_t at = i - 1;
    for (int depth = 0; at > statement.begin; --at) {
      if (tokens_[at].is("]")) ++depth;
      const bool goes_on = depth > 0 || tokens_[at].is(".") || tokens_[at - 1].is(".");
      if (tokens_[at].is("[")) --depth;
      if (!goes_on) break;
    }
    add(at);
  }
  return written;
}

// What the program would end with if it were not explored.
Function& Names::refused_function(Span span, const Type* type, base::Diagnostics why) {
  budget().keep(sizeof(Function));
  auto function = std::make_unique<Function>();
  function->span = span;
  function->return_type = type;
  function->is_host = true;
  function->errors = std::move(why);
  unit_.functions.push_back(std::move(function));
  return *unit_.functions.back();
}

StmtPtr Names::leave_out(TokenRange statement, size_t errors) {
  const Span span = base::join(tokens_[statement.begin].span, tokens_[statement.end - 1].span);
  bool returns = false;
  for (size_t i = statement.begin; i < statement.end; ++i) returns |= tokens_[i].is("return");
  const Function* around = context_.function;
  const bool gives_value = around == nullptr || around->return_type == nullptr ||
                           (!around->return_type->is_void() && around->name != "main");
  base::Diagnostics why = reporter_.after(errors);
  if (why.empty()) why = {base::at(span, say(kUnsupported))};
  reporter_.forget_after(errors);
  if (returns && gives_value) {
    reporter_.report_again(why);
    return nullptr;
  }
  const Function& function = refused_function(span, unit_.types.void_type(), std::move(why));
  std::vector<ExprPtr> written;  // pointers to it
  for (Variable* variable : written_in(statement))
    written.push_back(variable->is_reference ? load_of(*variable)
                                             : address_of(*variable, unit_.types));
  return statement_of(call_of(function, std::move(written)));
}

ExprPtr Names::unknown_value(const Type* type, Span span) {
  return call_of(refused_function(span, type, {base::at(span, say(kUnsupported))}), {});
}

}  // namespace warplens::lang
