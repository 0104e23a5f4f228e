// Line starts are found once, when a text is added; a place is then a binary search for its part
// and its line, and a count of characters.
#include "sim/base/source.hpp"

#include <algorithm>
#include <utility>

namespace warplens::base {

Span join(Span a, Span b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

uint32_t count_characters(std::string_view text) {
  return static_cast<uint32_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  }));
}

SourceFile::SourceFile(std::string name, std::string text) {
  append(std::move(name), std::move(text), {});
}

uint32_t SourceFile::append(std::string name, std::string text, Span from, bool is_own) {
  Part part;
  part.begin = parts_.empty() ? 0 : end() + 1;
  part.name = std::move(name);
  part.text = std::move(text);
  part.from = from;
  part.is_own = is_own;
  if (part.text.starts_with("\xEF\xBB\xBF")) part.text.erase(0, 3);
  part.line_starts.push_back(0);
  for (uint32_t i = 0; i < part.text.size(); ++i) {
    const char c = part.text[i];
    const bool ends_line =
        c == '\n' || (c == '\r' && (i + 1 == part.text.size() || part.text[i + 1] != '\n'));
    if (ends_line) part.line_starts.push_back(i + 1);
  }
  parts_.push_back(std::move(part));
  return part_count() - 1;
}

uint32_t SourceFile::end() const {
  return parts_.back().begin + static_cast<uint32_t>(parts_.back().text.size());
}

uint32_t SourceFile::part_of(uint32_t offset) const {
  const auto next = std::upper_bound(parts_.begin() + 1, parts_.end(), offset,
                                     [](uint32_t at, const Part& part) { return at < part.begin; });
  return static_cast<uint32_t>(next - parts_.begin()) - 1;
}

Span SourceFile::in_root(Span span) const {
  for (uint32_t part = part_of(span.begin); part != 0; part = part_of(span.begin)) {
    span = parts_[part].from;
  }
  return span;
}

std::string_view SourceFile::slice(Span span) const {
  const Part& part = parts_[part_of(span.begin)];
  const size_t begin = std::min<size_t>(span.begin - part.begin, part.text.size());
  const size_t last = span.end < part.begin ? 0 : span.end - part.begin;
  const size_t end = std::clamp<size_t>(last, begin, part.text.size());
  return std::string_view(part.text).substr(begin, end - begin);
}

uint32_t SourceFile::line_start(uint32_t line, uint32_t part) const {
  const Part& in = parts_[part];
  if (line == 0 || line > in.line_starts.size()) {
    return in.begin + static_cast<uint32_t>(in.text.size());
  }
  return in.begin + in.line_starts[line - 1];
}

std::string_view SourceFile::line_text(uint32_t line, uint32_t part) const {
  if (line == 0 || line > parts_[part].line_starts.size()) return {};
  const std::string_view whole = parts_[part].text;
  const uint32_t begin = line_start(line, part) - parts_[part].begin;
  std::string_view text =
      whole.substr(begin, line_start(line + 1, part) - parts_[part].begin - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

uint32_t SourceFile::line_of(uint32_t offset) const {
  const Part& part = parts_[part_of(offset)];
  const auto next =
      std::upper_bound(part.line_starts.begin(), part.line_starts.end(), offset - part.begin);
  return static_cast<uint32_t>(next - part.line_starts.begin());
}

LineColumn SourceFile::line_column(uint32_t offset) const {
  const uint32_t part = part_of(offset);
  const uint32_t line = line_of(offset);
  return {line, count_characters(slice({line_start(line, part), offset})) + 1, part};
}

}  // namespace warplens::base
