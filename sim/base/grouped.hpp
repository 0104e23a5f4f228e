// Large numbers as users read them.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::base {

std::string grouped(uint64_t number);  // "1,048,576"

}  // namespace warplens::base
