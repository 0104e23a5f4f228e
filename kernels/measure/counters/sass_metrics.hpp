// Which SASS metrics are read, and what each says: one table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/measure/record/measurement.hpp"

namespace warplens::measure::counters {

// kExecuted: by warps, whatever memory was reached.
enum class Quantity : uint8_t { kRequests, kWavefronts, kSectors, kLines, kLanes, kExecuted };

struct SassMetric {
  const char* name;
  Quantity quantity;
  std::optional<Space> space;  // nothing: of either
  // Nothing: of every operation. An instruction does one operation only, which its requests tell.
  std::optional<Operation> operation;
};

std::span<const SassMetric> sass_metrics();

// One metric's value at one instruction.
struct SassValue {
  const SassMetric* metric = nullptr;
  uint64_t value = 0;
};

// What the values at one instruction say: a row for each (space, op) with requests. A generic
// instruction may have two, as its address decides which memory it reaches; then neither has lanes,
// nor has one that also reached a thread's own memory.
struct SassRow {
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  Counts counts;
};
std::vector<SassRow> rows_of(const std::vector<SassValue>& values);

}  // namespace warplens::measure::counters
