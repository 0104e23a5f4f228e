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

}  // namespace

std::vector<std::string> call_names(const base::SourceFile& file, base::Span place) {
  const std::string& whole = file.text();
  if (place.begin >= whole.size()) return {};
  const std::string_view text = std::string_view(whole).substr(place.begin, kMostBytes);
  std::vector<lang::Token> tokens = lang::lex(text);
  std::erase_if(tokens, is_space);
  size_t at = 0;
  while (at + 1 < tokens.size() && !tokens[at].is(";") &&
         !(tokens[at].is_identifier() && tokens[at].text.starts_with("cuda") &&
           tokens[at + 1].is("(")))
    ++at;
  if (at + 1 >= tokens.size() || tokens[at].is(";")) return {};
  std::vector<std::string> names;
  size_t begin = at + 2, depth = 1;
  for (size_t i = begin; i < tokens.size() && depth > 0; ++i) {
    if (lang::is_one_of(tokens[i], {"(", "[", "{"})) ++depth;
    if (lang::is_one_of(tokens[i], {")", "]", "}"})) --depth;
    const bool is_end = depth == 0 || (depth == 1 && tokens[i].is(","));
    if (!is_end) continue;
    if (i > begin) names.push_back(words_of(std::span(tokens).subspan(begin, i - begin), text));
    begin = i + 1;
  }
  return names;
}

}  // namespace warplens::study
