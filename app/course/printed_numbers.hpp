// What a program prints, held against what is right: its numbers in order, whatever is around them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/course/compared.hpp"
#include "app/course/truth.hpp"

namespace warplens::course {

// "-3", "0.5e2", "nan", "inf". Digits of a name ("x2") are none.
std::vector<PrintedNumber> numbers_in(std::string_view text);

// What the oracle printed, into the truth; false where it is no list of values and magnitudes.
bool take_right_numbers(const Exercise& exercise, std::string_view output, ProgramTruth& truth);

// Nothing: all numbers are right, and there are no others.
std::optional<WrongElement> wrong_output(const Exercise& exercise, const CaseTruth& truth,
                                         std::string_view output);
// How many of the right numbers are not in their place.
size_t missed_numbers(const Exercise& exercise, const CaseTruth& truth, std::string_view output);

}  // namespace warplens::course
