// The Range Profiler: a launch is a range, which CUPTI repeats as often as the counters need
// passes, restoring memory itself (kernel replay).
#include <algorithm>
#include <cmath>
#include <set>

#include "kernels/measure/counters/counters.hpp"
#include "kernels/measure/format/kernel_metrics.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::counters {
namespace {

using enum Space;

// The host part of the profiler: which counters there are, their schedule, the meaning of the
// bytes.
class Host {
 public:
  explicit Host(const Cupti& cupti) : cupti_(cupti) {}
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  ~Host() {
    if (!object_) return;
    CUpti_Profiler_Host_Deinitialize_Params end{};
    end.structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE;
    end.pHostObject = object_;
    cupti_.cuptiProfilerHostDeinitialize(&end);
  }

  // Takes those of the table that the chip has; answers CUPTI's result.
  CUptiResult start(const char* chip) {
    CUpti_Profiler_Host_Initialize_Params start{};
    start.structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE;
    start.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    start.pChipName = chip;
    CUptiResult result = cupti_.cuptiProfilerHostInitialize(&start);
    if (result != CUPTI_SUCCESS) return result;
    object_ = start.pHostObject;
    CUpti_Profiler_Host_GetBaseMetrics_Params base{};
    base.structSize = CUpti_Profiler_Host_GetBaseMetrics_Params_STRUCT_SIZE;
    base.pHostObject = object_;
    base.metricType = CUPTI_METRIC_TYPE_COUNTER;
    result = cupti_.cuptiProfilerHostGetBaseMetrics(&base);
    if (result != CUPTI_SUCCESS) return result;
    std::set<std::string> known;
    for (size_t i = 0; i < base.numMetrics; ++i) known.insert(base.ppMetricNames[i]);
    for (const KernelMetric& metric : kernel_metrics()) {
      const std::string name = metric.name;
      if (known.count(name.substr(0, name.rfind('.'))) == 0) continue;
      metrics_.push_back(&metric);
      names_.push_back(metric.name);
    }
    if (metrics_.empty()) return CUPTI_ERROR_NOT_SUPPORTED;
    CUpti_Profiler_Host_ConfigAddMetrics_Params add{};
    add.structSize = CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE;
    add.pHostObject = object_;
    add.ppMetricNames = names_.data();
    add.numMetrics = names_.size();
    return cupti_.cuptiProfilerHostConfigAddMetrics(&add);
  }

  CUptiResult config(std::vector<uint8_t>& image) const {
    CUpti_Profiler_Host_GetConfigImageSize_Params size{};
    size.structSize = CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE;
    size.pHostObject = object_;
    const CUptiResult result = cupti_.cuptiProfilerHostGetConfigImageSize(&size);
    if (result != CUPTI_SUCCESS) return result;
    image.resize(size.configImageSize);
    CUpti_Profiler_Host_GetConfigImage_Params get{};
    get.structSize = CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE;
    get.pHostObject = object_;
    get.configImageSize = image.size();
    get.pConfigImage = image.data();
    return cupti_.cuptiProfilerHostGetConfigImage(&get);
  }

  CUptiResult rows(const std::vector<uint8_t>& data, std::vector<LineCounts>& into) const {
    std::vector<double> values(metrics_.size());
    CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluate{};
    evaluate.structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE;
    evaluate.pHostObject = object_;
    evaluate.pCounterDataImage = data.data();
    evaluate.counterDataImageSize = data.size();
    evaluate.rangeIndex = 0;
    evaluate.ppMetricNames = const_cast<const char**>(names_.data());
    evaluate.numMetrics = names_.size();
    evaluate.pMetricValues = values.data();
    const CUptiResult result = cupti_.cuptiProfilerHostEvaluateToGpuValues(&evaluate);
    if (result != CUPTI_SUCCESS) return result;
    // No number: the range was not counted.
    if (std::any_of(values.begin(), values.end(), [](double each) { return std::isnan(each); })) {
      return CUPTI_ERROR_INVALID_METRIC_VALUE;
    }
    for (const Space space : {kShared, kGlobal}) {
      for (const Operation operation : kOperations) {
        LineCounts row;
        row.space = space;
        row.operation = operation;
        bool is_used = false;
        for (size_t i = 0; i < metrics_.size(); ++i) {
          if (metrics_[i]->space != space || metrics_[i]->operation != operation) continue;
          std::optional<uint64_t>& part = row.counts.*metrics_[i]->part;
          part = part.value_or(0) + static_cast<uint64_t>(std::llround(values[i]));
          is_used |= values[i] != 0;
        }
        if (is_used) into.push_back(row);
      }
    }
    return CUPTI_SUCCESS;
  }

  std::vector<const char*>& names() { return names_; }

