#include <doctest/doctest.h>

#include <bit>
#include <cstdint>

#include "sim/base/scalar_text.hpp"

using warplens::base::Scalar;
using warplens::base::scalar_text;

TEST_CASE("scalar text: values read as people write them") {
  CHECK(scalar_text(Scalar::kFloat, std::bit_cast<uint32_t>(11.4f)) == "11.4");
  CHECK(scalar_text(Scalar::kFloat, std::bit_cast<uint32_t>(4112.0f)) == "4112");
  CHECK(scalar_text(Scalar::kDouble, std::bit_cast<uint64_t>(0.1)) == "0.1");
  CHECK(scalar_text(Scalar::kInt, 0xffffffff) == "-1");
  CHECK(scalar_text(Scalar::kUInt, 0xffffffff) == "4294967295");
  CHECK(scalar_text(Scalar::kUChar, 200) == "200");
  CHECK(scalar_text(Scalar::kChar, 200) == "-56");
  CHECK(scalar_text(Scalar::kBool, 1) == "true");
}
