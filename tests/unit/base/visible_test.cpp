// What a terminal would obey comes out as letters; everything that is drawn stays.
#include "sim/base/visible.hpp"

#include <doctest/doctest.h>

#include "sim/base/diagnostic.hpp"

using namespace warplens::base;

TEST_CASE("visible: controls and bidirectional overrides are written out") {
  CHECK(visible("\x1b]0;PWNED\x07 \x1b[31m") == "\\x1b]0;PWNED\\x07 \\x1b[31m");
  CHECK(visible("a\rb\bc") == "a\\x0db\\x08c");
  CHECK(visible("\x7f") == "\\u007f");
  CHECK(visible("a \xE2\x80\xAE b \xE2\x81\xA6 c \xE2\x80\x8F") == "a \\u202e b \\u2066 c \\u200f");
  CHECK(visible("\xC2\x9B"
                "31m") == "\\u009b31m");  // the one-character form of ESC [
  CHECK(visible(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("visible: bytes that are no UTF-8 are written out, one by one") {
  CHECK(visible("\x9b"
                "31m") == "\\x9b31m");
  CHECK(visible("\xC0\xAF \xED\xA0\x80 \xE2\x82") == "\\xc0\\xaf \\xed\\xa0\\x80 \\xe2\\x82");
  CHECK(visible("\xF5\x80\x80\x80") == "\\xf5\\x80\\x80\\x80");
}

TEST_CASE("visible: text without them stays as it is") {
  for (const auto* text : {"", "a\tb\nc", "矩阵 → é ½ 😀", "\\x1b"}) {
    CAPTURE(text);
    CHECK(visible(text) == text);
    CHECK(is_visible_as_is(text));
  }
  CHECK_FALSE(is_visible_as_is("a\x1b"));
  CHECK_FALSE(is_visible_as_is("a\xff"));
  CHECK_FALSE(is_visible_as_is("\r"));
}

TEST_CASE("visible: a caret stays under its place behind what is written out") {
  const SourceFile file("k.cu", "/* \x1b[2J */ x = y;");
  const std::string text = render(at({11, 12}, "unknown name 'x'"), file);
  CHECK(text ==
        "k.cu:1:12: error: unknown name 'x'\n"
        "1 | /* \\x1b[2J */ x = y;\n"
        "  |               ^\n");
}
