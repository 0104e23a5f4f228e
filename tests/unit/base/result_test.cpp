#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "sim/base/result.hpp"

using namespace warplens::base;

namespace {

Result<int, std::string> half(int n) {
  if (n % 2 != 0) return fail("odd: " + std::to_string(n));
  return n / 2;
}

}  // namespace

TEST_CASE("result: holds a value or an error") {
  CHECK(half(4).ok());
  CHECK(half(4).value() == 2);
  CHECK(*half(4) == 2);
  CHECK_FALSE(half(3));
  CHECK(half(3).error() == "odd: 3");
}

TEST_CASE("result: value and error may be of one type") {
  const Result<std::string, std::string> good = std::string("text");
  const Result<std::string, std::string> bad = fail(std::string("text"));
  CHECK(good.ok());
  CHECK_FALSE(bad.ok());
  CHECK(good->size() == 4);
}

TEST_CASE("result: a value that cannot be copied is moved out") {
  Result<std::unique_ptr<int>, std::string> result = std::make_unique<int>(7);
  const std::unique_ptr<int> value = std::move(result).value();
  CHECK(*value == 7);
}
