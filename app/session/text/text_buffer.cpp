// Edits are kept as (place, removed, inserted), so that an undo step costs what it changed and not
// the text.
#include "app/session/text/text_buffer.hpp"

#include <algorithm>
#include <utility>

namespace warplens::gui {

namespace {

constexpr uint32_t kTabWidth = 4;
constexpr std::string_view kIndent = "  ";

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= 'a' && byte <= 'z') || byte == '_' || byte >= 0x80;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

// Line ends as the buffer keeps them.
std::string with_line_feeds(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      result += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      result += '\n';
    }
  }
  return result;
}

}  // namespace

TextBuffer::TextBuffer(std::string text) : text_(std::move(text)) {
  index_lines();
}

void TextBuffer::open(std::string text) {
  const uint64_t version = version_ + 1;
  *this = TextBuffer(std::move(text));
  version_ = version;
}

void TextBuffer::index_lines() {
  line_starts_.assign(1, 0);
  for (uint32_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      line_starts_.push_back(i + 1);
    }
  }
}

uint32_t TextBuffer::line_end(uint32_t line) const {
  const uint32_t end =
      line + 1 < line_count() ? line_starts_[line + 1] - 1 : static_cast<uint32_t>(text_.size());
  return end > line_starts_[line] && text_[end - 1] == '\r' ? end - 1 : end;
}

std::string_view TextBuffer::line(uint32_t line) const {
  return std::string_view(text_).substr(line_start(line), line_end(line) - line_start(line));
}

uint32_t TextBuffer::line_of(uint32_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<uint32_t>(after - line_starts_.begin()) - 1;
}

std::string TextBuffer::selected() const {
  return text_.substr(selection_begin(), selection_end() - selection_begin());
}

uint32_t TextBuffer::previous(uint32_t offset) const {
  if (offset == 0) {
    return 0;
  }
  do {
    --offset;
  } while (offset > 0 && is_continuation(text_[offset]));
  return offset;
}

uint32_t TextBuffer::next(uint32_t offset) const {
  const auto size = static_cast<uint32_t>(text_.size());
  if (offset >= size) {
    return size;
  }
  do {
    ++offset;
  } while (offset < size && is_continuation(text_[offset]));
  return offset;
}

uint32_t TextBuffer::word_left(uint32_t offset) const {
  while (offset > 0 && is_blank(text_[offset - 1])) {
    --offset;
  }
  if (offset > 0 && !is_word(text_[offset - 1])) {
    return previous(offset);
  }
  while (offset > 0 && is_word(text_[offset - 1])) {
    --offset;
  }
  return offset;
}

uint32_t TextBuffer::word_right(uint32_t offset) const {
  const auto size = static_cast<uint32_t>(text_.size());
  if (offset < size && !is_word(text_[offset]) && !is_blank(text_[offset])) {
    offset = next(offset);
  }
  while (offset < size && is_word(text_[offset])) {
    ++offset;
  }
  while (offset < size && is_blank(text_[offset])) {
    ++offset;
  }
  return offset;
}

void TextBuffer::set_caret(uint32_t offset, bool select) {
  caret_ = std::min(offset, static_cast<uint32_t>(text_.size()));
  while (caret_ > 0 && caret_ < text_.size() && is_continuation(text_[caret_])) {
    --caret_;
  }
  if (!select) {
    anchor_ = caret_;
  }
  keeps_column_ = false;
}

uint32_t TextBuffer::column_of(uint32_t offset) const {
  uint32_t column = 0;
  for (uint32_t at = line_start(line_of(offset)); at < offset; at = next(at)) {
    column = text_[at] == '\t' ? (column / kTabWidth + 1) * kTabWidth : column + 1;
  }
  return column;
}

uint32_t TextBuffer::offset_at(uint32_t line, uint32_t column) const {
  uint32_t at = line_start(line);
  const uint32_t end = line_end(line);
  for (uint32_t reached = 0; at < end && reached < column;) {
    reached = text_[at] == '\t' ? (reached / kTabWidth + 1) * kTabWidth : reached + 1;
    if (reached <= column) {
      at = next(at);
    }
  }
  return at;
}

uint32_t TextBuffer::moved_by_lines(int64_t lines) {
  if (!keeps_column_) {
    wanted_column_ = column_of(caret_);
  }
  const int64_t target = int64_t{line_of(caret_)} + lines;
  if (target < 0) {
    return 0;
  }
  if (target >= int64_t{line_count()}) {
    return static_cast<uint32_t>(text_.size());
  }
  return offset_at(static_cast<uint32_t>(target), wanted_column_);
}

