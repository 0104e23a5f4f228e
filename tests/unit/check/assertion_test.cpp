// Assertions in comments: what is read, and each mistake at its place.
#include "app/check/assertion.hpp"

#include <doctest/doctest.h>

using namespace warplens;
using check::Assertion;
using check::Assertions;
using check::parse_assertions;
using course::Relation;

namespace {

Assertions assertions_of(const std::string& text) {
  return parse_assertions(base::SourceFile("k.cu", text));
}

// Of a text with one assertion.
Assertion only_one(const std::string& asserted) {
  const Assertions found = assertions_of("x = a[i];  // warplens: assert " + asserted + "\n");
  REQUIRE_MESSAGE(found.mistakes.empty(), found.mistakes.front().message);
  REQUIRE(found.all.size() == 1);
  return found.all.front();
}

struct Mistake {
  std::string asserted;  // after `assert`
  std::string at;        // the text at its place begins so
  std::string message;   // a part of it
};

}  // namespace

TEST_CASE("assertion: conditions with an array, an operation, a mean and each relation") {
  const Assertion one =
      only_one("wavefronts == 1, sectors( load  a ) per request<=4,requests(store) >= 1'000");
  REQUIRE(one.conditions.size() == 3);
  CHECK(one.line == 1);
  CHECK(one.kernel.empty());
  CHECK_FALSE(one.launch);
  const check::Condition& first = one.conditions[0];
  CHECK(first.count == "wavefronts");
  CHECK(first.array.empty());
  CHECK_FALSE(first.operation);
  CHECK_FALSE(first.is_each_request);
  CHECK(first.relation == Relation::kEqual);
  CHECK(first.bound == 1);
  CHECK(first.text == "wavefronts == 1");
  const check::Condition& second = one.conditions[1];
  CHECK(second.array == "a");
  CHECK(second.operation == trace::Operation::kLoad);
  CHECK(second.is_each_request);
  CHECK(second.relation == Relation::kMost);
  CHECK(second.bound == 4);
  const check::Condition& third = one.conditions[2];
  CHECK(third.array.empty());
  CHECK(third.operation == trace::Operation::kStore);
  CHECK(third.relation == Relation::kLeast);
  CHECK(third.bound == 1000);
}

TEST_CASE("assertion: a kernel and a launch, in any order") {
  const Assertion one =
      only_one("kernel(matmul< 16, (2 > 1) >), lines per request <= 1.5, launch(2)");
  CHECK(one.kernel == "matmul< 16, (2 > 1) >");
  CHECK(one.launch == 2u);
  REQUIRE(one.conditions.size() == 1);
  CHECK(one.conditions[0].bound == 1.5);
}

TEST_CASE("assertion: the line is its own, or the next one that is no comment") {
  const Assertions found = assertions_of(
      "  a[i] = 1;  // warplens: assert requests == 1\n"
      "  // warplens: assert requests == 2\n"
      "  // why\n"
      "  //warplens:assert requests == 3\r\n"
      "  b[i] = 1;\n");
  REQUIRE(found.all.size() == 3);
  CHECK(found.all[0].line == 1);
  CHECK(found.all[1].line == 5);
  CHECK(found.all[2].line == 5);
  CHECK(found.all[2].conditions[0].bound == 3);
}

TEST_CASE("assertion: what is in a string, of the launch, or of nobody is none") {
  CHECK(assertions_of("const char* s = \"// warplens: assert requests == 1\";\n").empty());
  CHECK(assertions_of("// warplens: --grid 1\nint x;  // warplens: --grid 2\n").empty());
  CHECK(assertions_of("int x;  // asserted: requests == 1\n").empty());
}

TEST_CASE("assertion: each mistake is at its place, with what to write") {
  const std::vector<Mistake> mistakes{
      {"", "", "is empty"},
      {"wavefronts", "", "a relation is missing after 'wavefronts'"},
      {"wavefronts 1", "1", "a relation is missing after 'wavefronts'"},
      {"wavefronts =", "=", "'=' is none of the relations"},
      {"wavefronts < 2", "< 2", "'<' is none of the relations"},
      {"wavefronts ==", "", "a number is missing after '=='"},
      {"wavefronts == one", "one", "'one': a number from 0 is needed"},
      {"wavefronts == -1", "-1", "'-1': a number from 0 is needed"},
      {"wavefronts == 1e99999", "1e9", "a number from 0 is needed"},
      {"sectors == 4.5", "4.5", "'4.5': a count is a whole number"},
      {"1 == wavefronts", "1 ==", "'1' is not counted of an access"},
      {"wavefronts == 1 <= 2", "<= 2", "'<=': a condition has one relation"},
      {"wavefronts == 1 && lines == 2", "&& lines", "a comma is needed"},
      {"wavefronts == 1,", "", "a condition is missing after the comma"},
      {"wavefrontz == 1", "wavefrontz", "did you mean 'wavefronts'?"},
      {"wavefronts() == 1", "()", "the parentheses after 'wavefronts' are empty"},
      {"wavefronts(tile == 1", "(tile", "the parenthesis after 'wavefronts' is not closed"},
      {"wavefronts per warp == 1", "per warp", "'per' is followed by 'request' alone"},
      {"kernel(copy)", "", "names no count"},
      {"kernel, lines == 1", "kernel", "'kernel' needs parentheses"},
      {"launch(0), lines == 1", "launch(0)", "'launch(0)': launches must be at least 1"},
      {"launch(two), lines == 1", "launch(two)", "'launch(two)': "},
      {"launch(1), launch(2), lines == 1", "launch(2)", "'launch' is given twice"}};
  for (const Mistake& mistake : mistakes) {
    CAPTURE(mistake.asserted);
    const base::SourceFile file(
        "k.cu", "int x;\n  x = a[i];  // warplens: assert " + mistake.asserted + "\n");
    const Assertions found = parse_assertions(file);
    CHECK(found.all.empty());
    REQUIRE(found.mistakes.size() == 1);
    const base::Diagnostic& mistaken = found.mistakes.front();
    CHECK(mistaken.message.find(mistake.message) != std::string::npos);
    CHECK(file.line_of(mistaken.span.begin) == 2);
    CHECK(file.text().substr(mistaken.span.begin).starts_with(mistake.at));
    CHECK_FALSE(mistaken.hint.empty());
  }
}

TEST_CASE("assertion: a comment that seems to be one and is none is a mistake") {
  const Assertions typo = assertions_of("int x;\n// warplens: asert lines == 1\n");
  REQUIRE(typo.mistakes.size() == 1);
  CHECK(typo.mistakes[0].message.find("'asert lines == 1' is no assertion") == 0);
  const Assertions block = assertions_of("int x;\n/* warplens: assert lines == 1 */\n");
  REQUIRE(block.mistakes.size() == 1);
  CHECK(block.mistakes[0].message.find("begins with '//'") != std::string::npos);
}
