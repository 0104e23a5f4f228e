// A topic's blocks one after another: headings at the left edge, all else indented; an empty line
// before each block, but not between the items of a list or the rows of a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/table.hpp"
#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/base/source.hpp"

namespace warplens::cli {
namespace {

using guide::Block;
using guide::BlockKind;

constexpr size_t kPageWidth = 80;  // [characters]
constexpr size_t kBodyIndent = 2, kCodeIndent = 4, kColumnGap = 2;

std::vector<std::string> words_of_text(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = text.find_first_not_of(' '); at != text.npos;) {
    const size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(' ', end);
  }
  return words;
}

// At least one line; a word that is longer alone is one.
std::vector<std::string> lines_of_text(const std::string& text, size_t width) {
  std::vector<std::string> lines{""};
  for (const std::string& word : words_of_text(text)) {
    std::string& line = lines.back();
    const bool fits = base::count_characters(line) + 1 + base::count_characters(word) <= width;
    if (line.empty())
      line = word;
    else if (fits)
      line += " " + word;
    else
      lines.push_back(word);
  }
  return lines;
}

void print_wrapped(std::ostream& out, const std::string& text, size_t indent,
                   const std::string& mark = "") {
  std::string before = std::string(indent, ' ') + mark;
  for (const std::string& line : lines_of_text(text, kPageWidth - before.size())) {
    out << before << line << "\n";
    before.assign(before.size(), ' ');
  }
}

void print_code(std::ostream& out, const std::string& code) {
  for (size_t at = 0; at <= code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    if (end > at) out << std::string(kCodeIndent, ' ') << code.substr(at, end - at);
    out << "\n";
    at = end + 1;
  }
}

// [characters] of each column's cells, wrapped so that all columns are beside each other.
std::vector<size_t> widths_of_columns(const std::vector<Block>& rows) {
  std::vector<float> cells, words;
  for (const Block& row : rows) {
    cells.resize(std::max(cells.size(), row.cells.size()));
    words.resize(cells.size());
    for (size_t i = 0; i < row.cells.size(); ++i) {
      const auto length = [](const std::string& text) {
        return static_cast<float>(base::count_characters(text));
      };
      cells[i] = std::max(cells[i], length(row.cells[i]));
      for (const std::string& word : words_of_text(row.cells[i]))
        words[i] = std::max(words[i], length(word));
      if (row.is_head) words[i] = std::max(words[i], length(row.cells[i]));
    }
  }
  const size_t gaps = kColumnGap * (std::max<size_t>(cells.size(), 1) - 1);
  const auto room = static_cast<float>(kPageWidth - kBodyIndent - gaps);
  constexpr float kRounding = 0.01f;
  std::vector<size_t> widths;
  for (const float width : guide::column_widths(cells, words, room))
    widths.push_back(static_cast<size_t>(std::max(std::floor(width + kRounding), 1.0f)));
  return widths;
}

void print_guide_table(std::ostream& out, const std::vector<Block>& rows) {
  const std::vector<size_t> widths = widths_of_columns(rows);
  std::vector<Column> columns(widths.size());
  std::vector<std::vector<std::string>> lines;
  for (const Block& row : rows) {
    if (row.is_head) {
      for (size_t i = 0; i < row.cells.size(); ++i) columns[i].title = row.cells[i];
      continue;
    }
    const size_t first = lines.size();
    for (size_t i = 0; i < row.cells.size(); ++i) {
      const std::vector<std::string> cell = lines_of_text(row.cells[i], widths[i]);
      if (lines.size() < first + cell.size()) lines.resize(first + cell.size());
      for (size_t k = 0; k < cell.size(); ++k) {
        lines[first + k].resize(widths.size());
        lines[first + k][i] = cell[k];
      }
    }
  }
  out << format_table(columns, lines, std::string(kBodyIndent, ' '));
}

void print_block(std::ostream& out, const Block& block) {
  switch (block.kind) {
    case BlockKind::kHeading:
      return print_wrapped(out, block.text, 0);
    case BlockKind::kParagraph:
      return print_wrapped(out, block.text, kBodyIndent);
    case BlockKind::kItem:
      return print_wrapped(out, block.text, kBodyIndent * (1 + block.level), "- ");
    case BlockKind::kCode:
      return print_code(out, block.text);
    case BlockKind::kRow:
      break;  // of a table, which is printed as a whole
  }
}

std::string names_of(const std::vector<guide::Topic>& topics) {
  std::string names;
  for (const guide::Topic& topic : topics) names += (names.empty() ? "" : ", ") + topic.name;
  return names;
}

void list_topics(std::ostream& out, const std::vector<guide::Topic>& topics) {
  std::vector<std::vector<std::string>> rows;
  for (const guide::Topic& topic : topics) rows.push_back({topic.name, topic.summary});
  out << format_table({{label("topic")}, {label("is about")}}, rows, "") << "\n"
      << say("'warplens guide TOPIC' prints one; the window shows them under '?'") << "\n";
}

}  // namespace

void print_topic(std::ostream& out, const guide::Topic& topic) {
  print_wrapped(out, topic.title, 0);
  const std::vector<Block>& blocks = topic.blocks;
  for (size_t i = 0; i < blocks.size();) {
    const bool is_list = blocks[i].kind == BlockKind::kItem;
    if (!is_list || i == 0 || blocks[i - 1].kind != BlockKind::kItem) out << "\n";
    const size_t end = guide::end_of_table(blocks, i);
    if (end == i) {
      print_block(out, blocks[i++]);
      continue;
    }
    print_guide_table(out, {blocks.begin() + static_cast<std::ptrdiff_t>(i),
                            blocks.begin() + static_cast<std::ptrdiff_t>(end)});
    i = end;
  }
}

int show_guide(const std::string& topic, const Surroundings& surroundings) {
  const std::vector<guide::Topic> topics = guide::topics();
  if (topic.empty()) {
    list_topics(surroundings.out, topics);
    return kExitDone;
  }
  const guide::Topic* found = guide::find_topic(topics, topic);
  if (found == nullptr) {
    return complain(surroundings,
                    base::with_suggestion(say("the guide has no topic '{topic}'; it has {topics}",
                                              "topic"_a = topic, "topics"_a = names_of(topics)),
                                          guide::nearest_topic(topics, topic)));
  }
  print_topic(surroundings.out, *found);
  return kExitDone;
}

}  // namespace warplens::cli
