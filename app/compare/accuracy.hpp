// How exactly a GPU has to give what the simulation gives, from what the kernels compute.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/format/measurement.hpp"
#include "sim/base/scalar.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

// Bit-equal always agrees, and any NaN equals any. Else an element may differ by `ulp` units in its
// last place; where a sum has cancelled, by `ulp` units of the array's largest element; where the
// order of a sum is open, by `of_largest` of that element.
struct Accuracy {
  double ulp = 0;          // 0: bit-equal only
  bool is_single = false;  // units are those of float, in arrays of double too
  double of_largest = 0;

  // As differences from a value of that size. [units of the array's type]
  double unit_of(base::Scalar scalar, double value) const;
};

// What two arrays are like under it.
enum class Agreement : uint8_t { kBitEqual, kWithinUlp, kWithinLargest, kNone };
Agreement agreement(const Accuracy& accuracy, double a, double b, double largest,
                    base::Scalar scalar);
// "bit-equal", "within 64 ulp", "within 64 ulp of the largest element": the rule by which an array
// agrees whose worst element is like `worst`; of one that does not, the widest.
std::string rule_words(const Accuracy& accuracy, Agreement worst);

Accuracy accuracy_of(const run::Runs& runs, measure::Build build);

}  // namespace warplens::compare
