#include "sim/base/json_rules.hpp"
#include "tests/support/golden_sentences.hpp"

#include <doctest/doctest.h>

#include <string>

using warplens::base::json_problem;
using warplens::test::golden;

TEST_CASE("json rules: brackets have at most 64 levels") {
  const auto nested = [](size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  CHECK(json_problem(nested(64)) == "");
  CHECK(json_problem(nested(65)) == golden("base.json.too_deep"));
  CHECK(json_problem("\"" + nested(100) + "\"") == "");
  CHECK(json_problem("[" + nested(40) + "," + nested(40) + "]") == "");
}

TEST_CASE("json rules: a name is in an object once") {
  CHECK(json_problem(R"({"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]})") == "");
  CHECK(json_problem(R"({"a": 1, "b": 2, "a" : 3})") == "'a' appears twice");
  CHECK(json_problem(R"({"b": {"a": 1, "a": 2}})") == "'a' appears twice");
  CHECK(json_problem(R"({"a": "a", "b": "a"})") == "");  // values
  CHECK(json_problem(R"({"a\"": 1, "a": 2})") == "");
}

TEST_CASE("json rules: what is no JSON is left to the parser") {
  for (const char* text :
       {"", "\"", "\"\\", "}", "]]", "{\"", "{\"a", "{\"a\"", "{\"a\":", "\"a\":"}) {
    CAPTURE(text);
    CHECK(json_problem(text) == "");
  }
}
