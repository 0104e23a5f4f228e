// The guide: what `warplens guide` prints and the window shows under "?".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::guide {

// Of the part of Markdown that the guide is written in: a terminal and the window draw them alike.
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

struct Topic {
  std::string name;           // its file's, without the ending: "own-kernels"
  std::string title;          // its first heading
  std::string summary;        // the paragraph below that
  std::vector<Block> blocks;  // all that is below the title
};

// In the order of the guide.
std::vector<Topic> topics();

// Of a file of assets/guide. Where it does not begin with a heading and a paragraph, those are "".
Topic make_topic(std::string_view file_name, std::string_view text);

// Null if there is none of that name.
const Topic* find_topic(const std::vector<Topic>& topics, std::string_view name);
// The one whose name is likely meant by `name`; "" if none is near.
std::string nearest_topic(const std::vector<Topic>& topics, std::string_view name);

// Of the table that begins with blocks[first]: one past its last row.
size_t end_of_table(const std::vector<Block>& blocks, size_t first);

// How wide the columns of a table are in so much room, in any unit: as wide as their widest cell,
// or, where that is too much, the widest of them all alike, but none narrower than its longest
// word as long as the room allows that. No more than `room` together.
std::vector<float> column_widths(const std::vector<float>& widest_cells,
                                 const std::vector<float>& longest_words, float room);

}  // namespace warplens::guide
