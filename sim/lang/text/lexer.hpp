// Cuts text into tokens, comments and line ends included, of any text whatever: what is no token of
// C comes out as kForeign or kUnclosed and is judged by the preprocessor, because text that `#if 0`
// removes is allowed to hold it.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// The tokens of `text` in order, without a kEnd. A backslash at a line's end joins it to the next
// line before anything else is looked at, in raw strings aside ([lex.phases]). Spans count from
// `text`'s first byte and hold the joints. `made_text` keeps the spelling of tokens that are
// joined; without it theirs is the text as it stands.
std::vector<Token> lex(std::string_view text, std::deque<std::string>* made_text = nullptr);

// One UTF-8 code point at text[at]: its value and length, or length 0 where the bytes are no UTF-8.
struct CodePoint {
  uint32_t value = 0;
  uint32_t length = 0;
};
CodePoint decode_utf8(std::string_view text, size_t at);

}  // namespace warplens::lang
