// Numbers as people read them.
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/byte_count.hpp"
#include "sim/base/grouped.hpp"
#include "sim/trace/event.hpp"

namespace warplens::study {

using base::byte_count;
using base::grouped;

std::string percent(uint64_t part, uint64_t whole);  // "12.5%", "100%"; "-" of nothing
std::string ratio(uint64_t part,
                  uint64_t whole);  // "2", "4.25": at most two decimals; "-" of nothing

// "(1, 2)", with z "(1, 2, 3)".
std::string block_text(trace::BlockId block, bool has_depth);

}  // namespace warplens::study
