// A source text and places in it. Every token, instruction and diagnostic carries a Span of byte
// offsets; lines and columns are worked out only where a person reads them.
#pragma once

#include <cstdint>
#include <deque>
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
  uint32_t part = 0;  // of the source file: 0 is its root text, others are included texts
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

// A text and, after it in one space of byte offsets, the texts that it includes. The root is what
// a user opened and edits: text() and the functions that take a line alone are about it.
class SourceFile {
 public:
  SourceFile() : SourceFile("", "") {}
  // A leading UTF-8 byte-order mark is dropped; line ends (LF, CRLF, CR) are kept as they are.
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return parts_.front().name; }
  const std::string& text() const { return parts_.front().text; }
  // Of one part: it may not reach from one text into the next.
  std::string_view slice(Span span) const;

  uint32_t line_count() const { return static_cast<uint32_t>(parts_.front().line_starts.size()); }
  // The line's text without its line end; line is 1-based, an out-of-range line is empty.
  std::string_view line_text(uint32_t line, uint32_t part = 0) const;
  // Byte offset of the line's first character.
  uint32_t line_start(uint32_t line, uint32_t part = 0) const;
  uint32_t line_of(uint32_t offset) const;  // in the part that holds the offset
  LineColumn line_column(uint32_t offset) const;

  // ---------------------------------------------------------------------------- included texts

  // Adds an included text; `from` is the #include that brings it (empty for text that a program
  // brings along). Texts that were sliced before stay where they are. Returns its part.
  uint32_t append(std::string name, std::string text, Span from, bool is_own = true);
  uint32_t part_count() const { return static_cast<uint32_t>(parts_.size()); }
  uint32_t part_of(uint32_t offset) const;
  const std::string& name(uint32_t part) const { return parts_[part].name; }
  const std::string& text(uint32_t part) const { return parts_[part].text; }
  uint32_t begin_of(uint32_t part) const { return parts_[part].begin; }  // its first byte's offset
  uint32_t end() const;                                                  // after the last text
  // False in text that nobody wrote to be seen: a header that the program has built in.
  bool is_own(uint32_t offset) const { return parts_[part_of(offset)].is_own; }
  // The span itself if it is in the root, else that of the root's #include that led to it.
  Span in_root(Span span) const;

 private:
  struct Part {
    std::string name;
    std::string text;
    uint32_t begin = 0;  // offset of its first byte; one offset between two parts is unused
    Span from;           // the #include, in an earlier part
    bool is_own = true;
    std::vector<uint32_t> line_starts;  // from `begin` on: the first is 0
  };
  std::deque<Part> parts_;  // a deque: views into a part survive another's append
};

// Number of UTF-8 code points (invalid bytes count one each).
uint32_t count_characters(std::string_view text);

}  // namespace warplens::base
