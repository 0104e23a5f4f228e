// SASS metrics: CUPTI patches the kernel's instructions so that each counts its own executions.
#include <algorithm>
#include <map>
#include <tuple>

#include "kernels/measure/counters/counters.hpp"
#include "kernels/measure/counters/sass_metrics.hpp"
#include "kernels/measure/counters/source_lines.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::counters {
namespace {

using CodeAddress = std::pair<std::string, uint32_t>;  // function and offset
using Values = std::map<CodeAddress, std::vector<SassValue>>;
using Chosen = std::map<uint64_t, const SassMetric*>;  // by CUPTI's number of the metric

Measured<bool> done(const Cupti& cupti, CUptiResult result, Sentence doing) {
  if (result == CUPTI_SUCCESS) return true;
  return base::fail(cupti.problem(result, doing));
}

// Those of the table that this chip has.
Measured<Chosen> choose_metrics(const Cupti& cupti, uint32_t device) {
  CUpti_Profiler_Initialize_Params start{CUpti_Profiler_Initialize_Params_STRUCT_SIZE, nullptr};
  CUptiResult result = cupti.cuptiProfilerInitialize(&start);
  if (result != CUPTI_SUCCESS) return base::fail(cupti.problem(result, sentence("starting")));
  CUpti_Device_GetChipName_Params chip{CUpti_Device_GetChipName_Params_STRUCT_SIZE, nullptr, device,
                                       nullptr};
  result = cupti.cuptiDeviceGetChipName(&chip);
  if (result != CUPTI_SUCCESS)
    return base::fail(cupti.problem(result, sentence("querying the chip's name")));
  CUpti_SassMetrics_GetNumOfMetrics_Params number{};
  number.structSize = CUpti_SassMetrics_GetNumOfMetrics_Params_STRUCT_SIZE;
  number.pChipName = chip.pChipName;
  result = cupti.cuptiSassMetricsGetNumOfMetrics(&number);
  if (result != CUPTI_SUCCESS)
    return base::fail(cupti.problem(result, sentence("listing its counters")));
  std::vector<CUpti_SassMetrics_MetricDetails> all(number.numOfMetrics);
  CUpti_SassMetrics_GetMetrics_Params list{};
  list.structSize = CUpti_SassMetrics_GetMetrics_Params_STRUCT_SIZE;
  list.pChipName = chip.pChipName;
  list.numOfMetrics = all.size();
  list.pMetricsList = all.data();
  result = cupti.cuptiSassMetricsGetMetrics(&list);
  if (result != CUPTI_SUCCESS)
    return base::fail(cupti.problem(result, sentence("listing its counters")));

  Chosen chosen;
  for (const CUpti_SassMetrics_MetricDetails& each : all) {
    for (const SassMetric& wanted : sass_metrics()) {
      if (each.pMetricName == std::string(wanted.name)) chosen[each.metricId] = &wanted;
    }
  }
  if (!chosen.empty()) return chosen;
  return base::fail(Problem{ProblemKind::kNoCounters,
                            say("CUPTI has no counters by instruction for this GPU; they need one "
                                "of compute capability 7.0 or newer")});
}

// Metrics set for the device, and on for the context, until the end of the object.
class Patching {
 public:
  Patching(const Cupti& cupti, const cuda::Driver& driver) : cupti_(cupti), driver_(driver) {}
  Patching(const Patching&) = delete;
  Patching& operator=(const Patching&) = delete;
  ~Patching() {
    if (is_enabled_) {
      CUpti_SassMetricsDisable_Params off{};
      off.structSize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE;
      off.ctx = driver_.context;
      cupti_.cuptiSassMetricsDisable(&off);
    }
    if (is_set_) {
      CUpti_SassMetricsUnsetConfig_Params unset{};
      unset.structSize = CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE;
      unset.deviceIndex = static_cast<uint32_t>(driver_.device);
      cupti_.cuptiSassMetricsUnsetConfig(&unset);
    }
  }

