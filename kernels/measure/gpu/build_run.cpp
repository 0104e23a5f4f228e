#include "kernels/measure/gpu/build_run.hpp"

#include <cstring>
#include <limits>
#include <set>

#include "kernels/measure/counters/counters.hpp"
#include "kernels/measure/gpu/by_line.hpp"
#include "kernels/measure/timing/timing.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

bool wants(const Job& job, Method method) {
  return job.method.value_or(method) == method;
}

// A kernel's errors end the job; refused counters do not.
bool is_refusal(const Problem& problem) {
  return problem.kind == ProblemKind::kNoCounters || problem.kind == ProblemKind::kPermission;
}

// For a recursion, whose depth is unknown. All threads that the GPU can hold get so much: about 4
// GiB in all on the largest GPUs. If that is refused, the kernel may still work with the default.
void give_stack(const cuda::Driver& driver) {
  constexpr size_t kStack = size_t{16} << 10;  // [bytes]
  size_t now = 0;
  driver.cu.cuCtxGetLimit(&now, CU_LIMIT_STACK_SIZE);
  if (now < kStack) driver.cu.cuCtxSetLimit(CU_LIMIT_STACK_SIZE, kStack);
}

cuda::LaunchShape shape_of(const JobLaunch& launch) {
  const uint64_t shared = std::min<uint64_t>(launch.shared_bytes, std::numeric_limits<int>::max());
  return {{launch.grid.x, launch.grid.y, launch.grid.z},
          {launch.block.x, launch.block.y, launch.block.z},
          static_cast<uint32_t>(shared)};
}

}  // namespace

CompileRequest compile_request(const Job& job, Build build, const cuda::Driver& driver) {
  std::set<std::string> names;
  for (const JobLaunch& launch : job.launches) names.insert(launch.kernel);
  for (const JobArray& array : job.arrays) {
    if (array.is_variable) names.insert(variable_expression(array));
  }
  CompileRequest request;
  request.file_name = job.file_name;
  request.text = job.text;
  request.headers = job.headers;
  request.defines = job.defines;
  request.names.assign(names.begin(), names.end());
  request.build = build;
  request.compute_major = static_cast<uint32_t>(driver.compute_major);
  request.compute_minor = static_cast<uint32_t>(driver.compute_minor);
  return request;
}

Measured<BuildRun> BuildRun::load(const cuda::DriverPointer& driver, const Job& job,
                                  const Compiled& compiled, JobMemory& memory) {
  BuildRun result;
  result.driver_ = driver;
  result.job_ = &job;
  result.compiled_ = &compiled;
  result.memory_ = &memory;
  if (compiled.has_unknown_stack) give_stack(*driver);
  Measured<cuda::Module> module = cuda::Module::load(driver, compiled.cubin);
  if (!module) return base::fail(module.error());
  result.module_ = std::move(*module);
  const Measured<bool> placed = memory.use_variables(result.module_, compiled.lowered);
  if (!placed) return base::fail(placed.error());
  for (const JobLaunch& launch : job.launches) {
    const Measured<CUfunction> function =
        result.module_.function(compiled.lowered.at(launch.kernel));
    if (!function) return base::fail(function.error());
    result.functions_.push_back(*function);
    std::vector<std::vector<std::byte>> arguments = launch.parameters;
    for (const JobPointer& pointer : launch.pointers) {
      const uint64_t address = memory.address(pointer.array) + pointer.array_offset;
      std::memcpy(arguments.at(pointer.parameter).data() + pointer.offset, &address,
                  sizeof address);
    }
    result.arguments_.push_back(std::move(arguments));
  }
  return result;
}

Measured<bool> BuildRun::start(size_t launch) {
  std::vector<void*> arguments;
  for (std::vector<std::byte>& each : arguments_[launch]) arguments.push_back(each.data());
  return cuda::launch(*driver_, functions_[launch], shape_of(job_->launches[launch]),
                      arguments.data());
}

Measured<bool> BuildRun::run_in_order(size_t launch) {
  if (launch == 0) {
    if (const Measured<bool> restored = memory_->restore(); !restored) return restored;
  }
  if (const Measured<bool> started = start(launch); !started) return started;
  return cuda::synchronize(*driver_);
}

Measured<bool> BuildRun::run() {
  for (size_t i = 0; i < job_->launches.size(); ++i) {
    if (const Measured<bool> ran = run_in_order(i); !ran) return ran;
  }
  return true;
}

Measured<bool> BuildRun::count(size_t launch, BuildResult& result) {
  const Measured<counters::Cupti> cupti = counters::Cupti::open();
  if (!cupti) {
    result.refusal = cupti.error().message;
    return true;
  }
  if (const Measured<bool> restored = memory_->restore(); !restored) return restored;
  for (size_t before = 0; before < launch; ++before) {
    if (const Measured<bool> ran = run_in_order(before); !ran) return ran;
  }
  const counters::LaunchKernel run = [&]() -> Measured<bool> {
    const Measured<bool> started = start(launch);
    return started ? cuda::synchronize(*driver_) : started;
  };
  std::vector<LineCounts>& lines = result.launches[launch].lines;
  if (wants(*job_, Method::kCountersByLine)) {
    const auto counted = counters::count_instructions(
        *cupti, driver_, compiled_->is_ptx ? nullptr : &compiled_->cubin, run);
    if (counted) {
      result.method = Method::kCountersByLine;
      lines = by_line(*counted, *job_, !compiled_->is_ptx);
      return true;
    }
    if (!is_refusal(counted.error())) return base::fail(counted.error());
    result.refusal = counted.error().message;
  }
  if (wants(*job_, Method::kCountersByKernel)) {
    const auto counted = counters::count_kernel(*cupti, driver_, run);
    if (counted) {
      result.method = Method::kCountersByKernel;
      lines = *counted;
      return true;
    }
    if (!is_refusal(counted.error())) return base::fail(counted.error());
    if (result.refusal.empty()) result.refusal = counted.error().message;
  }
  return true;
}

Measured<bool> BuildRun::time(BuildResult& result, const Progress& progress) {
  if (const Measured<bool> restored = memory_->restore(); !restored) return restored;
  const size_t count = job_->launches.size();
  for (size_t i = 0; i < count; ++i) {
    progress(static_cast<double>(i) / static_cast<double>(count),
             say("timing {kernel}", "kernel"_a = job_->launches[i].kernel));
    Measured<Times> times =
        timing::time_launch(driver_, job_->time_limit_s, [this, i] { return start(i); });
    if (!times) return base::fail(times.error());
    result.launches[i].times = *times;
    if (i + 1 == count) break;
    // The repeats may have changed what the next launch reads: execute the launches before it once.
    for (size_t before = 0; before <= i; ++before) {
      if (const Measured<bool> ran = run_in_order(before); !ran) return ran;
    }
  }
  return true;
}

}  // namespace warplens::measure
