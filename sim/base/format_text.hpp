// What C's printf makes of a format.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::base {

// The text up to the zero that a pointer names.
using StringReader = std::function<std::string(uint64_t pointer)>;

// The text that C's printf makes of a format and its arguments' bits (integers of 32 or 64 bits,
// doubles, pointers). A conversion without an argument stays as it is written; so does the place of
// a string, as "?", where `read_string` is empty. A width or precision is at most 1000.
std::string format_text(std::string_view format, std::span<const uint64_t> arguments,
                        const StringReader& read_string = {});

// Of each argument that a format takes, whether it takes a real number.
std::vector<bool> takes_reals(std::string_view format);

}  // namespace warplens::base
