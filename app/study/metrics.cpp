#include "app/study/metrics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "app/compare/metrics.hpp"
#include "app/study/words.hpp"

namespace warplens::study {
namespace {

using observe::AccessKind;

struct CountMetric {
  Measure measure;
  AccessKind kind;
  const char* name;
};

// Beside those that are measured. On an H200 `data_bytes` are the distinct bytes of each request.
constexpr CountMetric kOfShared[] = {
    {Measure::kConflicts, AccessKind::kLoad,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"},
    {Measure::kConflicts, AccessKind::kStore,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"},
    {Measure::kConflicts, AccessKind::kAtomic,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum"},
    // By instruction: the memory's own counters have matrices with loads and stores.
    {Measure::kRequests, AccessKind::kLdmatrix, "smsp__sass_inst_executed_op_ldsm.sum"},
    {Measure::kWavefronts, AccessKind::kLdmatrix,
     "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldsm.sum"},
    {Measure::kConflicts, AccessKind::kLdmatrix,
     "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_ldsm.sum"},
    {Measure::kRequests, AccessKind::kStmatrix, "smsp__sass_inst_executed_op_shared_stsm.sum"},
    {Measure::kWavefronts, AccessKind::kStmatrix,
     "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm.sum"},
    {Measure::kConflicts, AccessKind::kStmatrix,
     "smsp__sass_l1tex_data_bank_conflicts_pipe_lsu_mem_shared_op_stsm.sum"},
    {Measure::kRequests, AccessKind::kCpAsync, "smsp__sass_inst_executed_op_ldgsts.sum"},
    {Measure::kWavefronts, AccessKind::kCpAsync,
     "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"},
    {Measure::kConflicts, AccessKind::kCpAsync,
     "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts.sum"},
};
constexpr CountMetric kOfGlobal[] = {
    {Measure::kRequests, AccessKind::kCpAsync, "smsp__sass_inst_executed_op_ldgsts.sum"},
    {Measure::kSectors, AccessKind::kCpAsync,
     "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum"},
    {Measure::kRequests, AccessKind::kBulk, "smsp__inst_executed_op_tma_ld.sum"},
    {Measure::kRequests, AccessKind::kBulk, "smsp__inst_executed_op_tma_st.sum"},
    {Measure::kSectors, AccessKind::kBulk,
     "l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"},
    {Measure::kSectors, AccessKind::kBulk, "l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum"},
    {Measure::kSectorsARequest, AccessKind::kLoad,
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"},
    {Measure::kSectorsARequest, AccessKind::kStore,
     "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"},
    {Measure::kBytesUsed, AccessKind::kLoad, "smsp__sass_data_bytes_mem_global_op_ld.sum"},
    {Measure::kBytesUsed, AccessKind::kStore, "smsp__sass_data_bytes_mem_global_op_st.sum"},
    {Measure::kBytesUsed, AccessKind::kAtomic, "smsp__sass_data_bytes_mem_global_op_atom.sum"},
    {Measure::kBytesUsed, AccessKind::kAtomic, "smsp__sass_data_bytes_mem_global_op_red.sum"},
    {Measure::kBytesMoved, AccessKind::kLoad, "l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum"},
    {Measure::kBytesMoved, AccessKind::kStore, "l1tex__t_bytes_pipe_lsu_mem_global_op_st.sum"},
    {Measure::kBytesMoved, AccessKind::kAtomic, "l1tex__t_bytes_pipe_lsu_mem_global_op_atom.sum"},
    {Measure::kBytesMoved, AccessKind::kAtomic, "l1tex__t_bytes_pipe_lsu_mem_global_op_red.sum"},
    {Measure::kEfficiency, AccessKind::kLoad,
     "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"},
    {Measure::kEfficiency, AccessKind::kStore,
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

// Of those that are measured; nothing for what is counted by instruction alone.
std::optional<measure::Operation> measured_as(AccessKind kind) {
  switch (kind) {
    case AccessKind::kLoad:
      return measure::Operation::kLoad;
    case AccessKind::kStore:
      return measure::Operation::kStore;
    case AccessKind::kAtomic:
      return measure::Operation::kAtomic;
    case AccessKind::kLdmatrix:
    case AccessKind::kStmatrix:
    case AccessKind::kCpAsync:
    case AccessKind::kBulk:
      break;
  }
  return std::nullopt;
}

std::vector<const char*> names_of(trace::Space space, AccessKind kind, Measure measure) {
  const auto operation = measured_as(kind);
  const auto part = part_of(measure);
  if (operation && part) return compare::metrics_of(space, *operation, part);
  std::vector<const char*> names;
  const auto add = [&](const CountMetric& one) {
    if (one.measure == measure && one.kind == kind) names.push_back(one.name);
  };
  if (space == trace::Space::kShared) {
    for (const CountMetric& one : kOfShared) add(one);
  } else if (space == trace::Space::kGlobal) {
    for (const CountMetric& one : kOfGlobal) add(one);
  }
  return names;
}

}  // namespace

std::string metric_of(trace::Space space, AccessKind kind, Measure measure) {
  return fmt::format("{}", fmt::join(names_of(space, kind, measure), " + "));
}

const char* metric_of(Quantity quantity) {
  for (const QuantityMetric& one : kQuantities) {
    if (one.quantity == quantity) return one.name;
  }
  return "";
}

std::string with_metric(std::string words, trace::Space space, AccessKind kind, Measure measure) {
  const std::string metric = metric_of(space, kind, measure);
  if (metric.empty()) return words;
  return std::move(words) + "\n" +
         say("Nsight Compute, {operation}: {metric}", "operation"_a = label(name_of(kind)),
             "metric"_a = metric);
}

std::string metric_line(Quantity quantity) {
  return say("Nsight Compute: {metric}", "metric"_a = metric_of(quantity));
}

Section list_metrics() {
  Section all{.key = "metrics"};
  for (const trace::Space space : {trace::Space::kShared, trace::Space::kGlobal}) {
    Section of_space{.key = word(space)};
    for (size_t k = 0; k < base::kAccessKinds; ++k) {
      const auto kind = static_cast<AccessKind>(k);
      Section one{.key = word(kind)};
      for (size_t i = 0; i < kMeasures; ++i) {
        const auto measure = static_cast<Measure>(i);
        const std::string metric = metric_of(space, kind, measure);
        if (word(measure) != nullptr && !metric.empty()) one.fact(word(measure), metric);
      }
      if (!one.parts.empty()) of_space.parts.push_back(std::move(one));
    }
    all.parts.push_back(std::move(of_space));
  }
  return all;
}

}  // namespace warplens::study
