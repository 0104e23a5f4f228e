// What the tests of textbook kernels share. A kernel of tests/kernels/textbook says its own launch
// in its first comment; it runs through the engine like any user's file, and the test compares
// every element that it stored with a reference in plain C++.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "sim/run/run.hpp"
#include "tests/support/runs.hpp"

namespace warplens::test {

using RunPtr = std::shared_ptr<const run::Run>;

// Runs the file with the launch it gives, `more` options laid over that. Fails the test with the
// diagnostics if it does not compile or start, and if the run did not end or has findings.
RunPtr run_textbook(const std::string& file, const std::string& more = "");

// The bytes that the launch filled an array with before the run.
std::vector<std::byte> first_bytes_of(const run::Run& run, const std::string& array);

// The array's elements as the launch filled them; values_of() gives those after the run.
template <typename T>
std::vector<T> inputs_of(const run::Run& run, const std::string& array) {
  const std::vector<std::byte> bytes = first_bytes_of(run, array);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

// A scalar argument of the launch.
double number_of(const run::Run& run, const std::string& argument);
int int_of(const run::Run& run, const std::string& argument);

// Sums over the accesses to one shared or global array.
observe::SharedTotal shared_total(const run::Run& run, const std::string& array,
                                  trace::Operation operation);
observe::GlobalTotal global_total(const run::Run& run, const std::string& array,
                                  trace::Operation operation);

// One check for a whole array, which names the first element that differs.
template <typename T, typename IsSame>
void check_elements(const std::vector<T>& actual, const std::vector<T>& expected, IsSame is_same) {
  REQUIRE(actual.size() == expected.size());
  size_t differing = 0, first = 0;
  for (size_t i = actual.size(); i-- > 0;) {
    if (is_same(actual[i], expected[i])) continue;
    ++differing;
    first = i;
  }
  if (differing == 0) {
    CHECK(differing == 0);
  } else {
    CHECK_MESSAGE(differing == 0, differing << " of " << actual.size() << " differ, first ["
                                            << first << "]: " << +actual[first] << ", expected "
                                            << +expected[first]);
  }
}
template <typename T>
void check_equal(const std::vector<T>& actual, const std::vector<T>& expected) {
  check_elements(actual, expected, [](T a, T b) { return a == b; });
}
// Within `tolerance` of the expected value's size, and of 1 for small values.
template <typename T>
void check_near(const std::vector<T>& actual, const std::vector<T>& expected, double tolerance) {
  check_elements(actual, expected, [tolerance](T a, T b) {
    return std::abs(double{a} - double{b}) <= tolerance * std::max(1.0, std::abs(double{b}));
  });
}

}  // namespace warplens::test
