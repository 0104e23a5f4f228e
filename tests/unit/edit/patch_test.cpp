// Unified diffs: which lines are around a change, and where one ends.
#include "sim/edit/patch.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

// `count` lines with their numbers, those of `changed` with a star.
std::string lines(int count, const std::string& changed = "") {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    const std::string number = std::to_string(i);
    const bool is_changed = (" " + changed + " ").find(" " + number + " ") != std::string::npos;
    text += number + (is_changed ? "*\n" : "\n");
  }
  return text;
}

std::string diff(int count, const std::string& changed) {
  return edit::unified_diff("k.cu", lines(count), lines(count, changed));
}

const std::string kHead = "--- k.cu\n+++ k.cu\n";

}  // namespace

TEST_CASE("patch: three lines around a change") {
  CHECK(diff(9, "") == "");
  CHECK(diff(9, "5") == kHead + "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+5*\n 6\n 7\n 8\n");
  CHECK(diff(3, "1") == kHead + "@@ -1,3 +1,3 @@\n-1\n+1*\n 2\n 3\n");
  CHECK(diff(2, "2") == kHead + "@@ -1,2 +1,2 @@\n 1\n-2\n+2*\n");
  CHECK(diff(2, "1 2") == kHead + "@@ -1,2 +1,2 @@\n-1\n-2\n+1*\n+2*\n");
}

TEST_CASE("patch: changes with up to six lines between them are one part") {
  const std::string one = diff(20, "4 11");
  CHECK(one.find("@@ -1,14 +1,14 @@") != std::string::npos);
  const std::string two = diff(20, "4 12");
  CHECK(two.find("@@ -1,7 +1,7 @@") != std::string::npos);
  CHECK(two.find("@@ -9,7 +9,7 @@") != std::string::npos);
}

TEST_CASE("patch: a last line without an end") {
  CHECK(edit::unified_diff("k.cu", "a\nb", "a\nc") ==
        kHead +
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
            "\\ No newline at end of file\n");
}

TEST_CASE("patch: names that a tool would cut or take apart") {
  const auto name = [](const std::string& path) {
    const std::string diff = edit::unified_diff(path, "a\n", "b\n");
    return diff.substr(4, diff.find('\n') - 4);
  };
  CHECK(name("sub/k.cu") == "sub/k.cu");
  CHECK(name("two words.cu") == "two words.cu\t");
  CHECK(name("a\"b.cu") == "\"a\\\"b.cu\"");
  CHECK(name("a\\b c.cu") == "\"a\\\\b c.cu\"");
  CHECK(name("tab\tend\n.cu") == "\"tab\\011end\\012.cu\"");
}

TEST_CASE("patch: bytes stay as they are") {
  const std::string before = "\xef\xbb\xbf\xfc\r\n\f\nold\r\n",
                    after = "\xef\xbb\xbf\xfc\r\n\f\nnew\r\n";
  CHECK(edit::unified_diff("k.cu", before, after) ==
        kHead + "@@ -1,3 +1,3 @@\n \xef\xbb\xbf\xfc\r\n \f\n-old\r\n+new\r\n");
}
