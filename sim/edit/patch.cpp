#include "sim/edit/patch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/base/assert.hpp"

namespace warplens::edit {

namespace {

// With their ends; the last one may have none.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == text.npos ? text.size() : end + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return lines;
}

void add(std::string& to, char sign, std::string_view line) {
  to += sign;
  to += line;
  if (!line.ends_with('\n')) to += "\n\\ No newline at end of file\n";
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}

// In quotation marks where it would not end with its line otherwise, as git writes it; a tab
// separates a name with blanks from a time behind it.
std::string written(const std::string& path) {
  const bool is_odd = std::any_of(path.begin(), path.end(),
                                  [](char c) { return is_control(c) || c == '"' || c == '\\'; });
  if (!is_odd) return path + (path.find(' ') == path.npos ? "" : "\t");
  std::string name = "\"";
  for (const char c : path) {
    if (is_control(c))
      name += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else if (c == '"' || c == '\\')
      name += std::string("\\") + c;
    else
      name += c;
  }
  return name + "\"";
}

}  // namespace

std::string unified_diff(const std::string& path, std::string_view before, std::string_view after) {
  constexpr size_t kContext = 3;  // lines
  const std::vector<std::string_view> old_lines = lines_of(before), new_lines = lines_of(after);
  WL_ASSERT(old_lines.size() == new_lines.size(), "an edit keeps the number of lines");
  const size_t count = old_lines.size();
  std::string diff;
  const auto next_change = [&](size_t from) {
    while (from < count && old_lines[from] == new_lines[from]) ++from;
    return from;
  };
  for (size_t first = next_change(0); first < count;) {
    size_t last = first;
    for (size_t next = first; next < count && next <= last + 2 * kContext + 1;
         next = next_change(last + 1))
      last = next;
    const size_t begin = first - std::min(first, kContext);
    const size_t end = std::min(count, last + 1 + kContext);
    diff += fmt::format("@@ -{0},{1} +{0},{1} @@\n", begin + 1, end - begin);
    for (size_t line = begin; line < end;) {
      size_t behind = line;  // a run of changed lines: the old ones, then the new ones
      while (behind < end && old_lines[behind] != new_lines[behind]) ++behind;
      for (size_t i = line; i < behind; ++i) add(diff, '-', old_lines[i]);
      for (size_t i = line; i < behind; ++i) add(diff, '+', new_lines[i]);
      if (behind == line) add(diff, ' ', old_lines[behind++]);
      line = behind;
    }
    first = next_change(last + 1);
  }
  if (diff.empty()) return "";
  const std::string name = written(path);
  return "--- " + name + "\n+++ " + name + "\n" + diff;
}

}  // namespace warplens::edit
