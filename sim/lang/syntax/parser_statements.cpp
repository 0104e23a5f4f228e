// Statements. Each opens the scope that C++ gives it.
#include <optional>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/check/suspicious.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
namespace {

// `if (init; ...)` and `switch (init; ...)`: the initialiser, if there is one, and then the
// statement.
StmtPtr behind(StmtPtr init, StmtPtr statement) {
  if (!init) return statement;
  auto both = std::make_unique<Block>();
  both->span = statement->span;
  both->statements.push_back(std::move(init));
  both->statements.push_back(std::move(statement));
  return both;
}

}  // namespace

StmtPtr Parser::parse_statement() {
  constexpr uint64_t kBytesAStatement = 2 * sizeof(If);
  tokens_.budget().keep(kBytesAStatement);
  const bool is_fine = enter_nesting();
  StmtPtr statement;
  if (is_fine)
    statement = parse_statement_inner();
  else
    skip_statement();
  leave_nesting();
  return statement;
}

StmtPtr Parser::parse_statement_inner() {
  skip_attributes();
  if (is("{")) return parse_block();
  if (is(";")) {
    auto empty = std::make_unique<Empty>();
    empty->span = peek().span;
    ++at_;
    return empty;
  }
  if (is("if")) return parse_if();
  if (is("for")) return parse_for();
  if (is("while")) return parse_while();
  if (is("do")) return parse_do();
  if (is("switch")) return parse_switch();
  if (is("goto")) return parse_goto();
  if (names_.is_host() && is("try")) return parse_try();
  if (names_.is_host() && is("throw")) return parse_throw();
  if (peek().is_identifier() && peek(1).is(":") && !is_keyword(peek().text)) {
    auto label = std::make_unique<Label>();
    label->span = peek().span;
    label->name = peek().text;
    at_ += 2;
    return label;
  }
  if (is("break") || is("continue") || is("return")) return parse_jump();
  if (starts_declaration()) return parse_declaration();
  if (report_refused_statement()) return nullptr;
  return parse_expression_statement();
}

// Reports and skips a statement that is known not to be supported.
bool Parser::report_refused_statement() {
  if (is("case") || is("default")) {
    unsupported_here(
        say("a '{word}' label must be directly in the body of a switch", "word"_a = peek().text),
        say("labels inside nested statements are not supported"));
    while (!at_end() && !is(":") && !is(";") && !is("}")) ++at_;
    accept(":");
    return true;
  }
  if (is("else")) {
    error_here(say("an else without its if"),
               say("is there a ';' right after the if's condition?"));
    ++at_;
    return true;
  }
  if (report_wrong_ptx()) return true;
  const auto refusal = peek().is_identifier() ? refused_keyword(peek().text) : std::nullopt;
  if (is("new") || is("delete")) return false;
  if (!refusal || is("this") || is("dynamic_cast") || is("typeid") || is("typename")) return false;
  unsupported_here(refusal->message, refusal->hint);
  const bool has_body =
      is("struct") || is("class") || is("union") || is("enum") || is("try") || is("catch");
  while (has_body && !at_end() && !is("{") && !is(";") && !is("}")) ++at_;
  if (has_body && is("{")) {
    skip_braces();
    while (is("catch")) {
      while (!at_end() && !is("{") && !is(";") && !is("}")) ++at_;
      skip_braces();
    }
    accept(";");
    return true;
  }
  ++at_;
  skip_statement();
  return true;
}

// block := "{" statement* "}"
std::unique_ptr<Block> Parser::parse_block() {
  auto block = std::make_unique<Block>();
  const size_t open = at_++;
  checker_.enter_scope();
  parse_block_items(block->statements);
  if (!accept("}")) error(tokens_[open].span, say("this '{{' is never closed"));
  checker_.leave_scope(previous().span.end);
  block->span = base::join(tokens_[open].span, previous().span);
  return block;
}

