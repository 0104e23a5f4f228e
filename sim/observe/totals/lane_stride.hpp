// How far apart the lanes of an access are.
#pragma once

#include <cstdint>
#include <optional>

#include "sim/trace/recording.hpp"

namespace warplens::observe {

// The distance of neighbouring lanes, where it is the same for all and at least two are active.
// [bytes]
std::optional<int64_t> lane_stride(const trace::Access& access);

}  // namespace warplens::observe
