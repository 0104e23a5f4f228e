// Tokens and recovery.
#include "sim/lang/syntax/parser.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/options.hpp"
#include "sim/lang/text/words.hpp"

namespace warplens::lang {
Parser::Parser(const Tokens& tokens, TokenRange text, Unit& unit, Checker& checker,
               Reporter& reporter, Names& names)
    : tokens_(tokens),
      unit_(unit),
      checker_(checker),
      reporter_(reporter),
      names_(names),
      at_(text.begin),
      stop_(text.end) {
  const Span last = tokens_[stop_ == 0 ? 0 : stop_ - 1].span;
  end_.span = {last.end, last.end};
}

bool Parser::accept(std::string_view spelling) {
  if (!is(spelling)) return false;
  ++at_;
  return true;
}

void Parser::error(Span span, std::string message, std::string hint) {
  reporter_.error(span, std::move(message), std::move(hint));
}
void Parser::error_here(std::string message, std::string hint) {
  error(at_end() ? end_of_previous() : peek().span, std::move(message), std::move(hint));
}
void Parser::unsupported(Span span, std::string message, std::string hint) {
  reporter_.unsupported(span, std::move(message), std::move(hint));
}
void Parser::unsupported_here(std::string message, std::string hint) {
  unsupported(at_end() ? end_of_previous() : peek().span, std::move(message), std::move(hint));
}

std::string Parser::describe_here() const {
  if (at_end()) return say("the end of the file");
  return "'" + std::string(peek().text) + "'";
}

bool Parser::expect(std::string_view spelling, Sentence place) {
  return accept(spelling) || report_expected(spelling, say(place));
}

bool Parser::report_expected(std::string_view spelling, const std::string& place) {
  error(end_of_previous(), say("expected '{token}' {place}, found {found}", "token"_a = spelling,
                               "place"_a = place, "found"_a = describe_here()));
  return false;
}

void Parser::expect_semicolon(Sentence place) {
  if (!accept(";")) report_no_semicolon(say(place));
}

void Parser::report_no_semicolon(const std::string& place) {
  const bool is_new_line =
      unit_.file.line_of(previous().span.end) != unit_.file.line_of(peek().span.begin);
  if (at_end() || is_new_line || is("}")) {
    return error(end_of_previous(), say("missing ';' {place}", "place"_a = place));
  }
  error(end_of_previous(),
        say("expected ';' {place}, found {found}", "place"_a = place, "found"_a = describe_here()));
  skip_statement();
}

void Parser::skip_statement() {
  constexpr std::string_view kStarts[] = {"if",     "for",     "while",      "do",
                                          "switch", "return",  "break",      "continue",
                                          "case",   "default", "__global__", "__shared__"};
  for (int parentheses = 0; !at_end(); ++at_) {
    if (is("}") || is("{")) return;
    if (is("(")) ++parentheses;
    if (is(")")) --parentheses;
    if (is(";")) {
      ++at_;
      return;
    }
    const bool starts =
        std::any_of(std::begin(kStarts), std::end(kStarts), [&](auto word) { return is(word); });
    if (starts && parentheses <= 0) return;
  }
}

void Parser::skip_parentheses(bool over_semicolons) {
  for (int depth = 1; !at_end(); ++at_) {
    if ((is(";") && !over_semicolons) || is("{") || is("}")) return;
    if (is("(")) ++depth;
    if (is(")") && --depth == 0) {
      ++at_;
      return;
    }
  }
}

void Parser::skip_braces() {
  if (!is("{")) return;
  for (int depth = 0; !at_end(); ++at_) {
    if (is("{")) ++depth;
    if (is("}") && --depth == 0) break;
  }
  accept("}");
}

bool Parser::enter_nesting() {
  tokens_.budget().enter();
  if (++depth_ <= kDeepestNesting) return true;
  if (!is_too_deep_)
    error_here(say("this is nested more than {most} levels deep", "most"_a = kDeepestNesting),
               say("divide it into several statements"));
  is_too_deep_ = true;
  return false;
}

void Parser::leave_nesting() {
  --depth_;
  tokens_.budget().leave();
}

// Collects the names after a unary &: such a variable needs a place in memory, const or not.
void Parser::note_addresses(size_t begin, size_t end) {
  address_taken_.clear();
  const std::span<const Token> range = tokens_.range(begin, std::min(end, tokens_.size()));
  for (size_t i = 1; i + 1 < range.size(); ++i) {
    if (!range[i].is("&") || !range[i + 1].is_identifier()) continue;
    const Token& before = range[i - 1];
    const bool has_left = before.kind == TokenKind::kNumber ||
                          before.kind == TokenKind::kCharacter || before.is(")") ||
                          before.is("]") || (before.is_identifier() && !is_keyword(before.text));
    if (!has_left) address_taken_.insert(range[i + 1].text);
  }
}

TokenRange Parser::skip_value() {
  TokenRange value{at_, at_};
  for (int depth = 0; !at_end(); ++at_) {
    if (const size_t angles = depth == 0 ? behind_angles(0, false) : 0; angles > 0) {
      at_ += angles - 1;  // commas part template arguments there
      continue;
    }
    if (is("(") || is("[") || is("{")) ++depth;
    const bool closes = is(")") || is("]") || is("}");
    if (depth == 0 && (closes || is(",") || is(";"))) break;
    if (closes) --depth;
  }
  value.end = at_;
  return value;
}

}  // namespace warplens::lang