void Parser::parse_block_items(std::vector<StmtPtr>& statements) {
  while (!at_end() && !is("}") && !reporter_.is_full()) {
    const size_t before = at_, errors = reporter_.count(), returns = checker_.count_returns();
    StmtPtr statement = parse_statement();
    if (at_ == before) ++at_;  // a mistake at which no reading advanced
    if (names_.leaves_out() && (!statement || reporter_.count() > errors)) {
      checker_.forget_returns_after(returns);
      statement = names_.leave_out({before, at_}, errors);
    }
    if (statement) statements.push_back(std::move(statement));
  }
  while (reporter_.is_full() && !at_end()) ++at_;
}

StmtPtr Parser::parse_body() {
  checker_.enter_scope();
  StmtPtr body;
  if (is("}") || at_end()) {
    error(end_of_previous(), say("a statement is missing here"),
          say("write {{ }} if nothing is to be done"));
  } else {
    body = parse_statement();
  }
  checker_.leave_scope(previous().span.end);
  if (!body) {  // after a mistake
    body = std::make_unique<Empty>();
    body->span = end_of_previous();
  }
  return body;
}

StmtPtr Parser::parse_loop_body(Loop& loop) {
  if (is(";") && peek(1).is("{")) {
    reporter_.warning(peek().span,
                      say("the loop ends at this ';': the block after it is not repeated"),
                      say("remove the ';'"));
  }
  checker_.enter_loop(&loop);
  ++breakable_;
  StmtPtr body = parse_body();
  --breakable_;
  checker_.leave_loop();
  return body;
}

ExprPtr Parser::parse_condition(std::string_view keyword) {
  if (!accept("(")) {
    report_expected("(", say("after '{keyword}'", "keyword"_a = keyword));
    return checker_.condition(parse_full_expression());
  }
  if (starts_declaration()) {
    unsupported_here(say("a declaration in a condition is not supported"),
                     say("declare the variable in a line before"));
    skip_parentheses();
    return nullptr;
  }
  return parse_condition_inside();
}

// From after the `(` to after the `)`.
ExprPtr Parser::parse_condition_inside() {
  const bool has_own_parentheses = is("(");
  ExprPtr condition = checker_.condition(parse_full_expression());
  if (condition && !has_own_parentheses) warn_assignment_as_condition(*condition, reporter_);
  if (!accept(")")) {
    if (condition) {
      error(end_of_previous(),
            say("expected ')' after the condition, found {found}", "found"_a = describe_here()));
    }
    skip_parentheses();
  }
  return condition;
}

// [[likely]], [[unlikely]], [[fallthrough]] have no effect.
void Parser::skip_attributes() {
  while (is("[") && peek(1).is("[")) {
    while (!at_end() && !(is("]") && peek(1).is("]")) && !is(";") && !is("}")) ++at_;
    accept("]");
    accept("]");
  }
}

// init := (declaration | expression) ";" before the condition of an if or switch; null if there is
// none.
StmtPtr Parser::parse_init() {
  int depth = 0;
  for (size_t i = 0;; ++i) {
    const Token& token = peek(i);
    if (token.at_end() || token.is("{") || token.is("}")) return nullptr;
    if (token.is("(")) ++depth;
    if (token.is(")") && --depth < 0) return nullptr;
    if (token.is(";")) break;
  }
  return starts_declaration() ? parse_declaration() : parse_expression_statement();
}

// if (int rest = n % 3): the variable is the condition.
StmtPtr Parser::parse_condition_variable(If& node) {
  auto declaration = std::make_unique<Declaration>();
  const size_t begin = at_;
  Specifiers specifiers;
  const bool is_fine = parse_specifiers(specifiers) && parse_one_variable(specifiers, *declaration);
  declaration->span = base::join(tokens_[begin].span, previous().span);
  if (is_fine && !declaration->declarators.empty()) {
    auto name = std::make_unique<VariableRef>();
    name->name = declaration->declarators.front().variable->name;
    name->span = declaration->declarators.front().variable->span;
    node.condition = checker_.condition(std::move(name));
  }
  if (!accept(")")) {
    if (is_fine) error(end_of_previous(), say("expected ')' after the condition"));
    skip_parentheses();
  }
  return declaration;
}

