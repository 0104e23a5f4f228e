// Single opcodes that text reaches by CUDA's functions: bits, halves, upper products, and the rest
// of the mathematical functions. Each runs as one instruction over 32 lanes.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "hand_made.hpp"
#include "sim/base/half.hpp"

using namespace warplens;
using namespace warplens::machine;
using namespace warplens::machine::test;
using code::Op;

namespace {

constexpr uint16_t kX = 4, kY = 8, kResult = 12;
constexpr double kPi = 3.14159265358979323846;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// One result of D for operands of A; the operands are in lane 9 only, and 1 everywhere else.
template <class D, class A>
D apply(Op op, A x, A y = A{1}) {
  HandMade warp;
  warp.emit(op, kResult, kX, kY);
  warp.emit(Op::kEnd);
  warp.start(false);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    warp.set<A>(kX, lane, lane == 9 ? x : A{1});
    warp.set<A>(kY, lane, lane == 9 ? y : A{1});
  }
  warp.run();
  return warp.lane<D>(kResult, 9);
}

// Equal but for the last places of the narrower type.
template <class T>
bool is_close(T found, double expected) {
  if (std::isnan(expected)) return std::isnan(found);
  if (std::isinf(expected) || expected == 0) return static_cast<double>(found) == expected;
  const double tolerance = sizeof(T) == 4 ? 4e-7 : 4e-15;
  return std::fabs(static_cast<double>(found) - expected) <= tolerance * std::fabs(expected);
}

void check_both(Op single, Op twice, double x, double y, double expected) {
  CAPTURE(code::info(single).name);
  CAPTURE(x);
  CAPTURE(expected);
  const auto found = apply<float>(single, static_cast<float>(x), static_cast<float>(y));
  CAPTURE(found);
  CHECK(is_close(found, expected));
  CHECK(is_close(apply<double>(twice, x, y), expected));
}

}  // namespace

TEST_CASE("operations: bits are counted, found and reversed one by one") {
  std::mt19937_64 random(4);
  for (int i = 0; i < 300; ++i) {
    const uint64_t x = i < 64 ? uint64_t{1} << i : i == 64 ? 0 : random() & random();
    const auto low = static_cast<uint32_t>(x);
    int count = 0, highest = -1, lowest = -1, count32 = 0, highest32 = -1, lowest32 = -1;
    uint64_t reversed = 0;
    for (int bit = 0; bit < 64; ++bit) {
      if ((x >> bit & 1) == 0) continue;
      ++count;
      highest = bit;
      if (lowest < 0) lowest = bit;
      reversed |= uint64_t{1} << (63 - bit);
      if (bit >= 32) continue;
      ++count32;
      highest32 = bit;
      if (lowest32 < 0) lowest32 = bit;
    }
    REQUIRE(apply<int32_t>(Op::kPopc64, x) == count);
    REQUIRE(apply<int32_t>(Op::kPopc32, low) == count32);
    REQUIRE(apply<int32_t>(Op::kClz64, x) == 63 - highest);
    REQUIRE(apply<int32_t>(Op::kClz32, low) == 31 - highest32);
    REQUIRE(apply<int32_t>(Op::kFfs64, x) == lowest + 1);
    REQUIRE(apply<int32_t>(Op::kFfs32, low) == lowest32 + 1);
    REQUIRE(apply<uint64_t>(Op::kBrev64, x) == reversed);
    REQUIRE(apply<uint32_t>(Op::kBrev32, low) == static_cast<uint32_t>((reversed >> 32)));
  }
}

