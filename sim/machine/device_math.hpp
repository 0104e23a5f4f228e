// Functions of the GPU's mathematical library that round otherwise than the computer's own.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace warplens::machine {

// What they are computed with, of one lane and of several (lane_math): the bits of floats.
namespace math_bits {
inline constexpr uint32_t kLargestAngle = 0x47CE4780;  // 105615, that is reduced in float
inline constexpr uint32_t kTwoOverPi = 0x3F22F983;
inline constexpr std::array<uint32_t, 3> kMinusQuarter = {0xBFC90FDA, 0xB3A22168,
                                                          0xA7C234C5};  // - pi / 2, in parts
inline constexpr std::array<uint32_t, 3> kSine = {0xB94D4153, 0x3C0885E4, 0xBE2AAAA8};
inline constexpr std::array<uint32_t, 4> kCosine = {0x37CBAC00, 0xBAB607ED, 0x3D2AAABB, 0xBEFFFFFF};
inline constexpr uint32_t kLeastNormal = 0x00800000, kInfinity = 0x7F800000;
inline constexpr uint32_t kLogarithmFrom = 0x3F2AAAAB;  // mantissas are brought above it
inline constexpr uint32_t kExponent = 0xFF800000;       // and the sign
inline constexpr std::array<uint32_t, 9> kLogarithm = {0xBE055027, 0x3E1039F6, 0xBDF8CDCC,
                                                       0x3E0F2955, 0xBE2AD8B9, 0x3E4CED0B,
                                                       0xBE7FFF22, 0x3EAAAA78, 0xBF000000};
inline constexpr uint32_t kLogarithmOfTwo = 0x3F317218;
}  // namespace math_bits

// sinf(), cosf() and logf() bit by bit, as nvcc 13.0 makes instructions of them.
float sine(float x);
float cosine(float x);
float logarithm(float x);

inline double sine(double x) {
  return std::sin(x);
}
inline double cosine(double x) {
  return std::cos(x);
}
inline double logarithm(double x) {
  return std::log(x);
}

}  // namespace warplens::machine
