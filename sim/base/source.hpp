// A source text and places in it. Every token, instruction and diagnostic carries a Span of byte
// offsets; lines and columns are worked out only where a person reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::base {

// Half-open byte range [begin, end) in a SourceFile's text.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  bool empty() const { return begin == end; }
  friend bool operator==(const Span&, const Span&) = default;
};

// The smallest span that holds both.
Span join(Span a, Span b);

// 1-based; the column counts characters (UTF-8 code points; a tab is one), not bytes.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

class SourceFile {
 public:
  SourceFile() : SourceFile("", "") {}
  // A leading UTF-8 byte-order mark is dropped; line ends (LF, CRLF, CR) are kept as they are.
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  std::string_view slice(Span span) const;

  uint32_t line_count() const { return static_cast<uint32_t>(line_starts_.size()); }
  // The line's text without its line end; line is 1-based, an out-of-range line is empty.
  std::string_view line_text(uint32_t line) const;
  // Byte offset of the line's first character.
  uint32_t line_start(uint32_t line) const;
  uint32_t line_of(uint32_t offset) const;
  LineColumn line_column(uint32_t offset) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

// Number of UTF-8 code points (invalid bytes count one each).
uint32_t count_characters(std::string_view text);

}  // namespace warplens::base