void TextBuffer::move(Movement movement, bool select, uint32_t lines_a_page) {
  const uint32_t line = line_of(caret_);
  const uint32_t column = keeps_column_ ? wanted_column_ : column_of(caret_);
  uint32_t target = caret_;
  bool keeps = false;
  switch (movement) {
    case Movement::kLeft:
      target = has_selection() && !select ? selection_begin() : previous(caret_);
      break;
    case Movement::kRight:
      target = has_selection() && !select ? selection_end() : next(caret_);
      break;
    case Movement::kWordLeft:
      target = word_left(caret_);
      break;
    case Movement::kWordRight:
      target = word_right(caret_);
      break;
    case Movement::kLineStart: {
      uint32_t text = line_start(line);
      while (text < line_end(line) && (text_[text] == ' ' || text_[text] == '\t')) {
        ++text;
      }
      target = caret_ == text ? line_start(line) : text;
      break;
    }
    case Movement::kLineEnd:
      target = line_end(line);
      break;
    case Movement::kTextStart:
      target = 0;
      break;
    case Movement::kTextEnd:
      target = static_cast<uint32_t>(text_.size());
      break;
    case Movement::kUp:
    case Movement::kDown:
    case Movement::kPageUp:
    case Movement::kPageDown: {
      const bool is_page = movement == Movement::kPageUp || movement == Movement::kPageDown;
      const bool is_up = movement == Movement::kUp || movement == Movement::kPageUp;
      const int64_t lines = is_page ? int64_t{lines_a_page} : 1;
      target = moved_by_lines(is_up ? -lines : lines);
      keeps = true;
      break;
    }
  }
  set_caret(target, select);
  keeps_column_ = keeps;
  wanted_column_ = column;
}

void TextBuffer::select(uint32_t begin, uint32_t end) {
  set_caret(begin, false);
  set_caret(end, true);
}

void TextBuffer::select_all() {
  anchor_ = 0;
  caret_ = static_cast<uint32_t>(text_.size());
}

void TextBuffer::select_word(uint32_t offset) {
  uint32_t begin = std::min(offset, static_cast<uint32_t>(text_.size()));
  uint32_t end = begin;
  while (begin > 0 && is_word(text_[begin - 1])) {
    --begin;
  }
  while (end < text_.size() && is_word(text_[end])) {
    ++end;
  }
  anchor_ = begin;
  caret_ = end;
}

void TextBuffer::select_line(uint32_t offset) {
  const uint32_t line = line_of(offset);
  anchor_ = line_start(line);
  caret_ = line + 1 < line_count() ? line_start(line + 1) : static_cast<uint32_t>(text_.size());
}

// ---------------------------------------------------------------------------------------------------
// edits

void TextBuffer::apply(uint32_t at, uint32_t remove, std::string_view insert) {
  if (std::string_view(text_).substr(at, remove) == insert) return;
  text_.replace(at, remove, insert);
  index_lines();
  ++version_;
}

void TextBuffer::replace(uint32_t begin, uint32_t end, std::string_view with, bool is_typing) {
  if (begin == end && with.empty()) {
    return;
  }
  const bool joins = is_typing && begin == end && !undo_.empty() && undo_.back().is_typing &&
                     undo_.back().at + undo_.back().inserted.size() == begin && redo_.empty() &&
                     with != " ";
  if (joins) {
    undo_.back().inserted += with;
  } else {
    Edit edit;
    edit.at = begin;
    edit.removed = text_.substr(begin, end - begin);
    edit.inserted = std::string(with);
    edit.caret_before = caret_;
    edit.anchor_before = anchor_;
    edit.is_typing = is_typing;
    undo_.push_back(std::move(edit));
  }
  redo_.clear();
  apply(begin, end - begin, with);
  set_caret(begin + static_cast<uint32_t>(with.size()), false);
}

void TextBuffer::change_number(uint32_t begin, uint32_t end, uint32_t value) {
  const std::string with = std::to_string(value);
  const bool joins = !undo_.empty() && undo_.back().is_number && undo_.back().at == begin &&
                     undo_.back().inserted.size() == end - begin && redo_.empty();
  if (!joins) {
    replace(begin, end, with, false);
    undo_.back().is_number = true;
    return;
  }
  undo_.back().inserted = with;
  apply(begin, end - begin, with);
  set_caret(begin + static_cast<uint32_t>(with.size()), false);
}

