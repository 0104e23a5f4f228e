#include "app/compare/metrics.hpp"

#include "kernels/measure/format/kernel_metrics.hpp"

namespace warplens::compare {

std::vector<const char*> metrics_of(measure::Space space, measure::Operation operation,
                                    std::optional<uint64_t> measure::Counts::*part) {
  std::vector<const char*> names;
  for (const measure::KernelMetric& metric : measure::kernel_metrics()) {
    const bool is_it =
        metric.space == space && metric.operation == operation && metric.part == part;
    if (is_it && !metric.is_of_matrices) names.push_back(metric.name);
  }
  return names;
}

}  // namespace warplens::compare
