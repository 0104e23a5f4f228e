// The hardware counters of a whole kernel that are read, and what each counts: one table, for the
// profiler that reads them and for the reports that name them.
#pragma once

#include <optional>
#include <span>

#include "kernels/measure/format/measurement.hpp"

namespace warplens::measure {

struct KernelMetric {
  const char* name;
  Space space;
  Operation operation;
  std::optional<uint64_t> Counts::*part;
  bool is_of_matrices = false;  // which are counted with loads and stores
};

std::span<const KernelMetric> kernel_metrics();

}  // namespace warplens::measure
