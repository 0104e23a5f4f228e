// A token as made by the lexer and passed on by the preprocessor.
//
// `text` is its spelling, a view into the file, into a -D definition or into text that a macro
// pasted; all of them outlive every token. `span` is the place to show to a reader: the token
// itself or, for a token from a macro's body, the macro's use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "sim/base/source.hpp"

namespace warplens::lang {

using base::Span;

enum class TokenKind : uint8_t {
  kEnd,
  kIdentifier,  // keywords too, which are distinguished by spelling (words.hpp)
  kNumber,      // a preprocessing number: anything that begins like one
  kString,
  kCharacter,
  kPunctuator,
  kForeign,   // a character that is not part of C, or an identifier that contains one
  kUnclosed,  // a string, character or comment without its end
  kNewline,   // from the lexer only
  kComment,   // from the lexer only
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool space_before = false;
  bool from_macro = false;    // from a macro's body, not from the text at `span`
  bool never_expand = false;  // a macro's name inside its own expansion stays unchanged
  Span span;
  std::string_view text;

  // Inlined, what is asked of a literal is a comparison or two.
  [[gnu::always_inline]] bool is(std::string_view spelling) const {
    if (kind != TokenKind::kPunctuator && kind != TokenKind::kIdentifier) return false;
    // Neither is empty, and most differ in their first characters.
    if (text.size() != spelling.size() || text.front() != spelling.front()) return false;
    return spelling.size() == 1 || std::memcmp(text.data(), spelling.data(), spelling.size()) == 0;
  }
  bool is_identifier() const { return kind == TokenKind::kIdentifier; }
  bool at_end() const { return kind == TokenKind::kEnd; }
};

inline bool is_one_of(const Token& token, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return token.is(word); });
}

}  // namespace warplens::lang