TEST_CASE("operations: the upper half of a product") {
  CHECK(apply<uint64_t>(Op::kMulHiU64, ~uint64_t{0}, ~uint64_t{0}) == ~uint64_t{0} - 1);
  CHECK(apply<int64_t>(Op::kMulHiS64, int64_t{-1}, int64_t{-1}) == 0);
  CHECK(apply<int64_t>(Op::kMulHiS64, int64_t{-1}, int64_t{1}) == -1);
  const int64_t least = std::numeric_limits<int64_t>::min();
  CHECK(apply<int64_t>(Op::kMulHiS64, least, least) == int64_t{1} << 62);
  CHECK(apply<int64_t>(Op::kMulHiS64, least, int64_t{-1}) == 0);
  CHECK(apply<int64_t>(Op::kMulHiS64, least, int64_t{2}) == -1);
  CHECK(apply<int32_t>(Op::kMulHiS32, -5, 1 << 30) == -2);
  CHECK(apply<uint32_t>(Op::kMulHiU32, 0xfffffffbu, 1u << 30) == 0x3ffffffe);
  std::mt19937_64 random(8);
  for (int i = 0; i < 300; ++i) {
    // x * y mod 2^128 by schoolbook, in 32-bit digits.
    const uint64_t x = random(), y = random() >> random() % 64;
    uint64_t digits[4] = {};
    for (int a = 0; a < 2; ++a) {
      uint64_t carry = 0;
      for (int b = 0; b < 2; ++b) {
        const uint64_t t =
            (x >> 32 * a & 0xffffffff) * (y >> 32 * b & 0xffffffff) + digits[a + b] + carry;
        digits[a + b] = t & 0xffffffff;
        carry = t >> 32;
      }
      digits[a + 2] += carry;
    }
    REQUIRE(apply<uint64_t>(Op::kMulHiU64, x, y) == (digits[3] << 32 | digits[2]));
  }
}

TEST_CASE("operations: halves are converted in all 65536 values and rounded to even") {
  for (uint32_t bits = 0; bits < 0x10000; bits += 7) {
    const float expected = base::half_to_float(static_cast<uint16_t>(bits));
    const float found = apply<float>(Op::kF16ToF32, bits);
    REQUIRE(std::bit_cast<uint32_t>(found) == std::bit_cast<uint32_t>(expected));
    if (found == found) REQUIRE(apply<uint32_t>(Op::kF32ToF16, found) == bits);
  }
  CHECK(apply<uint32_t>(Op::kF32ToF16, 1.0f) == 0x3c00);
  CHECK(apply<uint32_t>(Op::kF32ToF16, 65504.0f) == 0x7bff);
  CHECK(apply<uint32_t>(Op::kF32ToF16, 1e6f) == 0x7c00);
  CHECK(apply<uint32_t>(Op::kF32ToF16, 2049.0f) == 0x6800);  // between 2048 and 2050
  CHECK(apply<uint32_t>(Op::kF64ToF16, -2051.0) == 0xe802);
  // Rounded once: by way of a float, this would be a tie and go down.
  CHECK(apply<uint32_t>(Op::kF64ToF16, 2049.0 + 1e-10) == 0x6801);
}

TEST_CASE("operations: bfloat numbers are the upper halves of floats, rounded to even") {
  for (uint32_t bits = 0; bits < 0x10000; bits += 7) {
    const float found = apply<float>(Op::kB16ToF32, bits);
    REQUIRE(std::bit_cast<uint32_t>(found) == bits << 16);
    if (found == found) REQUIRE(apply<uint32_t>(Op::kF32ToB16, found) == bits);
  }
  uint32_t random = 1;
  for (int i = 0; i < 100000; ++i) {
    random = random * 1664525 + 1013904223;
    const float value = std::bit_cast<float>(random);
    if (value != value) continue;
    REQUIRE(apply<uint32_t>(Op::kF32ToB16, value) == (random + 0x7fff + (random >> 16 & 1)) >> 16);
  }
  CHECK(apply<uint32_t>(Op::kF32ToB16, std::numeric_limits<float>::max()) == 0x7f80);
  CHECK(apply<uint32_t>(Op::kF32ToB16, std::numeric_limits<float>::quiet_NaN()) == 0x7fff);
  CHECK(apply<uint32_t>(Op::kF64ToB16, 1e300) == 0x7f80);
  // Rounded once: by way of a float, this would be a tie and go down.
  CHECK(apply<uint32_t>(Op::kF64ToB16, 257.0 + 1e-10) == 0x4381);
}

template <class T>
static void check_fused(Op op, uint16_t product, T x, T y, T z) {
  for (int32_t signs = 0; signs < 4; ++signs) {
    HandMade warp;
    warp.emit(op, kResult, kX, kY, 16, signs | product << 8);
    warp.emit(Op::kEnd);
    warp.start(false);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      warp.set<T>(kX, lane, lane % 2 == 0 ? x : T{3});
      warp.set<T>(kY, lane, y);
      warp.set<T>(16, lane, z);
    }
    warp.run();
    const T sum = std::fma((signs & 1) != 0 ? -x : x, y, (signs & 2) != 0 ? -z : z);
    CHECK(warp.lane<T>(kResult, 30) == sum);
    CHECK(warp.lane<T>(kResult, 31) ==
          std::fma((signs & 1) != 0 ? T{-3} : T{3}, y, (signs & 2) != 0 ? -z : z));
  }
}

