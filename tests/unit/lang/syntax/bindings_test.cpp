// Structured bindings, lists in loops, and class templates whose arguments are deduced.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/support/golden_sentences.hpp"
#include "tests/unit/lang/support.hpp"

using namespace warplens::lang;
using testing::errors_of;
using warplens::test::golden;

namespace {

std::vector<std::string> errors_in_kernel(const std::string& body) {
  return errors_of("struct Pair { int i; float f; };\n__global__ void k(float* a, int n) { " +
                   body + " }");
}

}  // namespace

TEST_CASE("bindings: to members, elements and vectors, by value and by reference") {
  CHECK(errors_in_kernel("Pair p = {n, 2}; auto [i, f] = p; i = 3; a[i] = f;").empty());
  CHECK(errors_in_kernel("Pair p = {n, 2}; auto& [i, f] = p; i = 3; f = a[i];").empty());
  CHECK(errors_in_kernel("int t[2] = {n, 2}; const auto& [x, y] = t; a[x] = y;").empty());
  CHECK(errors_in_kernel("auto [x, y, z] = make_float3(1, 2, 3); a[0] = x * y * z;").empty());
  CHECK(errors_in_kernel("Pair all[2] = {}; for (auto& [i, f] : all) f = i;").empty());
}

TEST_CASE("bindings: their number is that of the parts") {
  const auto errors = errors_in_kernel("Pair p = {n, 2}; auto [x, y, z] = p; a[0] = x;");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0] == golden("lang.bindings.wrong_count"));
}

TEST_CASE("bindings: const is kept") {
  const auto errors = errors_in_kernel("Pair p = {n, 2}; const auto& [i, f] = p; f = 1;");
  REQUIRE(errors.size() == 1);
  CHECK(errors[0].find("const") != std::string::npos);
}

TEST_CASE("a for over a list: its values have the type of the first") {
  CHECK(errors_in_kernel("for (int i : {1, 2, 4}) a[i] = i; for (auto f : {0.5f, 1.5f}) a[0] = f;")
            .empty());
  CHECK(errors_in_kernel("for (int i : {}) a[i] = i;").size() == 1);
}

TEST_CASE("class templates: arguments that follow from what an object is made from") {
  const std::string pair =
      "template <class T, class U = int> struct Two { T x; U y; __device__ Two(T a, U b) : x(a), "
      "y(b) {} };\n";
  CHECK(errors_of(pair + "__global__ void k(float* a) { Two t(1.5f, 2); static_assert(sizeof(t) == "
                         "8, \"\"); Two u = t; a[0] = Two(u.x, 3.0).x; }")
            .empty());
  const auto errors = errors_of(pair + "__global__ void k(float* a) { Two t(1.5f); }");
  REQUIRE(!errors.empty());
  CHECK(errors[0] == golden("lang.bindings.not_deduced"));
}
