// Parts of messages that several checks share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/tree/type.hpp"

namespace warplens::lang {

// "x, y and z"
std::string listed(const std::vector<std::string>& names);

std::vector<std::string> field_names(const Record& record);

// The hint for what is meant as one component of threadIdx or its like.
std::string name_a_part(std::string_view index);

// Of a call with `given` arguments of a function that takes `least` to `most` of them.
std::string wrong_argument_count(std::string_view function, size_t least, size_t most,
                                 size_t given);

}  // namespace warplens::lang
