// What of the standard library device code may name. std::int64_t is int64_t: names of integer
// types lose their namespace.
#pragma once

#include <string_view>
#include <vector>

#include "sim/lang/text/token.hpp"

namespace warplens::lang {

// `word` is a type that <cstdint> or <cstddef> declare both with and without std::.
bool is_library_integer(std::string_view word);

// `word` behind std:: is something that device code can use: such a type or a function of CUDA's.
bool is_known_library_name(std::string_view word);

// Makes `std::int64_t`, `::std::int64_t` and `cuda::std::int64_t` one token `int64_t`, whose span
// is all of it. Not behind `using`, where the name itself is declared.
void join_library_types(std::vector<Token>& tokens);

}  // namespace warplens::lang
