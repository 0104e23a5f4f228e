// Work that is cut into slices (slice.hpp) and ends in results or in errors of the user's: what a
// job does beside the frame, whoever starts it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <utility>

#include "sim/base/diagnostic.hpp"
#include "sim/base/slice.hpp"

namespace warplens::base {

// A part at a time; nothing while more of it is left. It ends soon once the slice is cancelled, and
// owns all that it needs.
template <class Results>
using SlicedWork = std::function<std::optional<Checked<Results>>(Slice&)>;

// Work that is not cut; it ends soon once `cancelled` is true.
template <class Results>
SlicedWork<Results> at_once(
    std::function<Checked<Results>(const std::atomic<bool>& cancelled)> work) {
  return [work = std::move(work)](Slice& slice) { return std::optional(work(*slice.cancelled())); };
}

// What a part makes that can be continued.
template <class Results, class Part>
std::optional<Checked<Results>> advanced(Part& part, Slice& slice) {
  if (part.advance(slice) == Progress::kMore) return std::nullopt;
  return Checked<Results>(part.take());
}

}  // namespace warplens::base
