// A whole number in a text, which can be changed in place.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::gui {

struct NumberAt {
  uint32_t begin = 0, end = 0;  // bytes of its digits
  uint32_t value = 0;
};

inline constexpr uint32_t kMostNumber = 999'999'999;

// The decimal whole number that holds or touches the byte; not a part of a name, of a number with a
// point, of a hexadecimal or an octal one, or larger than kMostNumber.
std::optional<NumberAt> number_at(std::string_view text, uint32_t offset);

}  // namespace warplens::gui
