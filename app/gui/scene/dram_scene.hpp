// A launch's requests of DRAM as a model serves them: banks with their open rows, step by step, and
// the same requests in other orders.
#pragma once

#include <string>
#include <vector>

#include "app/gui/scene/memory_scene.hpp"
#include "sim/model/dram.hpp"

namespace warplens::scene {

// Of more steps the rest is left out.
inline constexpr size_t kMostDramSteps = 4096;

struct DramTry {
  model::DramKind kind = model::DramKind::kHbm2;
  model::DramOrder order = model::DramOrder::kFifo;
  bool behind_caches = true;  // else every sector that is asked of L1 goes to DRAM
  uint32_t step = 0;          // of the channel shown: so many of its requests are done
  // Whether both are of one plan, whatever its step.
  bool is_like(const DramTry& other) const {
    return kind == other.kind && order == other.order && behind_caches == other.behind_caches;
  }
};

struct DramRow {
  std::string name;  // "in the run's order", "all in one bank"
  model::DramCounts counts;
  bool is_shown = false;  // what the options chose
};

struct DramScene {
  std::string problem;  // "" where there is something to show
  DramTry options;
  model::DramTimings timings;
  uint32_t channel = 0;                // shown: the one with the most requests
  size_t channel_bursts = 0;           // its requests
  std::vector<model::DramStep> steps;  // the first of them
  std::vector<DramRow> rows;
  uint64_t bytes = 0;
  // Of time, bandwidth and what of the bursts lanes asked for; of rows; of the table's orders; of
  // refreshes.
  std::string headline, rows_text, orders_text, refresh, mapping, source, left_out;
};

DramScene dram_scene(const MemoryScene& memory, const model::MemoryStream& stream,
                     const DramTry& options);
// "row 12 was not open: row 3 is written back, 12 activated".
std::string step_text(const model::DramStep& step, const model::DramStep* before_in_bank);

}  // namespace warplens::scene
