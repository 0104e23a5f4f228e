// Reads the spelling of number and character constants: their value and type, as in C++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/result.hpp"
#include "sim/base/scalar.hpp"

namespace warplens::lang {

struct Number {
  base::Scalar scalar = base::Scalar::kInt;
  uint64_t bits = 0;  // integer and character constants
  double real = 0;    // floating constants; already rounded to float for `1.5f`
};

// The failure is a message for the user.
base::Result<Number, std::string> parse_number(std::string_view spelling);
// With its quotes: 'a', '\n', '\x41', '\0'.
base::Result<Number, std::string> parse_character(std::string_view spelling);

// How many characters of a number are before its suffix: 4 of "1500ms".
size_t digits_of(std::string_view spelling);

}  // namespace warplens::lang
