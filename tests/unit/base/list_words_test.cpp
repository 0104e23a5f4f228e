#include "sim/base/list_words.hpp"

#include <doctest/doctest.h>

using warplens::base::list_words;

TEST_CASE("list words: commas, and a word before the last") {
  CHECK(list_words({}).empty());
  CHECK(list_words({"m"}) == "m");
  CHECK(list_words({"m", "n"}) == "m and n");
  CHECK(list_words({"m", "n", "p", "q"}) == "m, n, p and q");
}
