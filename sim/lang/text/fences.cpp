#include "sim/lang/text/token_rewrites.hpp"

#include <algorithm>

namespace warplens::lang {

namespace {

// ``` at the beginning of a line.
bool is_fence(const std::vector<Token>& tokens, size_t at) {
  if (at != 0 && tokens[at - 1].kind != TokenKind::kNewline) return false;
  for (size_t i = at; i < at + 3; ++i) {
    if (i >= tokens.size() || tokens[i].kind != TokenKind::kForeign || tokens[i].text != "`")
      return false;
  }
  return true;
}

}  // namespace

bool leave_out_fences(std::vector<Token>& tokens) {
  const auto is_foreign = [](const Token& token) {
    return token.kind == TokenKind::kForeign && token.text == "`";
  };
  if (std::none_of(tokens.begin(), tokens.end(), is_foreign)) return false;
  std::vector<Token> kept;
  bool has_fences = false, has_code = false, is_inside = true;
  for (size_t at = 0; at < tokens.size(); ++at) {
    if (is_fence(tokens, at)) {
      is_inside = !has_code || !is_inside;  // the first closes a block only behind some code
      has_fences = true;
      while (at < tokens.size() && tokens[at].kind != TokenKind::kNewline) ++at;
      if (at < tokens.size()) kept.push_back(tokens[at]);
      continue;
    }
    if (!is_inside) continue;
    kept.push_back(tokens[at]);
    has_code = has_code ||
               (tokens[at].kind != TokenKind::kNewline && tokens[at].kind != TokenKind::kComment);
  }
  if (has_fences) tokens = std::move(kept);
  return has_fences;
}

}  // namespace warplens::lang
