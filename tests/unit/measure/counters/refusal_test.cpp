// Counters refused, by fakes of CUPTI's functions: the message, and that nothing is launched.
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "kernels/measure/counters/counters.hpp"
#include "kernels/measure/counters/sass_metrics.hpp"
#include "tests/support/skip.hpp"

namespace warplens::measure::counters {
namespace {

CUptiResult refuses(CUpti_SassMetricsSetConfig_Params*) {
  return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
}
CUptiResult refuses_virtual(CUpti_SassMetricsSetConfig_Params*) {
  return CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES;
}
CUptiResult is_broken(CUpti_SassMetricsSetConfig_Params*) {
  return CUPTI_ERROR_NOT_INITIALIZED;
}

// One that has a GPU's first counter and comes as far as switching it on.
Cupti stand_in() {
  Cupti cupti;
  cupti.cuptiProfilerInitialize = [](CUpti_Profiler_Initialize_Params*) { return CUPTI_SUCCESS; };
  cupti.cuptiDeviceGetChipName = [](CUpti_Device_GetChipName_Params* query) {
    query->pChipName = "GH100";
    return CUPTI_SUCCESS;
  };
  cupti.cuptiSassMetricsGetNumOfMetrics = [](CUpti_SassMetrics_GetNumOfMetrics_Params* query) {
    query->numOfMetrics = 1;
    return CUPTI_SUCCESS;
  };
  cupti.cuptiSassMetricsGetMetrics = [](CUpti_SassMetrics_GetMetrics_Params* query) {
    query->pMetricsList[0].metricId = 7;
    query->pMetricsList[0].pMetricName = sass_metrics()[0].name;
    return CUPTI_SUCCESS;
  };
  return cupti;
}

Problem problem_of(const Cupti& cupti) {
  bool has_run = false;
  const LaunchKernel run = [&]() -> Measured<bool> { return has_run = true; };
  const auto counted =
      count_instructions(cupti, std::make_shared<const cuda::Driver>(), nullptr, run);
  REQUIRE_FALSE(counted.ok());
  CHECK_FALSE(has_run);
  return counted.error();
}

bool says(const Problem& problem, const std::string& words) {
  return problem.message.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("counters refused: a missing permission says what to change") {
  Cupti cupti = stand_in();
  cupti.cuptiSassMetricsSetConfig = refuses;
  const Problem refused = problem_of(cupti);
  CHECK(refused.kind == ProblemKind::kPermission);
  CHECK(says(refused, "only administrators"));
  CHECK(says(refused, "NVreg_RestrictProfilingToAdminUsers=0"));
  CHECK_FALSE(says(refused, "\n"));

  cupti.cuptiSassMetricsSetConfig = refuses_virtual;
  const Problem of_a_virtual_gpu = problem_of(cupti);
  CHECK(of_a_virtual_gpu.kind == ProblemKind::kPermission);
  CHECK(says(of_a_virtual_gpu, "virtual"));
}

TEST_CASE("counters refused: those by kernel, too") {
  Cupti cupti = stand_in();
  cupti.cuptiProfilerHostInitialize = [](CUpti_Profiler_Host_Initialize_Params*) {
    return CUPTI_SUCCESS;
  };
  cupti.cuptiProfilerHostDeinitialize = [](CUpti_Profiler_Host_Deinitialize_Params*) {
    return CUPTI_SUCCESS;
  };
  cupti.cuptiProfilerHostGetBaseMetrics = [](CUpti_Profiler_Host_GetBaseMetrics_Params* query) {
    static const char* const names[] = {"smsp__inst_executed_op_shared_ld"};
    query->ppMetricNames = const_cast<const char**>(names);
    query->numMetrics = 1;
    return CUPTI_SUCCESS;
  };
  cupti.cuptiProfilerHostConfigAddMetrics = [](CUpti_Profiler_Host_ConfigAddMetrics_Params*) {
    return CUPTI_SUCCESS;
  };
  cupti.cuptiProfilerHostGetConfigImageSize = [](CUpti_Profiler_Host_GetConfigImageSize_Params*) {
    return CUPTI_SUCCESS;
  };
  cupti.cuptiProfilerHostGetConfigImage = [](CUpti_Profiler_Host_GetConfigImage_Params*) {
    return CUPTI_SUCCESS;
  };
  cupti.cuptiRangeProfilerEnable = [](CUpti_RangeProfiler_Enable_Params*) {
    return CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  };
  bool has_run = false;
  const auto counted = count_kernel(cupti, std::make_shared<const cuda::Driver>(),
                                    [&]() -> Measured<bool> { return has_run = true; });
  REQUIRE_FALSE(counted.ok());
  CHECK(counted.error().kind == ProblemKind::kPermission);
  CHECK_FALSE(has_run);
}

TEST_CASE("counters refused: another failure is none of permission") {
  Cupti cupti = stand_in();
  cupti.cuptiSassMetricsSetConfig = is_broken;
  const Problem problem = problem_of(cupti);
  CHECK(problem.kind == ProblemKind::kNoCounters);
  CHECK(says(problem, "while choosing counters"));
}

TEST_CASE("counters refused: a GPU that has none of the counters is reported as too old") {
  Cupti cupti = stand_in();
  cupti.cuptiSassMetricsGetMetrics = [](CUpti_SassMetrics_GetMetrics_Params* query) {
    query->pMetricsList[0].pMetricName = "some_other_counter";
    return CUPTI_SUCCESS;
  };
  const Problem problem = problem_of(cupti);
  CHECK(problem.kind == ProblemKind::kNoCounters);
  CHECK(says(problem, "7.0 or newer"));
}

TEST_CASE("counters refused: the environment injects it where CUPTI is opened") {
  ::setenv("WARPLENS_REFUSE_COUNTERS", "1", 1);
  const auto refusing = Cupti::open();
  ::unsetenv("WARPLENS_REFUSE_COUNTERS");
  if (!refusing) CHECK(says(refusing.error(), "; "));
  WARPLENS_NEEDS(refusing.ok(), "CUPTI is not installed");
  CHECK((*refusing).cuptiSassMetricsSetConfig(nullptr) == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
  CHECK((*refusing).cuptiRangeProfilerEnable(nullptr) == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
}

}  // namespace warplens::measure::counters
