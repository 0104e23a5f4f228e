#include "app/study/metrics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "app/compare/metrics.hpp"
#include "app/study/words.hpp"

namespace warplens::study {
namespace {

using trace::Operation;

struct CountMetric {
  Measure measure;
  trace::Operation operation;
  const char* name;
};

// Beside those that are measured. On an H200 `data_bytes` are the distinct bytes of each request.
constexpr CountMetric kOfShared[] = {
    {Measure::kConflicts, Operation::kLoad,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {Measure::kConflicts, Operation::kStore,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {Measure::kConflicts, Operation::kAtomic,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
};
constexpr CountMetric kOfGlobal[] = {
    {Measure::kSectorsARequest, Operation::kLoad,
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"},
    {Measure::kSectorsARequest, Operation::kStore,
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"},
    {Measure::kBytesUsed, Operation::kLoad, "smsp__sass_data_bytes_mem_global_op_ld.sum"},
    {Measure::kBytesUsed, Operation::kStore, "smsp__sass_data_bytes_mem_global_op_st.sum"},
    {Measure::kBytesUsed, Operation::kAtomic, "smsp__sass_data_bytes_mem_global_op_atom.sum"},
    {Measure::kBytesUsed, Operation::kAtomic, "smsp__sass_data_bytes_mem_global_op_red.sum"},
    {Measure::kBytesMoved, Operation::kLoad, "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum"},
    {Measure::kBytesMoved, Operation::kStore, "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum"},
    {Measure::kBytesMoved, Operation::kAtomic, "l1tex__t_bytes_pipe_lsu_mem_global_op_atom.sum"},
    {Measure::kBytesMoved, Operation::kAtomic, "l1tex__t_bytes_pipe_lsu_mem_global_op_red.sum"},
    {Measure::kEfficiency, Operation::kLoad,
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"},
    {Measure::kEfficiency, Operation::kStore,
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"},
};

struct QuantityMetric {
  Quantity quantity;
  const char* name;
};

constexpr QuantityMetric kQuantities[] = {
    {Quantity::kActiveThreads, "smsp__thread_inst_executed_per_inst_executed.ratio"},
    {Quantity::kDivergentBranches, "smsp__sass_branch_targets_threads_divergent.sum"},
    {Quantity::kL1Requested, "l1tex__t_bytes.sum"},
    {Quantity::kL2ToL1, "lts__t_sectors_srcunit_tex.sum"},
    {Quantity::kDramToL2, "dram__bytes.sum"},
    {Quantity::kTheoreticalOccupancy, "sm__maximum_warps_per_active_cycle_pct"},
    {Quantity::kSelected, "smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"},
    {Quantity::kNotSelected,
     "smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio"},
    {Quantity::kScoreboard,
     "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio + "
     "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"},
    {Quantity::kFixedLatency, "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"},
    {Quantity::kThrottle,
     "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio + "
     "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"},
    {Quantity::kBarrier, "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"},
};

// Of the counts that are measured.
std::optional<uint64_t> measure::Counts::*part_of(Measure of) {
  switch (of) {
    case Measure::kRequests:
      return &measure::Counts::requests;
    case Measure::kWavefronts:
      return &measure::Counts::wavefronts;
    case Measure::kSectors:
      return &measure::Counts::sectors;
    case Measure::kLines:
      return &measure::Counts::lines;
    default:
      return nullptr;
  }
}

std::vector<const char*> names_of(trace::Space space, trace::Operation operation, Measure measure) {
  if (const auto part = part_of(measure)) return compare::metrics_of(space, operation, part);
  std::vector<const char*> names;
  const auto add = [&](const CountMetric& one) {
    if (one.measure == measure && one.operation == operation) names.push_back(one.name);
  };
  if (space == trace::Space::kShared) {
    for (const CountMetric& one : kOfShared) add(one);
  } else if (space == trace::Space::kGlobal) {
    for (const CountMetric& one : kOfGlobal) add(one);
  }
  return names;
}

}  // namespace

std::string metric_of(trace::Space space, trace::Operation operation, Measure measure) {
  return fmt::format("{}", fmt::join(names_of(space, operation, measure), " + "));
}

const char* metric_of(Quantity quantity) {
  for (const QuantityMetric& one : kQuantities) {
    if (one.quantity == quantity) return one.name;
  }
  return "";
}

std::string with_metric(std::string words, trace::Space space, trace::Operation operation,
                        Measure measure) {
  const std::string metric = metric_of(space, operation, measure);
  if (metric.empty()) return words;
  return std::move(words) + "\n" +
         say("Nsight Compute, {operation}: {metric}", "operation"_a = label(name_of(operation)),
             "metric"_a = metric);
}

std::string metric_line(Quantity quantity) {
  return say("Nsight Compute: {metric}", "metric"_a = metric_of(quantity));
}

Section list_metrics() {
  Section all{.key = "metrics"};
  for (const trace::Space space : {trace::Space::kShared, trace::Space::kGlobal}) {
    Section of_space{.key = word(space)};
    for (const trace::Operation operation :
         {Operation::kLoad, Operation::kStore, Operation::kAtomic}) {
      Section one{.key = word(operation)};
      for (size_t i = 0; i < kMeasures; ++i) {
        const auto measure = static_cast<Measure>(i);
        const std::string metric = metric_of(space, operation, measure);
        if (word(measure) != nullptr && !metric.empty()) one.fact(word(measure), metric);
      }
      of_space.parts.push_back(std::move(one));
    }
    all.parts.push_back(std::move(of_space));
  }
  return all;
}

}  // namespace warplens::study
