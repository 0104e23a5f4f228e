// The SASS metrics that are read, and the meaning of each: one table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/measure/format/measurement.hpp"

namespace warplens::measure::counters {

// kExecuted: executions by warps, for any memory.
enum class Quantity : uint8_t { kRequests, kWavefronts, kSectors, kLines, kLanes, kExecuted };

struct SassMetric {
  const char* name;
  Quantity quantity;
  std::optional<Space> space;  // nothing: of either
  // Nothing: of every operation. An instruction has one operation, which its requests show.
  std::optional<Operation> operation;
};

std::span<const SassMetric> sass_metrics();

// One metric's value at one instruction.
struct SassValue {
  const SassMetric* metric = nullptr;
  uint64_t value = 0;
};

// The counts of one instruction: a row for each (space, op) with requests. A generic instruction
// may have two, because its address decides which memory it accesses, and an asynchronous copy has
// two; then neither has lanes, nor does a row of an instruction that also accessed a thread's own
// memory.
struct SassRow {
  Space space = Space::kGlobal;
  Operation operation = Operation::kLoad;
  Counts counts;
};
std::vector<SassRow> rows_of(const std::vector<SassValue>& values);

}  // namespace warplens::measure::counters
