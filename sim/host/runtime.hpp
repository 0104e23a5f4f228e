// What the functions of sim/lang/library/provided.def do: each is name_of_(Call&), and returns its
// result's bits. runtime_*.cpp define them, a file for each header.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/host/process.hpp"

namespace warplens::host {

// Null if there is none of that name.
Provided find_provided(std::string_view name);

namespace runtime {

#define WL_PROVIDED(name, prototype) uint64_t name##_(Call& call);
#include "sim/lang/library/provided.def"

}  // namespace runtime

}  // namespace warplens::host
