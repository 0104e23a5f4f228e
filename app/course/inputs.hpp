// What a case's arrays hold beforehand, from a seed that a hand-in can't know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/course/exercise.hpp"
#include "sim/base/scalar.hpp"
#include "sim/launch/fill.hpp"

namespace warplens::course {

// A text can't have a table of its own results: with another text it has another seed.
uint64_t seed_of(const Exercise& exercise, std::string_view hand_in);
// What a program's macro SEED is: a positive int.
uint32_t program_seed(const Case& at, uint64_t seed);

// The first bytes of an array whose elements are of that type; records count as floats. An input
// has whole numbers from `least` to `most`, or real ones from -1.5 to 1.5; in a case with
// infinities, which is for sums of products, about a third of that input is infinite and all real
// numbers are positive. An output has numbers that no kernel computes: of floating types not a
// number, each with other bits.
std::vector<std::byte> bytes_of(const Array& array, base::Scalar element, const Case& at,
                                uint64_t seed, uint64_t bytes);

// Reads the arrays that `launch`, of this exercise, then names as files.
launch::FileReader give_inputs(const Exercise& exercise, const Case& at, uint64_t seed,
                               launch::Launch& launch);

}  // namespace warplens::course
