// Widths are counted in characters, not bytes, so that names in other scripts line up as well as a
// terminal allows.
#include "app/cli/table.hpp"

#include <algorithm>

#include "sim/base/source.hpp"

namespace warplens::cli {
namespace {

std::string padded(const std::string& text, size_t width, Align align) {
  const size_t length = base::count_characters(text);
  const std::string blanks(width > length ? width - length : 0, ' ');
  return align == Align::kLeft ? text + blanks : blanks + text;
}

}  // namespace

std::string format_table(const std::vector<Column>& columns,
                         const std::vector<std::vector<std::string>>& rows,
                         const std::string& indent) {
  std::vector<size_t> widths;
  std::vector<std::string> titles;
  for (size_t i = 0; i < columns.size(); ++i) {
    size_t width = base::count_characters(columns[i].title);
    for (const std::vector<std::string>& row : rows) {
      if (i < row.size()) width = std::max<size_t>(width, base::count_characters(row[i]));
    }
    widths.push_back(width);
    titles.push_back(columns[i].title);
  }
  std::string out;
  const auto append = [&](const std::vector<std::string>& row) {
    std::string line = indent;
    for (size_t i = 0; i < row.size() && i < columns.size(); ++i) {
      line += std::string(i == 0 ? 0 : kBetweenColumns, ' ') +
              padded(row[i], widths[i], columns[i].align);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  append(titles);
  for (const std::vector<std::string>& row : rows) append(row);
  return out;
}

}  // namespace warplens::cli
