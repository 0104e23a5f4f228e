// The text of an asm statement: its adjacent literals as one text, of which each place is still
// known in the file, and that text as lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/names.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

class PtxCode {
 public:
  // A string literal; its escapes become the characters that they mean.
  void add(const Token& literal);
  // `%0` and other operands replace these characters.
  void replace(std::string_view what, std::string_view by);

  const std::string& text() const { return text_; }
  // Of those characters in the file; of a literal that a macro wrote, the macro's use.
  Span span_of(size_t begin, size_t end) const;

 private:
  struct Source {
    Span token;
    bool is_in_file = false;  // then an error can point at a character of it
  };

  std::string text_;
  std::vector<Source> sources_;
  // Of each character: its literal, and where it is there.
  std::vector<uint32_t> source_of_, offset_in_;
};

struct PtxLine {
  enum class Kind : uint8_t { kOpen, kClose, kLabel, kInstruction };
  Kind kind = Kind::kInstruction;
  std::string predicate;      // "p", "!p"; "": it is always executed
  std::string text;           // "add.s32 %0, %1, 5", "LOOP"; without ; and comments
  size_t begin = 0, end = 0;  // in the code; with the predicate
};
// In order. Of `{`, `}` and instructions, which end with a semicolon or the text.
std::vector<PtxLine> ptx_lines(std::string_view code);

// Without the white space around it.
inline std::string_view trimmed(std::string_view text) {
  return base::trimmed(text, " \t\n\r\v\f");
}

}  // namespace warplens::lang
