// Sizes of memory as users read them.
#pragma once

#include <cstdint>
#include <string>

namespace warplens::base {

std::string byte_count(uint64_t bytes);  // "640 B", "8 KiB", "2.5 MiB": at most one decimal

}  // namespace warplens::base
