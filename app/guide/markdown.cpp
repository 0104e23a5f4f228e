// Line by line: what a line begins with says what it is, and any other line goes on with the block
// before it. Marks inside of a block are taken out last, because a link may go on in the next line.
#include <algorithm>
#include <cctype>
#include <utility>

#include "app/guide/guide.hpp"
#include "sim/base/names.hpp"

namespace warplens::guide {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kFence = "```";
constexpr size_t kItemIndent = 2;  // [characters] of an item inside of another

// The text up to the end of its first line; `rest` is what follows.
std::string_view first_line(std::string_view text, std::string_view& rest) {
  const size_t end = std::min(text.find('\n'), text.size());
  rest = text.substr(std::min(end + 1, text.size()));
  return text.substr(0, end);
}

bool is_picture(std::string_view line) {
  return line.starts_with("![") && line.ends_with(')');
}

// "| --- | --- |" between a table's titles and its rows.
bool is_rule(std::string_view line) {
  return line.find('-') != line.npos && line.find_first_not_of("|-: ") == line.npos;
}

// Of "| a | b |"; a bar behind a backslash is one of the text.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.push_back(plain_text(base::trimmed(cell, kBlanks)));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  if (!base::trimmed(cell, kBlanks).empty())
    cells.push_back(plain_text(base::trimmed(cell, kBlanks)));
  return cells;
}

class BlockReader {
 public:
  void read(std::string_view line) {
    const std::string_view words = base::trimmed(line, kBlanks);
    if (!words.starts_with('|')) rows_ = 0;
    if (words.starts_with(kFence)) {
      is_code_ = !is_code_;
      if (is_code_) add(BlockKind::kCode, "");
      goes_on_ = false;
    } else if (is_code_) {
      std::string& code = blocks_.back().text;
      if (goes_on_) code += '\n';
      code += line;
      goes_on_ = true;
    } else if (words.empty() || is_picture(words)) {
      goes_on_ = false;
    } else if (words.starts_with('#')) {
      const size_t level = words.find_first_not_of('#');
      add(BlockKind::kHeading, base::trimmed(words.substr(std::min(level, words.size())), kBlanks));
      blocks_.back().level = static_cast<uint32_t>(std::min(level, words.size()));
      goes_on_ = false;
    } else if (words.starts_with('|')) {
      read_row(words);
      goes_on_ = false;
    } else if (words.starts_with("- ")) {
      add(BlockKind::kItem, base::trimmed(words.substr(2), kBlanks));
      blocks_.back().level = static_cast<uint32_t>(line.find('-') / kItemIndent);
    } else if (goes_on_) {
      blocks_.back().text += ' ';
      blocks_.back().text += words;
    } else {
      add(BlockKind::kParagraph, words);
    }
  }

  std::vector<Block> take() {
    for (Block& block : blocks_) {
      if (block.kind != BlockKind::kCode) block.text = plain_text(block.text);
    }
    return std::move(blocks_);
  }

 private:
  void add(BlockKind kind, std::string_view text) {
    blocks_.emplace_back().kind = kind;
    blocks_.back().text = text;
    goes_on_ = true;
  }

  void read_row(std::string_view line) {
    if (++rows_ == 2 && is_rule(line)) {
      blocks_.back().is_head = true;
      return;
    }
    add(BlockKind::kRow, "");
    blocks_.back().cells = cells_of(line);
  }

  std::vector<Block> blocks_;
  size_t rows_ = 0;       // of a table, in the lines before
  bool is_code_ = false;  // between two fences
  bool goes_on_ = false;  // the next line may belong to the last block
};

// The words of the link that begins at marked[at]; "" and `at` as it is if none does.
std::string_view link_at(std::string_view marked, size_t& at) {
  const size_t middle = marked.find(']', at);
  const bool is_link = middle != marked.npos && marked.substr(middle).starts_with("](");
  const size_t end = is_link ? marked.find(')', middle) : marked.npos;
  if (end == marked.npos) return "";
  const std::string_view words = marked.substr(at + 1, middle - at - 1);
  at = end;
  return words;
}

bool is_blank_at(std::string_view text, size_t at) {
  return at >= text.size() || text[at] == ' ';
}

}  // namespace

std::string plain_text(std::string_view marked) {
  std::string plain;
  bool is_code = false;
  for (size_t i = 0; i < marked.size(); ++i) {
    const char c = marked[i];
    if (c == '`') {
      is_code = !is_code;
    } else if (is_code) {
      plain += c;
    } else if (c == '\\' && i + 1 < marked.size() &&
               std::ispunct(static_cast<unsigned char>(marked[i + 1])) != 0) {
      plain += marked[++i];
    } else if (c == '[') {
      const std::string_view words = link_at(marked, i);
      plain += words.empty() ? "[" : plain_text(words);
    } else if (c == '*') {
      // A product has blanks on both sides.
      if ((i == 0 || marked[i - 1] == ' ') && is_blank_at(marked, i + 1)) plain += c;
    } else {
      plain += c;
    }
  }
  return plain;
}

std::vector<Block> parse_markdown(std::string_view text) {
  BlockReader reader;
  while (!text.empty()) reader.read(first_line(text, text));
  return reader.take();
}

}  // namespace warplens::guide
