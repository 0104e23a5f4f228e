#include "sim/edit/text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <initializer_list>
#include <system_error>

#include "sim/lang/text/lexer.hpp"

namespace warplens::edit {

namespace {

// Whether all operators outside of brackets are among these.
bool has_only(const std::vector<lang::Token>& tokens,
              std::initializer_list<std::string_view> operators) {
  size_t depth = 0;
  for (const lang::Token& token : tokens) {
    if (closes(token)) --depth;
    const bool is_operator =
        token.kind == lang::TokenKind::kPunctuator && !opens(token) && !closes(token);
    if (depth == 0 && is_operator && !lang::is_one_of(token, operators)) return false;
    if (opens(token)) ++depth;
  }
  return true;
}

}  // namespace

std::vector<lang::Token> Text::tokens(Span span) const {
  std::vector<lang::Token> all = lang::lex(slice(span));
  std::erase_if(all, [](const lang::Token& token) {
    return token.kind == lang::TokenKind::kComment || token.kind == lang::TokenKind::kNewline;
  });
  for (lang::Token& token : all) {
    token.span.begin += span.begin;
    token.span.end += span.begin;
  }
  return all;
}

bool opens(const lang::Token& token) {
  return lang::is_one_of(token, {"(", "[", "{"});
}
bool closes(const lang::Token& token) {
  return lang::is_one_of(token, {")", "]", "}"});
}

size_t closing(const std::vector<lang::Token>& tokens, size_t open) {
  size_t depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    if (opens(tokens[i])) ++depth;
    if (closes(tokens[i]) && --depth == 0) return i;
  }
  return tokens.size();
}

std::vector<Span> subscripts(const std::vector<lang::Token>& tokens, size_t first) {
  std::vector<Span> all;
  for (size_t open = first; open < tokens.size() && tokens[open].is("[");) {
    const size_t close = closing(tokens, open);
    if (close >= tokens.size() || close == open + 1) return {};
    all.push_back({tokens[open + 1].span.begin, tokens[close - 1].span.end});
    open = close + 1;
  }
  return all;
}

std::string joined(const std::vector<lang::Token>& tokens) {
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].span.begin != tokens[i - 1].span.end) text += ' ';
    text += tokens[i].text;
  }
  return text;
}

bool is_operand(const std::vector<lang::Token>& tokens) {
  return has_only(tokens, {".", "->", "::"});
}
bool is_summand(const std::vector<lang::Token>& tokens) {
  return has_only(tokens, {".", "->", "::", "+", "-", "*", "/", "%"});
}
std::string operand(const std::vector<lang::Token>& tokens) {
  return is_operand(tokens) ? joined(tokens) : "(" + joined(tokens) + ")";
}

std::optional<uint64_t> number_of(const lang::Token& token) {
  const bool is_octal = token.text.size() > 1 && token.text.front() == '0';
  if (token.kind != lang::TokenKind::kNumber || is_octal) return std::nullopt;
  const char* const begin = token.text.data();
  const char* const end = begin + token.text.size();
  uint64_t number = 0;
  const std::from_chars_result read = std::from_chars(begin, end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

std::string with_more(const std::vector<lang::Token>& tokens, int64_t more) {
  const size_t size = tokens.size();
  const std::optional<uint64_t> last = number_of(tokens.back());
  const uint64_t less = more < 0 ? static_cast<uint64_t>(-more) : 0;
  const bool is_sum =
      size > 2 && tokens[size - 2].is("+") && has_only(tokens, {"::", "+", "-", "*", "/"});
  if (last && (is_sum || (size == 1 && more < 0)) && *last > less) {
    const std::string head = joined({tokens.begin(), tokens.end() - 1});
    return head + (head.empty() ? "" : " ") + std::to_string(*last + static_cast<uint64_t>(more));
  }
  const std::string text = is_summand(tokens) ? joined(tokens) : "(" + joined(tokens) + ")";
  return text + (more < 0 ? fmt::format(" - {}", less) : fmt::format(" + {}", more));
}

}  // namespace warplens::edit
