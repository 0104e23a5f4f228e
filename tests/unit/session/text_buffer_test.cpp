// The editor's text: positions in UTF-8, movements, edits and their undoing.
#include "app/session/text/text_buffer.hpp"

#include <doctest/doctest.h>

#include <random>

using warplens::gui::Movement;
using warplens::gui::TextBuffer;

TEST_CASE("text buffer: lines and their ends") {
  const TextBuffer buffer("one\n\ntwo\r\nlast");
  REQUIRE(buffer.line_count() == 4);
  CHECK(buffer.line(0) == "one");
  CHECK(buffer.line(1).empty());
  CHECK(buffer.line(2) == "two");
  CHECK(buffer.line(3) == "last");
  CHECK(buffer.line_of(0) == 0);
  CHECK(buffer.line_of(3) == 0);
  CHECK(buffer.line_of(4) == 1);
  CHECK(buffer.line_of(14) == 3);
  CHECK(TextBuffer("").line_count() == 1);
}

TEST_CASE("text buffer: the caret is never inside a character") {
  TextBuffer buffer("a每b");  // bytes: a, three, b
  buffer.set_caret(2, false);
  CHECK(buffer.caret() == 1);
  buffer.move(Movement::kRight, false);
  CHECK(buffer.caret() == 4);
  buffer.move(Movement::kLeft, false);
  CHECK(buffer.caret() == 1);
  buffer.delete_forward();
  CHECK(buffer.text() == "ab");
  buffer.undo();
  buffer.set_caret(4, false);
  buffer.backspace();
  CHECK(buffer.text() == "ab");
}

TEST_CASE("text buffer: letters typed together are undone together") {
  TextBuffer buffer("x = ;");
  buffer.set_caret(4, false);
  buffer.type("1");
  buffer.type("2");
  CHECK(buffer.text() == "x = 12;");
  CHECK(buffer.undo());
  CHECK(buffer.text() == "x = ;");
  CHECK(buffer.caret() == 4);
  CHECK_FALSE(buffer.undo());
  CHECK(buffer.redo());
  CHECK(buffer.text() == "x = 12;");
  CHECK_FALSE(buffer.redo());
}

TEST_CASE("text buffer: typing replaces the selection, and undo selects it again") {
  TextBuffer buffer("float sum;");
  buffer.select_word(7);
  CHECK(buffer.selected() == "sum");
  buffer.type("t");
  CHECK(buffer.text() == "float t;");
  buffer.undo();
  CHECK(buffer.text() == "float sum;");
  CHECK(buffer.selected() == "sum");
}

TEST_CASE("text buffer: up and down keep the column, over short lines and tabs too") {
  TextBuffer buffer("0123456789\nab\n\t89");
  buffer.set_caret(7, false);
  buffer.move(Movement::kDown, false);
  CHECK(buffer.caret() == buffer.line_end(1));
  buffer.move(Movement::kDown, false);
  CHECK(buffer.column_of(buffer.caret()) == 6);
  CHECK(buffer.caret() == buffer.line_end(2));
  buffer.move(Movement::kUp, false);
  buffer.move(Movement::kUp, false);
  CHECK(buffer.caret() == 7);
}

TEST_CASE("text buffer: home goes to the text, then to the line's start") {
  TextBuffer buffer("  abc");
  buffer.set_caret(5, false);
  buffer.move(Movement::kLineStart, false);
  CHECK(buffer.caret() == 2);
  buffer.move(Movement::kLineStart, true);
  CHECK(buffer.caret() == 0);
  CHECK(buffer.selected() == "  ");
}

TEST_CASE("text buffer: words are letters, digits, underscores and whatever is not ASCII") {
  TextBuffer buffer("tile_m[threadIdx.y] // 每个");
  buffer.move(Movement::kWordRight, false);
  CHECK(buffer.caret() == 6);
  buffer.move(Movement::kWordRight, false);
  CHECK(buffer.caret() == 16);
  buffer.move(Movement::kTextEnd, false);
  buffer.move(Movement::kWordLeft, false);
  CHECK(buffer.caret() == 23);
}

