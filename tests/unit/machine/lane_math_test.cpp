// Functions of 32 lanes at once give what the function of one lane gives, bit by bit.
#include "sim/machine/lane_math.hpp"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "sim/base/arithmetic.hpp"
#include "sim/machine/device_math.hpp"
#include "sim/machine/lanes.hpp"

using namespace warplens;
using machine::kWarpSize;

namespace {

struct Function {
  code::Op op;
  float (*of_one)(float);
};

constexpr std::array<Function, 3> kFunctions = {
    Function{code::Op::kSinF32, [](float x) { return machine::sine(x); }},
    Function{code::Op::kCosF32, [](float x) { return machine::cosine(x); }},
    Function{code::Op::kLogF32, [](float x) { return machine::logarithm(x); }}};

}  // namespace

TEST_CASE("lane math: each lane has the function's value for one, of numbers of every kind") {
  std::mt19937 random(5);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::array<float, 12> special = {0.0f,       -0.0f, 1e-40f, kInfinity,
                                         -kInfinity, NAN,   105615, 105614.9f,
                                         -1234567.f, 1e38f, -1.0f,  1.0f};
  for (int round = 0; round < 3000; ++round) {
    std::array<float, kWarpSize> x, d;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const auto bits = static_cast<uint32_t>(random());
      const float usual = std::ldexp(static_cast<float>(bits >> 8), -static_cast<int>(bits % 32));
      x[lane] = bits % 7 == 0   ? std::bit_cast<float>(static_cast<uint32_t>(random()))
                : bits % 5 == 0 ? special[bits / 5 % special.size()]
                : bits % 2 == 0 ? -usual
                                : usual;
    }
    for (const Function& function : kFunctions) {
      machine::LaneMath* const together = machine::lane_math_of(function.op);
      if (together == nullptr) return;  // the processor has no FMA
      together(x.data(), d.data());
      for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
        CAPTURE(x[lane]);
        REQUIRE(std::bit_cast<uint32_t>(d[lane]) ==
                std::bit_cast<uint32_t>(base::canonical(function.of_one(x[lane]))));
      }
    }
  }
}

TEST_CASE("lane math: none for what is computed lane by lane") {
  CHECK((machine::lane_math_of(code::Op::kTgammaF32) == nullptr));
  CHECK((machine::lane_math_of(code::Op::kSinF64) == nullptr));
}
