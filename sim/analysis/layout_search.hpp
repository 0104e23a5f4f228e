// Layouts of a shared array under which the accesses that were recorded have no bank conflict:
// every padding, every swizzle and the other order, each tried on all of them.
#pragma once

#include <optional>
#include <vector>

#include "sim/analysis/layout_override.hpp"
#include "sim/analysis/memory_layout.hpp"
#include "sim/code/program.hpp"
#include "sim/model/device.hpp"
#include "sim/trace/recording.hpp"

namespace warplens::analysis {

struct ConflictFree {
  std::optional<ArrayLayout> padded;    // with the least padding, up to kMostPadding units
  std::optional<ArrayLayout> swizzled;  // with the smallest shift, then the fewest bits
  std::optional<ArrayLayout> turned;    // by columns
};
inline constexpr uint64_t kMostPadding = 32;

// The array as the text has it; nothing where it is no array of rows, or where an access is not
// aligned to what it takes, so that no layout would keep it together.
std::optional<ArrayLayout> layout_of(const ArrayInfo& array, uint32_t most_bytes_a_lane);

// `steps` of the recording access only this array and in bounds.
ConflictFree find_conflict_free(const ArrayLayout& array, const trace::Recording& recording,
                                const std::vector<uint32_t>& steps, const code::Program& program,
                                const model::Device& device);

}  // namespace warplens::analysis
