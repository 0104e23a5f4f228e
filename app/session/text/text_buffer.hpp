// The document's text, without its looks: UTF-8, a caret and a selection, edits with undo.
// Every position is a byte offset that never falls inside a character.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::gui {

enum class Movement : uint8_t {
  kLeft,
  kRight,
  kWordLeft,
  kWordRight,
  kUp,
  kDown,
  kLineStart,
  kLineEnd,
  kPageUp,
  kPageDown,
  kTextStart,
  kTextEnd
};

class TextBuffer {
 public:
  TextBuffer() : TextBuffer("") {}
  explicit TextBuffer(std::string text);
  // Another text without a past. Its version is a later one.
  void open(std::string text);

  const std::string& text() const { return text_; }
  uint64_t version() const { return version_; }  // grows with every change of the text

  uint32_t line_count() const { return static_cast<uint32_t>(line_starts_.size()); }
  uint32_t line_start(uint32_t line) const { return line_starts_[line]; }  // line counts from 0
  uint32_t line_end(uint32_t line) const;                                  // before the line break
  std::string_view line(uint32_t line) const;
  uint32_t line_of(uint32_t offset) const;

  uint32_t caret() const { return caret_; }
  uint32_t anchor() const { return anchor_; }
  bool has_selection() const { return caret_ != anchor_; }
  uint32_t selection_begin() const { return caret_ < anchor_ ? caret_ : anchor_; }
  uint32_t selection_end() const { return caret_ < anchor_ ? anchor_ : caret_; }
  std::string selected() const;

  // `select` keeps the anchor. Offsets are moved to the start of the character they fall in.
  void set_caret(uint32_t offset, bool select);
  void move(Movement movement, bool select, uint32_t lines_a_page = 20);
  void select(uint32_t begin, uint32_t end);
  void select_all();
  void select_word(uint32_t offset);
  void select_line(uint32_t offset);

  // Each replaces the selection and is one undo step; letters typed one after another are one step
  // together.
  void type(std::string_view utf8);
  void paste(std::string_view utf8);
  void new_line();  // keeps the indentation
  void tab();       // two spaces; with lines selected, indents them
  void unindent();
  void backspace();
  void delete_forward();
  // Puts another number in the place of one. Changes of the same number, one after another, are one
  // step together; the caret is at its end.
  void change_number(uint32_t begin, uint32_t end, uint32_t value);
  void replace_all(std::string text);  // the file was read again: undoable
  bool undo();
  bool redo();
  // The column of an offset as the eye counts: characters, a tab reaching the next multiple of
  // four.
  uint32_t column_of(uint32_t offset) const;
  uint32_t offset_at(uint32_t line, uint32_t column) const;

 private:
  struct Edit {
    uint32_t at = 0;
    std::string removed, inserted;
    uint32_t caret_before = 0, anchor_before = 0;
    bool is_typing = false, is_number = false;
  };
  void replace(uint32_t begin, uint32_t end, std::string_view with, bool is_typing);
  void apply(uint32_t at, uint32_t remove, std::string_view insert);
  void index_lines();
  uint32_t previous(uint32_t offset) const;
  uint32_t next(uint32_t offset) const;
  uint32_t word_left(uint32_t offset) const;
  uint32_t word_right(uint32_t offset) const;
  uint32_t moved_by_lines(int64_t lines);

  std::string text_;
  std::vector<uint32_t> line_starts_;
  uint32_t caret_ = 0, anchor_ = 0;
  uint32_t wanted_column_ = 0;  // kept while moving up and down
  bool keeps_column_ = false;
  uint64_t version_ = 1;
  std::vector<Edit> undo_, redo_;
};

// What the user does to the text: done between frames, to the buffer as it is by then, so that two
// edits of one frame both hold.
using TextEdit = std::function<void(TextBuffer&)>;

}  // namespace warplens::gui