void TextBuffer::type(std::string_view utf8) {
  replace(selection_begin(), selection_end(), utf8, true);
}

void TextBuffer::paste(std::string_view utf8) {
  replace(selection_begin(), selection_end(), with_line_feeds(utf8), false);
}

void TextBuffer::new_line() {
  const uint32_t begin = selection_begin();
  const uint32_t start = line_start(line_of(begin));
  uint32_t indent = start;
  while (indent < begin && (text_[indent] == ' ' || text_[indent] == '\t')) {
    ++indent;
  }
  std::string inserted = "\n" + text_.substr(start, indent - start);
  if (begin > start && text_[begin - 1] == '{') {
    inserted += kIndent;
  }
  replace(begin, selection_end(), inserted, false);
}

void TextBuffer::tab() {
  const uint32_t first = line_of(selection_begin());
  const uint32_t last = line_of(selection_end());
  if (first == last) {
    replace(selection_begin(), selection_end(), kIndent, false);
    return;
  }
  const uint32_t begin = line_start(first);
  const uint32_t end = line_end(last);
  std::string lines;
  for (uint32_t i = first; i <= last; ++i) {
    lines += i == first ? "" : "\n";
    lines += line(i).empty() ? "" : std::string(kIndent);
    lines += line(i);
  }
  replace(begin, end, lines, false);
  anchor_ = begin;
}

void TextBuffer::unindent() {
  const bool had_selection = has_selection();
  const uint32_t first = line_of(selection_begin());
  const uint32_t last = line_of(selection_end());
  const uint32_t begin = line_start(first);
  std::string lines;
  for (uint32_t i = first; i <= last; ++i) {
    std::string_view text = line(i);
    for (size_t n = 0;
         n < kIndent.size() && !text.empty() && (text.front() == ' ' || text.front() == '\t');
         ++n) {
      const bool was_tab = text.front() == '\t';
      text.remove_prefix(1);
      if (was_tab) {
        break;
      }
    }
    lines += i == first ? "" : "\n";
    lines += text;
  }
  const uint32_t end = line_end(last);
  if (lines.size() != end - begin) {
    replace(begin, end, lines, false);
    if (had_selection) {
      anchor_ = begin;
    }
  }
}

void TextBuffer::backspace() {
  replace(has_selection() ? selection_begin() : previous(caret_), selection_end(), "", false);
}

void TextBuffer::delete_forward() {
  replace(selection_begin(), has_selection() ? selection_end() : next(caret_), "", false);
}

// Only what differs is replaced, so that the caret stays by its text.
void TextBuffer::replace_all(std::string text) {
  const size_t shorter = std::min(text.size(), text_.size());
  size_t head = 0;
  while (head < shorter && text[head] == text_[head]) {
    ++head;
  }
  while (head > 0 && head < text_.size() && is_continuation(text_[head])) {
    --head;
  }
  size_t tail = 0;
  while (tail < shorter - head && text[text.size() - 1 - tail] == text_[text_.size() - 1 - tail]) {
    ++tail;
  }
  while (tail > 0 && is_continuation(text_[text_.size() - tail])) {
    --tail;
  }
  const uint32_t caret = caret_;
  replace(static_cast<uint32_t>(head), static_cast<uint32_t>(text_.size() - tail),
          std::string_view(text).substr(head, text.size() - tail - head), false);
  set_caret(caret, false);
}

bool TextBuffer::undo() {
  if (undo_.empty()) {
    return false;
  }
  Edit edit = std::move(undo_.back());
  undo_.pop_back();
  apply(edit.at, static_cast<uint32_t>(edit.inserted.size()), edit.removed);
  caret_ = edit.caret_before;
  anchor_ = edit.anchor_before;
  keeps_column_ = false;
  redo_.push_back(std::move(edit));
  return true;
}

bool TextBuffer::redo() {
  if (redo_.empty()) {
    return false;
  }
  Edit edit = std::move(redo_.back());
  redo_.pop_back();
  apply(edit.at, static_cast<uint32_t>(edit.removed.size()), edit.inserted);
  set_caret(edit.at + static_cast<uint32_t>(edit.inserted.size()), false);
  edit.is_typing = false;
  undo_.push_back(std::move(edit));
  return true;
}

}  // namespace warplens::gui
