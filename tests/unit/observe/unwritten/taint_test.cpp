// Which bits of a result are undefined, held against all values that undefined bits may have.
#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <utility>
#include <vector>

#include "sim/observe/unwritten/taint.hpp"

using namespace warplens;
using code::Op;
using observe::TaintedValue;

namespace {

struct Case {
  Op op;
  std::function<uint32_t(uint32_t, uint32_t)> result;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {Op::kAndI32, [](uint32_t a, uint32_t b) { return a & b; }},
      {Op::kOrI32, [](uint32_t a, uint32_t b) { return a | b; }},
      {Op::kXorI32, [](uint32_t a, uint32_t b) { return a ^ b; }},
      {Op::kAddI32, [](uint32_t a, uint32_t b) { return a + b; }},
      {Op::kSubI32, [](uint32_t a, uint32_t b) { return a - b; }},
      {Op::kMulI32, [](uint32_t a, uint32_t b) { return a * b; }},
      {Op::kShlI32, [](uint32_t a, uint32_t b) { return b > 31 ? 0 : a << b; }},
      {Op::kShrU32, [](uint32_t a, uint32_t b) { return b > 31 ? 0 : a >> b; }},
      {Op::kLtU32, [](uint32_t a, uint32_t b) { return static_cast<uint32_t>(a < b); }},
      {Op::kLeS32,
       [](uint32_t a, uint32_t b) {
         return static_cast<uint32_t>(static_cast<int32_t>(a) <= static_cast<int32_t>(b));
       }},
      {Op::kEqI32, [](uint32_t a, uint32_t b) { return static_cast<uint32_t>(a == b); }},
      {Op::kNeI32, [](uint32_t a, uint32_t b) { return static_cast<uint32_t>(a != b); }},
  };
  return all;
}

// Every value of a number of which up to 4 bits may be anything.
std::vector<uint32_t> values_of(const TaintedValue& one) {
  std::vector<uint32_t> values{static_cast<uint32_t>(one.value) & ~one.bits};
  for (uint32_t bit = 1; bit != 0; bit <<= 1) {
    if ((one.bits & bit) == 0) continue;
    for (size_t i = values.size(); i-- > 0;) values.push_back(values[i] | bit);
  }
  return values;
}

}  // namespace

TEST_CASE("taint: bits that can differ are undefined, and those that count as defined can't") {
  std::mt19937 random(7);
  const auto number = [&]() -> uint32_t {
    const uint32_t kinds[] = {
        0, 1, 3, ~0u, static_cast<uint32_t>(random()), static_cast<uint32_t>(random() % 40)};
    return kinds[random() % 6];
  };
  for (const Case& one : cases()) {
    CAPTURE(static_cast<int>(one.op));
    for (int i = 0; i < 400; ++i) {
      TaintedValue a{number(), 0}, b{number(), 0};
      for (int k = 0; k < 3; ++k) a.bits |= random() % 2 ? 1u << random() % 32 : 0;
      if (random() % 2) b.bits |= 1u << random() % 32;
      uint32_t differ = 0;
      const std::vector<uint32_t> all_a = values_of(a), all_b = values_of(b);
      const uint32_t first = one.result(all_a.front(), all_b.front());
      for (const uint32_t x : all_a)
        for (const uint32_t y : all_b) differ |= one.result(x, y) ^ first;
      const uint32_t undefined = observe::undefined_bits(one.op, a, b);
      CHECK((differ & ~undefined) == 0);
    }
  }
}

TEST_CASE("taint: what takes undefined bits out, and what does not") {
  const TaintedValue any{77, ~0u}, zero{0, 0}, low{0xff, 0};
  CHECK(observe::undefined_bits(Op::kMulI32, any, zero) == 0);
  CHECK(observe::undefined_bits(Op::kMulF32, any, zero) != 0);
  CHECK(observe::undefined_bits(Op::kAndI32, any, low) == 0xff);
  CHECK(observe::undefined_bits(Op::kAndI64, any, zero) == 0);
  CHECK(observe::undefined_bits(Op::kShrU32, {0, 0xff}, {8, 0}) == 0);
  CHECK(observe::undefined_bits(Op::kOrI32, {1, 1}, {1, 0}) == 0);  // true || anything
  CHECK(observe::undefined_bits(Op::kNonZeroI32, {0x100, 0xff}) == 0);
  CHECK(observe::undefined_bits(Op::kExtendU8, {0, 0xff00}) == 0);
}