TEST_CASE("text buffer: a new line keeps the indentation, and goes deeper after a brace") {
  TextBuffer buffer("  if (x) {");
  buffer.move(Movement::kTextEnd, false);
  buffer.new_line();
  CHECK(buffer.text() == "  if (x) {\n    ");
  buffer.type("y;");
  buffer.new_line();
  CHECK(buffer.text() == "  if (x) {\n    y;\n    ");
}

TEST_CASE("text buffer: tab indents selected lines and shift-tab takes it back") {
  TextBuffer buffer("a\n\nb");
  buffer.select_all();
  buffer.tab();
  CHECK(buffer.text() == "  a\n\n  b");
  CHECK(buffer.has_selection());
  buffer.unindent();
  CHECK(buffer.text() == "a\n\nb");
}

TEST_CASE("text buffer: what is pasted gets the buffer's line ends") {
  TextBuffer buffer("");
  buffer.paste("a\r\nb\rc");
  CHECK(buffer.text() == "a\nb\nc");
}

TEST_CASE("text buffer: a file read again can be undone and leaves the caret by its text") {
  TextBuffer buffer("one\ntwo\nthree");
  buffer.set_caret(2, false);
  buffer.replace_all("one\n2\nthree");
  CHECK(buffer.text() == "one\n2\nthree");
  CHECK(buffer.caret() == 2);
  buffer.undo();
  CHECK(buffer.text() == "one\ntwo\nthree");
}

TEST_CASE("text buffer: any edits, all undone, leave the first text; all redone, the last") {
  std::mt19937 random(7);
  const std::string first = "__global__ void k(float* p) {\n  p[0] = 1; // 值\n}\n";
  TextBuffer buffer(first);
  const auto pick = [&](uint32_t n) {
    return std::uniform_int_distribution<uint32_t>(0, n)(random);
  };
  for (int i = 0; i < 500; ++i) {
    buffer.set_caret(pick(static_cast<uint32_t>(buffer.text().size())), pick(3) == 0);
    switch (pick(7)) {
      case 0:
        buffer.type("é");
        break;
      case 1:
        buffer.type("x");
        break;
      case 2:
        buffer.backspace();
        break;
      case 3:
        buffer.delete_forward();
        break;
      case 4:
        buffer.new_line();
        break;
      case 5:
        buffer.paste("共享\nmem");
        break;
      case 6:
        buffer.tab();
        break;
      default:
        buffer.unindent();
        break;
    }
  }
  const std::string last = buffer.text();
  while (buffer.undo()) {
  }
  CHECK(buffer.text() == first);
  while (buffer.redo()) {
  }
  CHECK(buffer.text() == last);
}

TEST_CASE("text buffer: a number that is changed again and again is one step to undo") {
  TextBuffer buffer("s[32][32];");
  buffer.change_number(6, 8, 33);
  buffer.change_number(6, 8, 100);
  buffer.change_number(6, 9, 7);
  CHECK(buffer.text() == "s[32][7];");
  CHECK(buffer.caret() == 7);
  buffer.change_number(2, 4, 16);  // another one
  CHECK(buffer.text() == "s[16][7];");
  CHECK(buffer.undo());
  CHECK(buffer.text() == "s[32][7];");
  CHECK(buffer.undo());
  CHECK(buffer.text() == "s[32][32];");
  CHECK(buffer.redo());
  CHECK(buffer.text() == "s[32][7];");
}

TEST_CASE("text buffer: its version grows with the text, through other texts, too") {
  TextBuffer buffer("one");
  const uint64_t first = buffer.version();
  buffer.select_all();
  buffer.type("one");
  CHECK(buffer.version() == first);
  buffer.type("s");
  const uint64_t second = buffer.version();
  CHECK(second > first);
  buffer.open("other");
  CHECK(buffer.version() > second);
  CHECK_FALSE(buffer.undo());
}