 private:
  const Cupti& cupti_;
  CUpti_Profiler_Host_Object* object_ = nullptr;
  std::vector<const KernelMetric*> metrics_;
  std::vector<const char*> names_;
};

// The target part, enabled for the context as long as the object exists.
class Target {
 public:
  explicit Target(const Cupti& cupti) : cupti_(cupti) {}
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;
  ~Target() {
    if (!object_) return;
    CUpti_RangeProfiler_Disable_Params off{};
    off.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE;
    off.pRangeProfilerObject = object_;
    cupti_.cuptiRangeProfilerDisable(&off);
  }

  CUptiResult enable(CUcontext context) {
    CUpti_RangeProfiler_Enable_Params on{};
    on.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE;
    on.ctx = context;
    const CUptiResult result = cupti_.cuptiRangeProfilerEnable(&on);
    if (result == CUPTI_SUCCESS) object_ = on.pRangeProfilerObject;
    return result;
  }

  // Sets `data` up for one launch.
  CUptiResult prepare(Host& host, const std::vector<uint8_t>& config, std::vector<uint8_t>& data) {
    CUpti_RangeProfiler_GetCounterDataSize_Params size{};
    size.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE;
    size.pRangeProfilerObject = object_;
    size.pMetricNames = host.names().data();
    size.numMetrics = host.names().size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    CUptiResult result = cupti_.cuptiRangeProfilerGetCounterDataSize(&size);
    if (result != CUPTI_SUCCESS) return result;
    data.resize(size.counterDataSize);
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params clear{};
    clear.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE;
    clear.pRangeProfilerObject = object_;
    clear.counterDataSize = data.size();
    clear.pCounterData = data.data();
    result = cupti_.cuptiRangeProfilerCounterDataImageInitialize(&clear);
    if (result != CUPTI_SUCCESS) return result;
    CUpti_RangeProfiler_SetConfig_Params set{};
    set.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE;
    set.pRangeProfilerObject = object_;
    set.configSize = config.size();
    set.pConfig = config.data();
    set.counterDataImageSize = data.size();
    set.pCounterDataImage = data.data();
    set.range = CUPTI_AutoRange;
    set.replayMode = CUPTI_KernelReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.passIndex = 0;
    set.targetNestingLevel = 1;
    return cupti_.cuptiRangeProfilerSetConfig(&set);
  }

  CUptiResult start() {
    CUpti_RangeProfiler_Start_Params start{};
    start.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE;
    start.pRangeProfilerObject = object_;
    return cupti_.cuptiRangeProfilerStart(&start);
  }

  CUptiResult stop() {
    CUpti_RangeProfiler_Stop_Params stop{};
    stop.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE;
    stop.pRangeProfilerObject = object_;
    const CUptiResult result = cupti_.cuptiRangeProfilerStop(&stop);
    if (result != CUPTI_SUCCESS) return result;
    CUpti_RangeProfiler_DecodeData_Params decode{};
    decode.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE;
    decode.pRangeProfilerObject = object_;
    return cupti_.cuptiRangeProfilerDecodeData(&decode);
  }

 private:
  const Cupti& cupti_;
  CUpti_RangeProfiler_Object* object_ = nullptr;
};

}  // namespace

Measured<std::vector<LineCounts>> count_kernel(const Cupti& cupti,
                                               const cuda::DriverPointer& driver,
                                               const LaunchKernel& run) {
  const auto failed = [&](CUptiResult result, Sentence doing) {
    return base::fail(cupti.problem(result, doing));
  };
  CUpti_Profiler_Initialize_Params start{CUpti_Profiler_Initialize_Params_STRUCT_SIZE, nullptr};
  CUptiResult result = cupti.cuptiProfilerInitialize(&start);
  if (result != CUPTI_SUCCESS) return failed(result, sentence("starting"));
  CUpti_Device_GetChipName_Params chip{CUpti_Device_GetChipName_Params_STRUCT_SIZE, nullptr,
                                       static_cast<size_t>(driver->device), nullptr};
  result = cupti.cuptiDeviceGetChipName(&chip);
  if (result != CUPTI_SUCCESS) return failed(result, sentence("querying the chip's name"));

  Host host(cupti);
  result = host.start(chip.pChipName);
  if (result != CUPTI_SUCCESS) return failed(result, sentence("listing its counters"));
  std::vector<uint8_t> config, data;
  result = host.config(config);
  if (result != CUPTI_SUCCESS) return failed(result, sentence("scheduling its counters"));
  {
    Target target(cupti);
    result = target.enable(driver->context);
    if (result != CUPTI_SUCCESS) return failed(result, sentence("switching its counters on"));
    result = target.prepare(host, config, data);
    if (result == CUPTI_SUCCESS) result = target.start();
    if (result != CUPTI_SUCCESS) return failed(result, sentence("choosing counters"));
    if (const Measured<bool> ran = run(); !ran) return base::fail(ran.error());
    result = target.stop();
    if (result != CUPTI_SUCCESS) return failed(result, sentence("reading its counters"));
  }
  std::vector<LineCounts> rows;
  result = host.rows(data, rows);
  if (result != CUPTI_SUCCESS) return failed(result, sentence("working out its counts"));
  return rows;
}

}  // namespace warplens::measure::counters
