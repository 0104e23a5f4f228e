// The word in which a text differs from the one before.
#include "app/scene/words/text_change.hpp"

#include <doctest/doctest.h>

using warplens::scene::text_change;

TEST_CASE("text change: a number of an array is named by the array") {
  const auto change =
      text_change("int a;\n__shared__ int s[32][32];\n", "int a;\n__shared__ int s[32][33];\n");
  REQUIRE(change);
  CHECK(change->before == "32");
  CHECK(change->now == "33");
  CHECK(change->before_place == "s[32][32]");
  CHECK(change->now_place == "s[32][33]");
  CHECK(change->span.begin == 28);
  CHECK(change->span.end == 30);
}

TEST_CASE("text change: a number of a short line is named by the line, else by itself") {
  const auto define = text_change("#define PAD 1\n", "#define PAD 10\n");
  REQUIRE(define);
  CHECK(define->before == "1");
  CHECK(define->now == "10");
  CHECK(define->now_place == "#define PAD 10");
  const auto lost = text_change("  result = first + second * 7;", "  result = first + second * 8;");
  REQUIRE(lost);
  CHECK(lost->before_place == "7");
}

TEST_CASE("text change: nothing where more than a word differs") {
  CHECK_FALSE(text_change("a = 1;", "a = 1;"));
  CHECK_FALSE(text_change("a = 1;\n", "a = 1;\nb = 2;\n"));
  CHECK_FALSE(text_change("a = 1; b = 2;", "a = 3; b = 4;"));
  CHECK_FALSE(text_change("", "a = 1;"));
}