  Measured<bool> start(const Chosen& metrics) {
    std::vector<CUpti_SassMetrics_Config> configs;
    for (const auto& [id, metric] : metrics) {
      configs.push_back({id, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU});
    }
    CUpti_SassMetricsSetConfig_Params set{};
    set.structSize = CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE;
    set.numOfMetricConfig = configs.size();
    set.pConfigs = configs.data();
    set.deviceIndex = static_cast<uint32_t>(driver_.device);
    CUptiResult result = cupti_.cuptiSassMetricsSetConfig(&set);
    if (result != CUPTI_SUCCESS) return done(cupti_, result, sentence("choosing counters"));
    is_set_ = true;
    CUpti_SassMetricsEnable_Params on{};
    on.structSize = CUpti_SassMetricsEnable_Params_STRUCT_SIZE;
    on.ctx = driver_.context;
    on.enableLazyPatching = 1;  // only what is launched
    result = cupti_.cuptiSassMetricsEnable(&on);
    is_enabled_ = result == CUPTI_SUCCESS;
    return done(cupti_, result, sentence("switching its counters on"));
  }

  // The counts. Call once: CUPTI returns them once.
  Measured<bool> read(const Chosen& metrics, Values& into) const {
    CUpti_SassMetricsGetDataProperties_Params size{};
    size.structSize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE;
    size.ctx = driver_.context;
    CUptiResult result = cupti_.cuptiSassMetricsGetDataProperties(&size);
    if (result != CUPTI_SUCCESS)
      return done(cupti_, result, sentence("querying how much it counted"));
    if (size.numOfPatchedInstructionRecords == 0 || size.numOfInstances == 0) return true;

    // An instance is one value of one metric.
    const size_t width = std::max(size.numOfInstances, metrics.size());
    std::vector<CUpti_SassMetrics_InstanceValue> values(size.numOfPatchedInstructionRecords *
                                                        width);
    std::vector<CUpti_SassMetrics_Data> records(size.numOfPatchedInstructionRecords);
    for (size_t i = 0; i < records.size(); ++i) {
      records[i].structSize = sizeof(CUpti_SassMetrics_Data);
      records[i].pInstanceValues = &values[i * width];
    }
    CUpti_SassMetricsFlushData_Params flush{};
    flush.structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
    flush.ctx = driver_.context;
    flush.numOfPatchedInstructionRecords = records.size();
    flush.numOfInstances = size.numOfInstances;
    flush.pMetricsData = records.data();
    result = cupti_.cuptiSassMetricsFlushData(&flush);
    if (result != CUPTI_SUCCESS) return done(cupti_, result, sentence("reading its counters"));
    for (const CUpti_SassMetrics_Data& record : records) {
      if (!record.functionName) continue;
      std::vector<SassValue>& place = into[{record.functionName, record.pcOffset}];
      for (size_t i = 0; i < size.numOfInstances; ++i) {
        const auto metric = metrics.find(record.pInstanceValues[i].metricId);
        if (metric != metrics.end()) {
          place.push_back({metric->second, record.pInstanceValues[i].value});
        }
      }
    }
    return true;
  }

 private:
  const Cupti& cupti_;
  const cuda::Driver& driver_;
  bool is_set_ = false, is_enabled_ = false;
};

std::vector<InstructionCount> instructions_of(const Cupti& cupti, const std::vector<char>* cubin,
                                              const Values& values) {
  std::vector<InstructionCount> result;
  for (const auto& [place, at_place] : values) {
    for (const SassRow& row : rows_of(at_place)) {
      const SourceLine source =
          cubin ? source_line(cupti, *cubin, place.first, place.second) : SourceLine{};
      result.push_back({place.first, place.second, source.file, source.line, row.space,
                        row.operation, row.counts});
    }
  }
  return result;
}

}  // namespace

Measured<std::vector<InstructionCount>> count_instructions(const Cupti& cupti,
                                                           const cuda::DriverPointer& driver,
                                                           const std::vector<char>* cubin,
                                                           const LaunchKernel& run) {
  const Measured<Chosen> metrics = choose_metrics(cupti, static_cast<uint32_t>(driver->device));
  if (!metrics) return base::fail(metrics.error());
  Patching patching(cupti, *driver);
  if (const Measured<bool> on = patching.start(*metrics); !on) return base::fail(on.error());
  if (const Measured<bool> ran = run(); !ran) return base::fail(ran.error());
  Values values;
  const Measured<bool> read = patching.read(*metrics, values);
  if (!read) return base::fail(read.error());
  return instructions_of(cupti, cubin, values);
}

}  // namespace warplens::measure::counters
