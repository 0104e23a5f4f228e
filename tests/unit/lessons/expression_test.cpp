// Templates of launches: values, and an error for everything that has none.
#include "app/lessons/expression.hpp"

#include <doctest/doctest.h>

using namespace warplens;

namespace {

const lessons::Values kValues{{"n", 20}, {"tile", 8}, {"zero", 0}};

std::string expanded(const char* text) {
  const auto result = lessons::expand(text, kValues);
  REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error()));
  return *result;
}

std::string error_of(const char* text) {
  const auto result = lessons::expand(text, kValues);
  REQUIRE_FALSE(result.ok());
  return result.error();
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("expression: text without braces stays as it is") {
  CHECK(expanded("--grid 2,2") == "--grid 2,2");
}

TEST_CASE("expression: arithmetic binds as in C") {
  CHECK(expanded("{n}") == "20");
  CHECK(expanded("{1 + 2 * 3}|{(1 + 2) * 3}|{7 / 2}|{7 % 4}|{-n}|{2 - 3 - 4}") == "7|9|3|3|-20|-5");
  CHECK(expanded("--grid {(n + tile - 1) / tile},{ceil_div(n, tile)}") == "--grid 3,3");
  CHECK(expanded("{min(n, tile)} {max(n, tile)} {ceil_div(16, 8)} {ceil_div(-7, 2)}") ==
        "8 20 2 -3");
}

TEST_CASE("expression: comparisons, logic and choices") {
  CHECK(expanded("{n == 20}{n != 20}{n < 20}{n <= 20}{n > tile}{n >= 21}") == "100110");
  CHECK(expanded("{n == 20 && tile == 9}{n == 20 || tile == 9}{!n}") == "010");
  CHECK(expanded("A{tile == 8 ? ':values=1,2' : ''}{tile == 9 ? 1 : tile == 8 ? 2 : 3}") ==
        "A:values=1,22");
}

TEST_CASE("expression: a branch that is not taken is not evaluated") {
  CHECK(expanded("{zero == 0 ? 1 : n / zero}{zero != 0 && n / zero}{zero == 0 || n / zero}") ==
        "101");
}

TEST_CASE("expression: each mistake is named and quoted") {
  CHECK(contains(error_of("{n / zero}"), "division by zero in '{n / zero}'"));
  CHECK(contains(error_of("{n % zero}"), "division by zero"));
  CHECK(contains(error_of("{ceil_div(n, zero)}"), "division by zero"));
  CHECK(contains(error_of("{tiel}"), "no parameter 'tiel'; did you mean 'tile'?"));
  CHECK(contains(error_of("{sqrt(n, 1)}"), "no function 'sqrt'"));
  CHECK(contains(error_of("{min(n)}"), "two values"));
  CHECK(contains(error_of("{n"), "'}' is missing"));
  CHECK(contains(error_of("{n 2}"), "'}' is missing"));
  CHECK(contains(error_of("n}"), "without its '{'"));
  CHECK(contains(error_of("{}"), "missing"));
  CHECK(contains(error_of("{'a' + 1}"), "text where a number"));
  CHECK(contains(error_of("{'a}"), "not closed"));
  CHECK(contains(error_of("{9223372036854775807 + 1}"), "64 bits"));
  CHECK(contains(error_of("{9223372036854775808}"), "64 bits"));
  CHECK(contains(error_of("{(-9223372036854775807 - 1) / -1}"), "64 bits"));
  CHECK(contains(error_of(("{" + std::string(5000, '(')).c_str()), "nested too deeply"));
}
