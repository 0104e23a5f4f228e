#include <doctest/doctest.h>

#include <string>

#include "sim/base/scalar.hpp"

using namespace warplens::base;

TEST_CASE("scalar: every name leads back to its type, with CUDA's sizes") {
  for (int i = 0; i < 14; ++i) {
    const Scalar scalar = static_cast<Scalar>(i);
    CAPTURE(name_of(scalar));
    CHECK(scalar_from_name(name_of(scalar)) == scalar);
    CHECK(is_integer(scalar) != is_floating(scalar));
  }
  CHECK(size_of(Scalar::kBool) == 1);
  CHECK(size_of(Scalar::kShort) == 2);
  CHECK(size_of(Scalar::kInt) == 4);
  CHECK(size_of(Scalar::kLong) == 8);
  CHECK(size_of(Scalar::kLongLong) == 8);
  CHECK(size_of(Scalar::kDouble) == 8);
  CHECK(is_signed(Scalar::kChar));
  CHECK(is_signed(Scalar::kFloat));
  CHECK_FALSE(is_signed(Scalar::kBool));
  CHECK_FALSE(is_signed(Scalar::kULong));
}

TEST_CASE("scalar: C spellings in any order, and fixed-width names") {
  CHECK(scalar_from_name("unsigned") == Scalar::kUInt);
  CHECK(scalar_from_name("signed") == Scalar::kInt);
  CHECK(scalar_from_name("long long unsigned int") == Scalar::kULongLong);
  CHECK(scalar_from_name("int long") == Scalar::kLong);
  CHECK(scalar_from_name("short int") == Scalar::kShort);
  CHECK(scalar_from_name("char unsigned") == Scalar::kUChar);
  CHECK(scalar_from_name("  unsigned   char ") == Scalar::kUChar);
  CHECK(scalar_from_name("uint8_t") == Scalar::kUChar);
  CHECK(scalar_from_name("int64_t") == Scalar::kLong);
  CHECK(scalar_from_name("size_t") == Scalar::kULong);
}

TEST_CASE("scalar: what is no type is none") {
  for (const char* name :
       {"", "flaot", "Float", "unsigned float", "long double", "long long long", "short long",
        "char int", "unsigned signed int", "int int", "float float", "bool int", "void"}) {
    CAPTURE(name);
    CHECK_FALSE(scalar_from_name(name).has_value());
  }
}
