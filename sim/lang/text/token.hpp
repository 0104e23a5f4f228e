// A token, as the lexer makes it and the preprocessor passes it on.
//
// `text` is how it is spelt, a view into the file, into a -D definition or into text that a macro
// pasted; all of them outlive every token. `span` is where a reader should look: the token itself,
// or, for a token that a macro's body wrote, the macro's use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "sim/base/source.hpp"

namespace warplens::lang {

using base::Span;

enum class TokenKind : uint8_t {
  kEnd,
  kIdentifier,  // keywords too: they are told apart by spelling (words.hpp)
  kNumber,      // a preprocessing number: anything that begins like one
  kString,
  kCharacter,
  kPunctuator,
  kForeign,   // a character that C has no use for, or an identifier that holds one
  kUnclosed,  // a string, character or comment without its end
  kNewline,   // from the lexer only
  kComment,   // from the lexer only
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool space_before = false;
  bool from_macro = false;    // written by a macro's body, not by the text at `span`
  bool never_expand = false;  // a macro's name met inside its own expansion stays as it is
  Span span;
  std::string_view text;

  bool is(std::string_view spelling) const {
    return (kind == TokenKind::kPunctuator || kind == TokenKind::kIdentifier) && text == spelling;
  }
  bool is_identifier() const { return kind == TokenKind::kIdentifier; }
  bool at_end() const { return kind == TokenKind::kEnd; }
};

inline bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return token.is(word); });
}

}  // namespace warplens::lang
