// Texts in another language: looked up, with placeholders that change places and three plurals.
#include "app/languages/catalogue.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/unit/languages/made.hpp"

using namespace warplens;

namespace {

class Speaking {
 public:
  explicit Speaking(const base::Language& language) { base::speak(&language); }
  ~Speaking() { base::speak(nullptr); }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;
};

// The tables of tests/data/languages/ru.po are compiled; these texts are only theirs.
std::string order(const char* first, const char* second) {
  return fmt::format(fmt::runtime(base::translated("{first} comes before {second}")),
                     "first"_a = first, "second"_a = second);
}

std::string warps(uint64_t count) {
  return fmt::format(
      fmt::runtime(base::translated("{count} warp of {name}", "{count} warps of {name}", count)),
      "count"_a = count, "name"_a = "k");
}

}  // namespace

TEST_CASE("catalogue: a translation's placeholders change places") {
  REQUIRE(tests::translated().size() == 1);
  CHECK(tests::translated()[0].name() == "ru");
  CHECK(order("a", "b") == "a comes before b");
  const Speaking speaking(tests::translated()[0]);
  CHECK(order("a", "b") == "b \"kommt\" nach a");
  CHECK(fmt::format(fmt::runtime(base::translated("{{braces}} and {ratio:.1f}")),
                    "ratio"_a = 1.25) == "1.2 und {Klammern}");
}

TEST_CASE("catalogue: a language has its own plural forms") {
  CHECK(warps(1) == "1 warp of k");
  CHECK(warps(0) == "0 warps of k");
  const Speaking speaking(tests::translated()[0]);
  CHECK(warps(1) == "k: 1 варп");
  CHECK(warps(2) == "k: 2 варпа");
  CHECK(warps(5) == "k: 5 варпов");
  CHECK(warps(11) == "k: 11 варпов");
  CHECK(warps(21) == "k: 21 варп");
  CHECK(warps(4'000'000'022) == "k: 4000000022 варпа");
}

TEST_CASE("catalogue: what is not translated, or only guessed, is English") {
  const Speaking speaking(tests::translated()[0]);
  for (const char* english : {"not translated", "only guessed", "nobody says this", ""})
    CHECK(base::translated(english) == english);
  CHECK(base::translated("{count} lane", "{count} lanes", 1) == "{count} lane");
  CHECK(base::translated("{count} lane", "{count} lanes", 2) == "{count} lanes");
}

TEST_CASE("catalogue: each text ends in a null character") {
  const Speaking speaking(tests::translated()[0]);
  const std::string_view text = base::translated("{first} comes before {second}");
  CHECK(std::string(text.data()) == text);
}