// if := "if" ["constexpr"] "(" [init] expression ")" statement ["else" statement]
StmtPtr Parser::parse_if() {
  auto node = std::make_unique<If>();
  const size_t begin = at_++;
  if (is("constexpr")) return parse_if_constexpr(begin);
  const bool has_scope = is("(");
  if (has_scope) checker_.enter_scope();
  StmtPtr init;
  if (has_scope) {
    ++at_;
    init = parse_init();
    if (!init && starts_declaration()) {
      init = parse_condition_variable(*node);
    } else if (init) {
      node->condition = parse_condition_inside();
    } else {
      --at_;
    }
  }
  if (!init) node->condition = parse_condition("if");
  if (is(";") && !peek(1).is("else")) {
    reporter_.warning(peek().span, say("the if ends at this ';' and does nothing"),
                      say("remove the ';'"));
  }
  node->then_branch = parse_body();
  if (accept("else")) node->else_branch = parse_body();
  node->span = base::join(tokens_[begin].span, previous().span);
  if (has_scope) checker_.leave_scope(previous().span.end);
  return behind(std::move(init), std::move(node));
}

// The branch not taken is not even parsed: in a template it may be invalid.
StmtPtr Parser::parse_if_constexpr(size_t begin) {
  ++at_;
  std::optional<bool> holds;
  if (expect("(", sentence("after 'if constexpr'"))) {
    holds = checker_.constant_condition(parse_full_expression());
    if (!accept(")")) {
      if (holds) error(end_of_previous(), say("expected ')' after the condition"));
      skip_parentheses();
    }
  }
  StmtPtr taken;
  if (holds.value_or(true))
    taken = parse_body();
  else
    skip_unread_statement();
  if (accept("else")) {
    if (holds.value_or(false))
      skip_unread_statement();
    else
      taken = parse_body();
  }
  if (taken) return taken;
  auto nothing = std::make_unique<Empty>();
  nothing->span = base::join(tokens_[begin].span, previous().span);
  return nothing;
}

// Skips a statement by its brackets alone.
void Parser::skip_unread_statement() {
  skip_attributes();
  const auto skip_head = [this] {
    ++at_;
    accept("constexpr");
    if (accept("(")) skip_parentheses(true);
  };
  if (is("{")) return skip_braces();
  if (is("if")) {
    skip_head();
    skip_unread_statement();
    if (accept("else")) skip_unread_statement();
    return;
  }
  if (is("for") || is("while") || is("switch")) {
    skip_head();
    return skip_unread_statement();
  }
  if (accept("do")) {
    skip_unread_statement();
    if (is("while")) skip_head();
    accept(";");
    return;
  }
  for (int depth = 0; !at_end(); ++at_) {
    if (is("(") || is("{") || is("[")) ++depth;
    if ((is(")") || is("}") || is("]")) && --depth < 0) return;
    if (is(";") && depth == 0) {
      ++at_;
      return;
    }
  }
}

// for := "for" "(" [declaration | expression] ";" [expression] ";" [expression] ")" statement
StmtPtr Parser::parse_for() {
  auto node = std::make_unique<For>();
  const size_t begin = at_++;
  checker_.enter_scope();
  expect("(", sentence("after 'for'"));
  if (is_range_header()) {
    parse_range_for(*node);
  } else {
    parse_for_header(*node);
    node->body = parse_loop_body(*node);
  }
  checker_.leave_scope(previous().span.end);
  node->span = base::join(tokens_[begin].span, previous().span);
  return node;
}

// Counts the `;` between the parentheses: if their number is wrong, other errors in there would be
// misleading.
bool Parser::check_for_header() {
  int depth = 0;
  int semicolons = 0;
  for (size_t i = 0;; ++i) {
    const Token& token = peek(i);
    if (token.at_end() || token.is("{") || token.is("}")) return true;  // the `)` is missing, too
    if (token.is("(")) ++depth;
    if (token.is(";")) ++semicolons;
    if (!token.is(")") || --depth >= 0) continue;
    if (semicolons == 2) return true;
    error(
        token.span,
        say("a for loop has two ';' between its parentheses, not {count}", "count"_a = semicolons),
        say("write for (int i = 0; i < n; ++i)"));
    suppress_for_variable();
    return false;
  }
}