TEST_CASE("operations: a fused sum rounds once, with either sign, and makes one kind of NaN") {
  check_fused<float>(Op::kFusedF32, 20, 1.1f, 1.1f, -1.21f);
  check_fused<double>(Op::kFusedF64, 20, 1.1, 1.1, -1.21);
  const float infinity = std::numeric_limits<float>::infinity();
  HandMade warp;
  warp.emit(Op::kFusedF32, kResult, kX, kY, 16, 20 << 8);
  warp.emit(Op::kEnd);
  warp.start(false);
  warp.set<float>(kX, 5, infinity);
  warp.run();
  CHECK(warp.lane<uint32_t>(kResult, 5) == 0x7fffffff);
  CHECK(warp.lane<uint32_t>(kResult, 6) == 0);
}

TEST_CASE("operations: mathematical functions in single and double precision") {
  check_both(Op::kExpm1F32, Op::kExpm1F64, 0x1p-20, 1, 0x1p-20 + 0x1p-41 + 0x1p-60 / 6);
  check_both(Op::kLog1pF32, Op::kLog1pF64, 1, 1, std::log(2.0));
  check_both(Op::kExp10F32, Op::kExp10F64, 3, 1, 1000);
  check_both(Op::kExp10F32, Op::kExp10F64, -2, 1, 0.01);
  check_both(Op::kAsinhF32, Op::kAsinhF64, 2, 1, std::log(2 + std::sqrt(5.0)));
  check_both(Op::kAcoshF32, Op::kAcoshF64, 2, 1, std::log(2 + std::sqrt(3.0)));
  check_both(Op::kAtanhF32, Op::kAtanhF64, 0.5, 1, std::log(3.0) / 2);
  check_both(Op::kErfcF32, Op::kErfcF64, 0, 1, 1);
  check_both(Op::kLgammaF32, Op::kLgammaF64, 6, 1, std::log(120.0));
  check_both(Op::kLgammaF32, Op::kLgammaF64, 0.5, 1, std::log(kPi) / 2);
  check_both(Op::kTgammaF32, Op::kTgammaF64, 5, 1, 24);
  check_both(Op::kRcbrtF32, Op::kRcbrtF64, -8, 1, -0.5);
  check_both(Op::kCopysignF32, Op::kCopysignF64, 3, -0.0, -3);
  check_both(Op::kFdimF32, Op::kFdimF64, 3, 5, 0);
  check_both(Op::kFdimF32, Op::kFdimF64, 5, 3, 2);
  check_both(Op::kRemainderF32, Op::kRemainderF64, 5, 3, -1);
  CHECK(apply<float>(Op::kNextafterF32, 1.0f, 2.0f) == 1.0f + 0x1p-23f);
  CHECK(apply<double>(Op::kNextafterF64, 1.0, 0.0) == 1.0 - 0x1p-53);
}

TEST_CASE("operations: sines and cosines of multiples of pi are exact in every quarter") {
  for (int quarter = -9; quarter <= 9; ++quarter) {
    const double x = quarter * 0.5;
    const int turn = ((quarter % 4) + 4) % 4;
    const double sines[] = {0, 1, 0, -1};
    check_both(Op::kSinpiF32, Op::kSinpiF64, x, 1, sines[turn]);
    check_both(Op::kCospiF32, Op::kCospiF64, x, 1, sines[(turn + 1) % 4]);
  }
  for (double x = -2.4375; x < 3; x += 0.375) {
    if (x * 2 == std::floor(x * 2)) continue;
    check_both(Op::kSinpiF32, Op::kSinpiF64, x, 1, std::sin(x * kPi));
    check_both(Op::kCospiF32, Op::kCospiF64, x, 1, std::cos(x * kPi));
  }
  check_both(Op::kSinpiF32, Op::kSinpiF64, kInfinity, 1, std::nan(""));
  CHECK(std::bit_cast<uint32_t>(
            apply<float>(Op::kSinpiF32, std::numeric_limits<float>::infinity())) == 0x7fffffff);
}
