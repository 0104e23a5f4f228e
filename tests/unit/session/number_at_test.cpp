#include "app/session/text/number_at.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace warplens;

namespace {

// The number at the '|' of the text, with where it begins.
std::string at(std::string text) {
  const size_t mark = text.find('|');
  text.erase(mark, 1);
  const auto number = gui::number_at(text, static_cast<uint32_t>(mark));
  if (!number) return "none";
  return std::to_string(number->value) + " at " + std::to_string(number->begin);
}

}  // namespace

TEST_CASE("number at: the whole number that the place touches") {
  CHECK(at("a[|32]") == "32 at 2");
  CHECK(at("a[3|2]") == "32 at 2");
  CHECK(at("a[32|]") == "32 at 2");
  CHECK(at("a[|]") == "none");
  CHECK(at("|0") == "0 at 0");
  CHECK(at("--block 12|8 --grid") == "128 at 8");
  CHECK(at("-|5") == "5 at 1");
  CHECK(at("16|u") == "16 at 0");
}

TEST_CASE("number at: not a part of something else") {
  for (const char* text : {"x|1", "x_1|2", "1|.5f", "2.|5", "0x1|F", "0|x1F", "01|0", "1|e5",
                           "1|'000", "9999999999|", "int|"}) {
    CAPTURE(text);
    CHECK(at(text) == "none");
  }
}
