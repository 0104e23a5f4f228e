#include "sim/edit/text.hpp"

#include "sim/lang/text/lexer.hpp"

namespace warplens::edit {

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

}  // namespace warplens::edit
