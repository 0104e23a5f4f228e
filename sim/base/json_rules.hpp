// What JSON permits and no file of this program may do: nest without an end, give one name twice.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warplens::base {

inline constexpr size_t kMostJsonLevels = 64;  // of brackets

// Before a text is parsed: "" or what is wrong, one sentence without a full stop. Whether it is
// JSON at all is the parser's to say. Takes time in proportion to the text. (A parser's callback
// could see the same; nlohmann's then looks at all items of a list after each of them.)
std::string json_problem(std::string_view text);

}  // namespace warplens::base