void Parser::suppress_for_variable() {
  if (!starts_declaration()) return;
  for (size_t i = 0; peek(i).is_identifier() || peek(i).is("*"); ++i) {
    if (!is_keyword(peek(i).text) && !is_type_word(peek(i).text))
      checker_.suppress_name(peek(i).text);
  }
}

void Parser::parse_for_header(For& loop) {
  if (!check_for_header()) return skip_parentheses(true);
  const size_t errors = reporter_.count();
  if (starts_declaration()) {
    loop.init = parse_declaration();
  } else if (!is(";")) {
    loop.init = parse_expression_statement();
  } else {
    ++at_;
  }
  if (reporter_.count() > errors && !previous().is(";")) return skip_parentheses(true);
  if (!is(";")) loop.condition = checker_.condition(parse_full_expression());
  if (!accept(";")) {
    if (reporter_.count() == errors) {
      error(end_of_previous(),
            say("expected ';' after the loop's condition, found {found}",
                "found"_a = describe_here()),
            say("a for loop has two ';': for (int i = 0; i < n; ++i)"));
    }
    if (!is(")")) return skip_parentheses(true);
  }
  if (!is(")")) loop.step = checker_.discarded(parse_full_expression());
  if (loop.step) warn_step_without_effect(*loop.step, reporter_);
  loop.induction = Checker::stepped_variable(loop.step.get());
  if (accept(")")) return;
  if (reporter_.count() == errors) {
    error(end_of_previous(),
          say("expected ')' after the loop's step, found {found}", "found"_a = describe_here()));
  }
  skip_parentheses(true);
}

StmtPtr Parser::parse_while() {
  auto node = std::make_unique<While>();
  const size_t begin = at_++;
  node->condition = parse_condition("while");
  node->body = parse_loop_body(*node);
  node->span = base::join(tokens_[begin].span, previous().span);
  return node;
}

// do := "do" statement "while" "(" expression ")" ";"
StmtPtr Parser::parse_do() {
  auto node = std::make_unique<DoWhile>();
  const size_t begin = at_++;
  node->body = parse_loop_body(*node);
  if (expect("while", sentence("after the body of 'do'"))) {
    node->condition = parse_condition("while");
    expect_semicolon(sentence("after the condition of 'do'"));
  } else {
    skip_statement();
  }
  node->span = base::join(tokens_[begin].span, previous().span);
  return node;
}

// switch := "switch" "(" expression ")" "{" (label ":" | statement)* "}"
StmtPtr Parser::parse_switch() {
  auto node = std::make_unique<Switch>();
  const size_t begin = at_++;
  StmtPtr init;
  checker_.enter_scope();
  if (expect("(", sentence("after 'switch'"))) {
    init = parse_init();
    node->condition =
        checker_.integer_value(parse_full_expression(), label("the value of a switch"));
    if (!accept(")")) {
      if (node->condition) error(end_of_previous(), say("expected ')' after the switch's value"));
      skip_parentheses();
    }
  }
  if (!expect("{", sentence("before the body of 'switch'"))) {
    skip_statement();
    checker_.leave_scope(previous().span.end);
    return nullptr;
  }
  ++breakable_;
  const auto outer_values = std::exchange(case_values_, {});
  bool has_label = false;
  bool after_initialized = false;  // a label may not jump over an initialiser
  while (!at_end() && !is("}") && !reporter_.is_full()) {
    const size_t before = at_;
    if (is("case") || is("default")) {
      has_label = true;
      parse_switch_label(*node, after_initialized);
    } else if (StmtPtr statement = parse_statement()) {
      if (!has_label)
        error(statement->span, say("a statement before the first label is never reached"));
      if (statement->kind == StmtKind::kDeclaration) {
        for (const Declarator& declarator : as<Declaration>(*statement).declarators) {
          after_initialized |= declarator.has_initializer;
        }
      }
      node->statements.push_back(std::move(statement));
    }
    if (at_ == before) ++at_;
  }
  case_values_ = outer_values;
  --breakable_;
  if (!accept("}") && !reporter_.is_full())
    error(tokens_[begin].span, say("the body of this switch is never closed"));
  checker_.leave_scope(previous().span.end);
  node->span = base::join(tokens_[begin].span, previous().span);
  return behind(std::move(init), std::move(node));
}

