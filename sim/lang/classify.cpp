// Colours for editors. Works on the lexer's tokens, so text that does not compile is coloured too.
#include "sim/lang/compile.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/words.hpp"
#include "sim/lang/tree/vector_shape.hpp"

namespace warplens::lang {
namespace {

TokenClass class_of_word(std::string_view word) {
  if (is_type_word(word) || vector_shape(word)) return TokenClass::kType;
  if (is_keyword(word)) return TokenClass::kKeyword;
  if (builtin_triple(word) || word == "warpSize" || !intrinsics_named(word).empty())
    return TokenClass::kBuiltin;
  return TokenClass::kPlain;
}

TokenClass class_of(const Token& token) {
  switch (token.kind) {
    case TokenKind::kIdentifier:
      return class_of_word(token.text);
    case TokenKind::kNumber:
      return TokenClass::kNumber;
    case TokenKind::kString:
    case TokenKind::kCharacter:
      return TokenClass::kString;
    case TokenKind::kComment:
      return TokenClass::kComment;
    case TokenKind::kUnclosed:
      return token.text.starts_with("/*") ? TokenClass::kComment : TokenClass::kString;
    default:
      return TokenClass::kPlain;
  }
}

}  // namespace

std::vector<ColoredRange> classify(std::string_view text) {
  std::vector<ColoredRange> ranges;
  bool at_line_start = true;
  bool is_directive =
      false;  // `#` and its name have a colour of their own, the rest of the line is code
  for (const Token& token : lex(text)) {
    if (token.kind == TokenKind::kNewline) {
      at_line_start = true;
      is_directive = false;
      continue;
    }
    TokenClass token_class = class_of(token);
    if (token.is("#") && at_line_start) {
      is_directive = true;
      token_class = TokenClass::kPreprocessor;
    } else if (is_directive && token.is_identifier()) {
      token_class = TokenClass::kPreprocessor;
      is_directive = false;
    }
    if (token.kind != TokenKind::kComment) at_line_start = false;
    ranges.push_back({token.span, token_class});
  }
  return ranges;
}

}  // namespace warplens::lang
