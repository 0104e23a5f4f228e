// Functions of the GPU's mathematical library that round otherwise than the computer's own.
#pragma once

#include <cmath>

namespace warplens::machine {

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
