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
  // kUnwritten: it is as it was before. kInput: an input, which was to stay as it was.
  enum class Kind : uint8_t { kValue, kUnwritten, kInput };
  Kind kind = Kind::kValue;
  std::string element;          // the first one: "P[0][3]"
  std::string expected, found;  // as text
  uint64_t count = 0;           // of wrong elements of this array
};

// Of the bits of a float or a double.
double real_of(base::Scalar element, uint64_t bits);

std::map<std::string, std::vector<std::byte>> arrays_after(const run::Run& run);

// Of the arrays in the exercise's order; nothing: all are right.
std::optional<WrongElement> first_wrong(const Exercise& exercise, const CaseTruth& truth,
                                        uint64_t seed, const run::Run& run);

}  // namespace warplens::course
