// A list as a part of a sentence.
#pragma once

#include <string>
#include <vector>

namespace warplens::base {

// "m", "m and n", "m, n and p"; "" of nothing.
std::string list_words(const std::vector<std::string>& names);

}  // namespace warplens::base
