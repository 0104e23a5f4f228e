// Splits any text into tokens, including comments and line ends. Whatever is not a token of C
// becomes kForeign or kUnclosed and is judged by the preprocessor, because text that `#if 0`
// removes may contain it.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// The tokens of `text` in order, without a kEnd. A backslash at a line's end joins it to the next
// line before anything else happens, except in raw strings ([lex.phases]). Spans count from the
// first byte of `text` and include the joints. `made_text` keeps the spelling of joined tokens;
// without it their spelling is the original text.
std::vector<Token> lex(std::string_view text, std::deque<std::string>* made_text = nullptr);
// The same, in place of what `tokens` holds: its memory serves again. Spans count from `begin`.
void lex(std::string_view text, uint32_t begin, std::deque<std::string>& made_text,
         std::vector<Token>& tokens);

// The same of a text that is there as long as the process, without comments and empty lines: it is
// split the first time only.
void lex_lasting(std::string_view text, uint32_t begin, std::vector<Token>& tokens);

// The tokens of code that a stage writes in place of the text at `place`, without comments and line
// ends. `made_text` keeps the code.
std::vector<Token> lex_made(std::string code, Span place, std::deque<std::string>& made_text);

// One UTF-8 code point at text[at]: its value and length, or length 0 where the bytes are no UTF-8.
struct CodePoint {
  uint32_t value = 0;
  uint32_t length = 0;
};
CodePoint decode_utf8(std::string_view text, size_t at);

}  // namespace warplens::lang
