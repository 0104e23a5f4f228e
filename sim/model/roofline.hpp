// The roofline model: no more floating-point operations a second than the peak, and no more than
// the operations for each byte times the bytes a second. Source: Williams, Waterman, Patterson,
// "Roofline: An Insightful Visual Performance Model for Multicore Architectures" (2009).
#pragma once

#include <algorithm>

namespace warplens::model {

struct Roof {
  double bandwidth = 0;  // [GB/s]
  double peak = 0;       // [GFLOP/s]

  // At so many operations a byte [GFLOP/s].
  double at(double intensity) const { return std::min(peak, bandwidth * intensity); }
  // The intensity from which on the peak is the limit [FLOP/B].
  double ridge() const { return bandwidth > 0 ? peak / bandwidth : 0; }
};

}  // namespace warplens::model
