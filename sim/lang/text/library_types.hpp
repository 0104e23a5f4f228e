// The names of the standard library that device code may use. Integer types lose their namespace:
// std::int64_t is int64_t.
#pragma once

#include <string_view>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// `word` is a type that <cstdint> or <cstddef> declare both with and without std::.
bool is_library_integer(std::string_view word);

// std::`word` is usable in device code: such a type or one of CUDA's functions.
bool is_known_library_name(std::string_view word);

// Makes `std::int64_t`, `::std::int64_t` and `cuda::std::int64_t` one token `int64_t`, whose span
// covers all of it. Not after `using`, where the name itself is declared.
void join_library_types(std::vector<Token>& tokens);

}  // namespace warplens::lang
