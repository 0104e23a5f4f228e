#include "sim/base/source_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace warplens::base {
namespace {

// The span, widened until its brackets are balanced.
Span balance(const std::string& text, Span span) {
  int open = 0, lowest = 0;
  for (uint32_t i = span.begin; i < span.end && i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++open;
    if (text[i] == ')' || text[i] == ']') lowest = std::min(lowest, --open);
  }
  int missing_before = -lowest, missing_after = open - lowest;
  while (missing_after > 0 && span.end < text.size()) {
    const char c = text[span.end++];
    if (c == '(' || c == '[') ++missing_after;
    if (c == ')' || c == ']') --missing_after;
  }
  while (missing_before > 0 && span.begin > 0) {
    const char c = text[--span.begin];
    if (c == ')' || c == ']') ++missing_before;
    if (c == '(' || c == '[') --missing_before;
  }
  return span;
}

}  // namespace

std::string source_text(const SourceFile& file, Span span) {
  // Brackets are searched in the text that has the span, root or included.
  const uint32_t part = file.part_of(span.begin);
  const uint32_t begin = file.begin_of(part);
  Span whole = balance(file.text(part), {span.begin - begin, span.end - begin});
  whole = {whole.begin + begin, whole.end + begin};
  const std::string_view text = file.slice(whole);
  std::string out;
  bool blank = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "/*") {
      i = std::min(text.size(), text.find("*/", i + 2)) + 1;
      blank = true;
    } else if (text.substr(i, 2) == "//") {
      i = std::min(text.size(), text.find('\n', i));
      blank = true;
    } else if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r' ||
               text[i] == '\\') {
      blank = true;
    } else {
      if (blank && !out.empty()) out += ' ';
      blank = false;
      out += text[i];
    }
  }
  return out;
}

}  // namespace warplens::base
