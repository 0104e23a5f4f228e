// Line starts are found once, when the file is made; a place is then a binary search and a count of
// characters.
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

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  line_starts_.push_back(0);
  for (uint32_t i = 0; i < text_.size(); ++i) {
    const bool ends_line =
        text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
    if (ends_line) line_starts_.push_back(i + 1);
  }
}

std::string_view SourceFile::slice(Span span) const {
  const size_t begin = std::min<size_t>(span.begin, text_.size());
  const size_t end = std::clamp<size_t>(span.end, begin, text_.size());
  return std::string_view(text_).substr(begin, end - begin);
}

uint32_t SourceFile::line_start(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return static_cast<uint32_t>(text_.size());
  return line_starts_[line - 1];
}

std::string_view SourceFile::line_text(uint32_t line) const {
  if (line == 0 || line > line_starts_.size()) return {};
  std::string_view text = slice({line_start(line), line_start(line + 1)});
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

uint32_t SourceFile::line_of(uint32_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<uint32_t>(next - line_starts_.begin());
}

LineColumn SourceFile::line_column(uint32_t offset) const {
  const uint32_t line = line_of(offset);
  return {line, count_characters(slice({line_start(line), offset})) + 1};
}

}  // namespace warplens::base
