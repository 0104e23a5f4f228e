// The arrays that a run leaves, held against what is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/course/truth.hpp"
#include "sim/run/run.hpp"

namespace warplens::course {

struct WrongElement {
  // kUnwritten: it is as it was before. kInput: an input, which was to stay as it was. Of a
  // program: kPrinted: a number that it prints. kNumbers: how many it prints. kWithoutKernels: it
  // prints what is right if its kernels do nothing, too.
  enum class Kind : uint8_t { kValue, kUnwritten, kInput, kPrinted, kNumbers, kWithoutKernels };
  Kind kind = Kind::kValue;
  std::string element;          // the first one: "P[0][3]"; of a number its place, from 1
  std::string expected, found;  // as text
  uint64_t count = 0;           // of wrong elements of this array
};

// Whether a sum of so many products is one that rounding explains, and the rounding of what is
// printed beside it. `magnitude`: of the sum of the absolute products.
bool is_near(double found, double value, double magnitude, double terms, double printed = 0);

// Of the bits of a float or a double.
double real_of(base::Scalar element, uint64_t bits);

std::map<std::string, std::vector<std::byte>> arrays_after(const run::Run& run);

// Of the arrays in the exercise's order; nothing: all are right.
std::optional<WrongElement> first_wrong(const Exercise& exercise, const CaseTruth& truth,
                                        uint64_t seed, const run::Run& run);

// Between what the same launch leaves in two runs; nothing: it is the same.
std::optional<WrongElement> first_difference(const run::Run& usual, const run::Run& other);

}  // namespace warplens::course
