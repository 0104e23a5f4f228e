#include "sim/base/names.hpp"

#include <doctest/doctest.h>

using namespace warplens;

TEST_CASE("names: blanks are taken off both ends of words, and no others") {
  CHECK(base::trimmed("  a b\t", " \t") == "a b");
  CHECK(base::trimmed("a\r", " \t") == "a\r");
  CHECK(base::trimmed("a\r", " \t\r") == "a");
  CHECK(base::trimmed(" \t ", " \t").empty());
  CHECK(base::trimmed("", " \t").empty());
}
