// The part of Markdown that the guide is written in, as blocks of plain text that a terminal and
// the window draw alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::guide {

enum class BlockKind : uint8_t { kHeading, kParagraph, kItem, kCode, kRow };

struct Block {
  BlockKind kind = BlockKind::kParagraph;
  std::string text;                // of a row nothing; of code its lines
  uint32_t level = 0;              // of a heading from 1; how often an item is indented
  std::vector<std::string> cells;  // of a row
  bool is_head = false;            // of a row: the columns' titles

  bool operator==(const Block&) const = default;
};

// Headings (#), paragraphs, items (-), code between fences (```) and tables (|), each on lines of
// its own. A picture that has a line of its own is left out.
std::vector<Block> parse_markdown(std::string_view text);

// Without the marks of `code`, *emphasis* and **strong emphasis**; of a link its words.
std::string plain_text(std::string_view marked);

}  // namespace warplens::guide