void Parser::parse_switch_label(Switch& node, bool after_initialized) {
  SwitchLabel label;
  const size_t begin = at_;
  label.is_default = is("default");
  label.position = node.statements.size();
  ++at_;
  bool is_fine = true;
  const auto read_value = [&](uint64_t& to) {
    const auto value =
        checker_.constant_integer(parse_conditional(), warplens::label("the value of a case"));
    is_fine = is_fine && value && node.condition;
    if (is_fine) to = convert(*value, node.condition->type->scalar).bits;
  };
  if (!label.is_default) read_value(label.value);
  uint64_t last = label.value;
  if (!label.is_default && accept("...")) read_value(last);  // of GNU C, to the last one of a range
  label.span = base::join(tokens_[begin].span, previous().span);
  if (!accept(":")) {
    if (is_fine)
      error(end_of_previous(),
            say("expected ':' after the label, found {found}", "found"_a = describe_here()));
    while (!at_end() && !is(":") && !is(";") && !is("}")) ++at_;
    accept(":");
  }
  if (!is_fine) return;
  if (after_initialized) {
    error(label.span, say("this label jumps over the initialiser of a variable declared above it"),
          say("put the statements of each case into {{ }}"));
  }
  constexpr uint64_t kMostOfRange = 4096;
  if (last - label.value >= kMostOfRange) {
    return error(label.span, say("a range of cases goes up, over at most {most} values",
                                 "most"_a = kMostOfRange));
  }
  for (;; ++label.value) {
    if (!case_values_.emplace(label.is_default, label.value).second) {
      return error(label.span, label.is_default ? say("a second default label")
                                                : say("a second case of the same value"));
    }
    node.labels.push_back(label);
    node.label_values.push_back(nullptr);  // the value is in the label
    if (label.value == last) return;
  }
}

ExprPtr Parser::parse_returned() {
  return is("{") ? parse_initializer_clause() : parse_full_expression();
}

// goto := "goto" label ";"
StmtPtr Parser::parse_goto() {
  auto node = std::make_unique<Goto>();
  node->span = peek().span;
  ++at_;
  if (!peek().is_identifier()) {
    error_here(say("expected a label, found {found}", "found"_a = describe_here()));
    skip_statement();
    return nullptr;
  }
  node->label = peek().text;
  ++at_;
  if (!accept(";")) report_no_semicolon(say("after '{keyword}'", "keyword"_a = "goto"));
  return node;
}

// jump := ("break" | "continue" | "return") ";"
StmtPtr Parser::parse_jump() {
  const Token word = peek();
  ++at_;
  StmtPtr node;
  bool is_parsed = true;
  if (word.is("break")) {
    node = std::make_unique<Break>();
    if (breakable_ == 0) error(word.span, say("a break outside of loops and switches"));
  } else if (word.is("continue")) {
    node = std::make_unique<Continue>();
    if (!checker_.is_in_loop()) error(word.span, say("a continue outside of loops"));
  } else {
    auto returned = std::make_unique<Return>();
    returned->span = word.span;
    operators_ = 0;
    const bool has_value = !is(";") && !is("}");
    ExprPtr value = has_value ? parse_returned() : nullptr;
    is_parsed = value || !has_value;
    if (value || !has_value) checker_.check_return(*returned, std::move(value));
    node = std::move(returned);
  }
  node->span = word.span;
  if (!is_parsed)
    skip_statement();
  else if (!accept(";"))
    report_no_semicolon(say("after '{keyword}'", "keyword"_a = word.text));
  return node;
}

StmtPtr Parser::parse_expression_statement() {
  auto node = std::make_unique<ExpressionStmt>();
  const size_t begin = at_;
  ExprPtr parsed = parse_full_expression();
  const bool is_parsed = parsed != nullptr;
  node->expression = checker_.discarded(std::move(parsed));
  if (node->expression) warn_without_effect(*node->expression, reporter_);
  node->span = base::join(tokens_[begin].span, at_ > begin ? previous().span : tokens_[begin].span);
  if (is_parsed)
    expect_semicolon(sentence("after this statement"));
  else
    skip_statement();
  return node->expression ? std::move(node) : nullptr;
}

}  // namespace warplens::lang
