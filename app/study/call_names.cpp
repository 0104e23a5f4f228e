#include "app/study/call_names.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "sim/lang/text/lexer.hpp"

namespace warplens::study {

namespace {

constexpr uint32_t kMostBytes = 2000;  // that are searched for the call's end

bool is_space(const lang::Token& token) {
  return token.kind == lang::TokenKind::kNewline || token.kind == lang::TokenKind::kComment;
}

// Of one argument's tokens, without `(T*)` and `&` before it.
std::string words_of(std::span<const lang::Token> tokens, std::string_view text) {
  for (;;) {
    if (tokens.size() > 1 && tokens.front().is("&")) {
      tokens = tokens.subspan(1);
      continue;
    }
    const auto close = std::find_if(tokens.begin(), tokens.end(),
                                    [](const lang::Token& token) { return token.is(")"); });
    const bool is_cast = !tokens.empty() && tokens.front().is("(") && close != tokens.end() &&
                         close + 1 != tokens.end() && (close - 1)->is("*");
    if (!is_cast) break;
    tokens = tokens.subspan(static_cast<size_t>(close - tokens.begin()) + 1);
  }
  if (tokens.empty()) return "";
  const uint32_t begin = tokens.front().span.begin;
  return std::string(text.substr(begin, tokens.back().span.end - begin));
}

// The tokens of a text from a place on.
struct Statement {
  Statement(const base::SourceFile& file, base::Span place) {
    if (place.begin >= file.text().size()) return;
    text = std::string_view(file.text()).substr(place.begin, kMostBytes);
    tokens = lang::lex(text);
    std::erase_if(tokens, is_space);
  }

  // Up to the parenthesis that ends them.
  std::vector<std::string> arguments(size_t begin) const {
    std::vector<std::string> names;
    for (size_t i = begin, depth = 1; i < tokens.size() && depth > 0; ++i) {
      if (lang::is_one_of(tokens[i], {"(", "[", "{"})) ++depth;
      if (lang::is_one_of(tokens[i], {")", "]", "}"})) --depth;
      const bool is_end = depth == 0 || (depth == 1 && tokens[i].is(","));
      if (!is_end) continue;
      if (i > begin) names.push_back(words_of(std::span(tokens).subspan(begin, i - begin), text));
      begin = i + 1;
    }
    return names;
  }

  std::string_view text;
  std::vector<lang::Token> tokens;
};

}  // namespace

std::vector<std::string> call_names(const base::SourceFile& file, base::Span place) {
  const Statement statement(file, place);
  const std::vector<lang::Token>& tokens = statement.tokens;
  size_t at = 0;
  while (at + 1 < tokens.size() && !tokens[at].is(";") &&
         !(tokens[at].is_identifier() && tokens[at].text.starts_with("cuda") &&
           tokens[at + 1].is("(")))
    ++at;
  if (at + 1 >= tokens.size() || tokens[at].is(";")) return {};
  return statement.arguments(at + 2);
}

std::vector<std::string> launch_names(const base::SourceFile& file, base::Span place) {
  const Statement statement(file, place);
  const std::vector<lang::Token>& tokens = statement.tokens;
  for (size_t at = 0; at + 2 < tokens.size() && !tokens[at].is(";"); ++at) {
    if (tokens[at].is(">>") && tokens[at + 1].is(">") && tokens[at + 2].is("("))
      return statement.arguments(at + 3);
  }
  return {};
}

bool is_variable(const std::string& name) {
  const std::vector<lang::Token> tokens = lang::lex(name);
  size_t depth = 0;  // of an index
  for (const lang::Token& token : tokens) {
    if (token.is("[")) ++depth;
    if (token.is("]") && depth > 0) --depth;
    const bool is_part = token.is_identifier() || lang::is_one_of(token, {".", "->", "[", "]"});
    if (depth == 0 && !is_part) return false;
  }
  return !tokens.empty() && tokens.front().is_identifier();
}

}  // namespace warplens::study
