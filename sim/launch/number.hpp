// Numbers as a user writes them in launch options, and how an error quotes what was written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/result.hpp"

namespace warplens::launch {

// A count: decimal or 0x hexadecimal, at most `most`, at least `least`. The error is a clause
// without the text itself: "sizes must be at least 1", where `what` is label("sizes"); "it must be
// at least 1" where it is empty.
base::Result<uint64_t, std::string> parse_count(std::string_view text, std::string_view what,
                                                uint64_t least, uint64_t most);

// The text for an error message: its beginning if it is long, unprintable bytes as '?'.
std::string shown(std::string_view text);

}  // namespace warplens::launch
