#include "kernels/measure/counters/sass_metrics.hpp"

namespace warplens::measure::counters {
namespace {

using enum Space;
using enum Operation;
constexpr std::nullopt_t kAny = std::nullopt;

// Chips differ in what they have; a metric that a chip lacks leaves its quantity empty.
constexpr SassMetric kTable[] = {
    {"smsp__sass_inst_executed_op_shared_ld", Quantity::kRequests, kShared, kLoad},
    {"smsp__sass_inst_executed_op_shared_st", Quantity::kRequests, kShared, kStore},
    {"smsp__sass_inst_executed_op_shared_atom", Quantity::kRequests, kShared, kAtomic},
    {"smsp__sass_inst_executed_op_ldsm", Quantity::kRequests, kShared, kLoad},
    {"smsp__sass_inst_executed_op_shared_stsm", Quantity::kRequests, kShared, kStore},
    {"smsp__sass_inst_executed_op_ldgsts", Quantity::kRequests, kAny, kCpAsync},
    {"smsp__sass_inst_executed_op_tma_ld", Quantity::kRequests, kGlobal, kBulk},
    {"smsp__sass_inst_executed_op_tma_st", Quantity::kRequests, kGlobal, kBulk},
    {"smsp__sass_inst_executed_op_tma_red", Quantity::kRequests, kGlobal, kBulk},
    {"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared", Quantity::kWavefronts, kShared, kAny},
    {"smsp__sass_inst_executed_op_global_ld", Quantity::kRequests, kGlobal, kLoad},
    {"smsp__sass_inst_executed_op_global_st", Quantity::kRequests, kGlobal, kStore},
    {"smsp__sass_inst_executed_op_global_atom", Quantity::kRequests, kGlobal, kAtomic},
    {"smsp__sass_inst_executed_op_global_red", Quantity::kRequests, kGlobal, kAtomic},
    {"smsp__sass_sectors_mem_global", Quantity::kSectors, kGlobal, kAny},
    {"smsp__sass_l1tex_tags_mem_global", Quantity::kLines, kGlobal, kAny},
    {"smsp__sass_thread_inst_executed_pred_on", Quantity::kLanes, kAny, kAny},
    {"smsp__sass_inst_executed", Quantity::kExecuted, kAny, kAny},
};

// A row's count of a quantity; null: it has none.
std::optional<uint64_t>* part(Counts& counts, Quantity quantity) {
  switch (quantity) {
    case Quantity::kRequests:
      return &counts.requests;
    case Quantity::kWavefronts:
      return &counts.wavefronts;
    case Quantity::kSectors:
      return &counts.sectors;
    case Quantity::kLines:
      return &counts.lines;
    case Quantity::kLanes:
      return &counts.lanes;
    case Quantity::kExecuted:
      break;
  }
  return nullptr;
}

uint64_t executed(const std::vector<SassValue>& values) {
  uint64_t sum = 0;
  for (const SassValue& each : values) {
    if (each.metric->quantity == Quantity::kExecuted) sum += each.value;
  }
  return sum;
}

}  // namespace

std::span<const SassMetric> sass_metrics() {
  return kTable;
}

std::vector<SassRow> rows_of(const std::vector<SassValue>& values) {
  std::vector<SassRow> rows;
  for (const Space space : {kShared, kGlobal}) {
    for (const Operation operation : kOperations) {
      SassRow row{space, operation, {}};
      for (const SassValue& each : values) {
        if (each.metric->space.value_or(space) != space) continue;
        if (each.metric->operation.value_or(operation) != operation) continue;
        if (std::optional<uint64_t>* sum = part(row.counts, each.metric->quantity))
          *sum = sum->value_or(0) + each.value;
      }
      // No metric of an instruction sees what a bulk copy moves.
      if (operation == kBulk) row.counts.sectors = row.counts.lines = std::nullopt;
      if (row.counts.requests.value_or(0) > 0) rows.push_back(row);
    }
  }
  for (SassRow& row : rows) {
    if (rows.size() > 1 || row.counts.requests != executed(values)) row.counts.lanes = std::nullopt;
  }
  return rows;
}

}  // namespace warplens::measure::counters
