// What a finished run says, as rows that a measurement can be held against: one per (file, line,
// space, operation).
#pragma once

#include <compare>
#include <map>
#include <string>

#include "app/compare/order.hpp"
#include "kernels/measure/format/measurement.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

struct RowKey {
  std::string file;  // "" for the kernel's own text
  uint32_t line = 0;
  measure::Space space = measure::Space::kGlobal;
  measure::Operation operation = measure::Operation::kLoad;
  auto operator<=>(const RowKey&) const = default;
};

struct SimulatedRow {
  measure::Counts counts;
  // Reads of constant memory at this line, which the debug build executes as global loads.
  uint64_t constant_requests = 0, constant_lanes = 0;
  // Requests of accesses that move a vector or a part of a record, of `record_bytes` a lane each
  // (0: not all the same), and the name of the type: what the debug build moves in other pieces.
  uint64_t record_requests = 0, record_lanes = 0;
  uint32_t record_bytes = 0;
  std::string record_type;
  // What decides which lanes come here, or where they go, and may be otherwise on a GPU.
  std::optional<Chance> chance;
  // Loads of 8 or 16 bytes a lane from shared memory, which SASS metrics count in other wavefronts
  // than the hardware does (tests/data/README.md).
  bool has_wide_loads = false;
  // ldmatrix or stmatrix, which the debug build may do by narrower accesses.
  bool has_matrices = false;
  // The run's device, if its shared memory has other rules than any GPU that can be measured.
  std::string older_device;
  // An atomic of shared memory that is a loop on the hardware.
  bool has_loops = false;
  // A floating constant of the file that the line names; see kept_constant().
  std::string kept_constant;
  // A call here gives a function an object of the toolkit's by value: a cooperative group.
  bool passes_group = false;
};

using SimulatedRows = std::map<RowKey, SimulatedRow>;

// Of the whole grid. `sites_by_chance`: as ordered_by_chance() finds them (order.hpp).
SimulatedRows rows_of(const run::Run& run, const std::map<uint32_t, Chance>& sites_by_chance = {});
// Of the recorded block alone, by the model of the run's device; the run must hold a recording.
SimulatedRows rows_of_recording(const run::Run& run);

// The line of the text, as it is written.
std::string_view line_text(const run::Run& run, const RowKey& key);

// `const float kHalf = 0.5f;` of the file, if the line names one: NVRTC's debug build keeps it in
// memory, where nvcc's has its value in the instruction. Its name, or "".
std::string kept_constant(const run::Run& run, const RowKey& key);

void add(SimulatedRow& to, const SimulatedRow& from);

// Whether a warp can repeat it by itself: no copy, which arrives later, and no matrix.
bool may_be_replayed(const run::Run& run, const trace::AccessHead& access);

// An instruction's place as a key; of no copy, and nothing for constant memory.
RowKey key_of(const run::Run& run, uint32_t site, trace::Space space, trace::Operation operation);

}  // namespace warplens::compare
