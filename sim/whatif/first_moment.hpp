// Two recordings of one block, held against each other: where a thread first does or gets something
// else.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "sim/trace/recording.hpp"

namespace warplens::whatif {

// The first access, in the other recording's order, at which a thread accesses another address than
// in the expected one, or gets another value.
struct FirstMoment {
  trace::BlockId block;
  uint32_t warp = 0, lane = 0;
  uint32_t expected_step = 0, step = 0;  // of the recordings
  uint32_t site = 0;                     // in code::Program::sites of the other recording's program
  bool is_elsewhere = false;             // another access or address, else another value
  uint64_t expected = 0, found = 0;      // the values' bits
};

// From a site of the other recording's program to the same one of the expected recording's;
// code::kNoSite: it has none, and is not compared.
using SameSite = std::function<uint32_t(uint32_t site)>;

// None where they do not differ, or have over 500,000 steps. `is_compared`: which sites of the
// expected recording have one in the other.
std::optional<FirstMoment> first_moment(const trace::Recording& expected,
                                        const trace::Recording& found, const SameSite& same_site,
                                        const std::function<bool(uint32_t site)>& is_compared);

}  // namespace warplens::whatif
