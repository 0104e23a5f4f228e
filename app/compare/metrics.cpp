#include "app/compare/metrics.hpp"

#include "kernels/measure/format/kernel_metrics.hpp"

namespace warplens::compare {

std::vector<const char*> metrics_of(measure::Space space, measure::Operation operation,
                                    std::optional<uint64_t> measure::Counts::*part) {
  std::vector<const char*> names;
  for (const measure::KernelMetric& metric : measure::kernel_metrics()) {
    if (metric.space == space && metric.operation == operation && metric.part == part)
      names.push_back(metric.name);
  }
  return names;
}

}  // namespace warplens::compare
