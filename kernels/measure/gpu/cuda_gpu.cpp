#include "kernels/measure/gpu/cuda_gpu.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>

#include "kernels/measure/child/compiler_process.hpp"
#include "kernels/measure/child/process.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/counters/cupti.hpp"
#include "kernels/measure/cuda/compiler.hpp"
#include "kernels/measure/format/json.hpp"
#include "kernels/measure/gpu/build_run.hpp"
#include "kernels/measure/gpu/job_memory.hpp"
#include "kernels/measure/machine_code/machine_code.hpp"
#include "kernels/measure/replay/replay.hpp"
#include "kernels/measure/timing/timing.hpp"
#include "sim/base/say.hpp"
#include "sim/base/version.hpp"

namespace warplens::measure {
namespace {

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

Measured<Provenance> provenance_of(const cuda::Driver& driver) {
  const Measured<std::vector<GpuDevice>> devices = driver.devices();
  if (!devices) return base::fail(devices.error());
  Provenance result;
  if (!devices->empty()) result.device = devices->front().name;
  result.compute =
      std::to_string(driver.compute_major) + "." + std::to_string(driver.compute_minor);
  result.driver = driver.version();
  result.toolkit = cuda::compiler_version();
  result.date = today();
  result.program = base::kProgram;
  return result;
}

// The progress of a part of the work, as progress of the whole.
Progress part_of(const Progress& whole, double from, double to) {
  return [&whole, from, to](double share, const std::string& what) {
    whole(from + share * (to - from), what);
  };
}

const char* file_of(Build build) {
  return build == Build::kAsWritten ? "/as-written.bin" : "/as-compiled.bin";
}

// The listings of a build's kernels by their lowered names.
Measured<std::map<std::string, machine_code::Listing>> listings_of(const Job& job,
                                                                   const Compiled& compiled) {
  const Measured<std::string> text =
      machine_code::disassemble(compiled.cubin, cuda::toolkit_folder());
  if (!text) return base::fail(text.error());
  machine_code::SourceFiles files{job.file_name, {}};
  for (const JobHeader& header : job.headers) files.headers.push_back(header.name);
  std::map<std::string, machine_code::Listing> result;
  for (machine_code::Listing& each : machine_code::parse_listing(*text, files)) {
    result[each.kernel] = std::move(each);
  }
  return result;
}

// The reasons why the optimised build's counts differ. Without a disassembler there are none, which
// is no error: the comparison shows "cause not determined".
void explain(const Job& job, const Compiled& as_written, const Compiled& as_compiled,
             BuildResult& result) {
  const auto written = listings_of(job, as_written);
  if (!written) return;
  const auto compiled = listings_of(job, as_compiled);
  if (!compiled) return;
  for (size_t i = 0; i < job.launches.size(); ++i) {
    const std::string& kernel = job.launches[i].kernel;
    const auto before = (*written).find(as_written.lowered.at(kernel));
    const auto after = (*compiled).find(as_compiled.lowered.at(kernel));
    if (before == (*written).end() || after == (*compiled).end()) continue;
    result.launches[i].causes = machine_code::explain(before->second, after->second);
  }
}

// The command of another measuring process: inside one, a Worker without a command starts none.
std::vector<std::string> another_process() {
  return this_program("measure-child");
}

// The requesting process has a limit of its own, which is reached first.
WaitOptions without_limit() {
  WaitOptions wait;
  wait.time_limit_s = 3600;
  return wait;
}

Problem no_counts() {
  return {ProblemKind::kInternal, say("a counting process returned no counts")};
}

// Counts every launch in a process of its own. Fills method, refusal and the launches' lines.
Measured<bool> count_elsewhere(const Job& job, Build build, const Progress& progress,
                               BuildResult& result) {
  if (job.method == Method::kReplay) return true;  // counted access by access
  Job part = job;
  part.builds = {build};
  part.result_folder.clear();
  part.time = part.explain = false;
  for (size_t i = 0; i < job.launches.size(); ++i) {
    progress(static_cast<double>(i) / static_cast<double>(job.launches.size()),
             say("counting {kernel}, {build}", "kernel"_a = job.launches[i].kernel,
                 "build"_a = word(build)));
    part.counted_launch = static_cast<uint32_t>(i);
    Worker process(another_process());
    Measured<JobAnswer> counted = process.run(part, without_limit());
    if (!counted) return base::fail(counted.error());
    if (counted->builds.size() != 1 || counted->builds[0].launches.size() != job.launches.size()) {
      return base::fail(no_counts());
    }
    BuildResult& answer = counted->builds[0];
    result.method = answer.method;
    result.refusal = answer.refusal;
    if (!answer.method) {  // the others would not be counted either
      for (LaunchResult& launch : result.launches) launch.lines.clear();
      return true;
    }
    result.launches[i].lines = std::move(answer.launches[i].lines);
  }
  return true;
}

// Counts the accesses in lots of kCountedAtOnce, each in a process of its own.
Measured<AccessAnswer> count_accesses_elsewhere(const AccessJob& job, const Progress& progress) {
  AccessAnswer answer;
  for (size_t begin = 0; begin < job.accesses.size(); begin += replay::kCountedAtOnce) {
    const size_t end = std::min(begin + replay::kCountedAtOnce, job.accesses.size());
    progress(static_cast<double>(begin) / static_cast<double>(job.accesses.size()),
             say("counting accesses {first} to {last}", "first"_a = begin, "last"_a = end - 1));
    AccessJob lot{{job.accesses.begin() + static_cast<std::ptrdiff_t>(begin),
                   job.accesses.begin() + static_cast<std::ptrdiff_t>(end)},
                  job.method};
    Worker process(another_process());
    const Measured<AccessAnswer> counted = process.measure_accesses(lot, without_limit());
    if (!counted) return counted;
    if (counted->results.size() != lot.accesses.size()) {
      return base::fail(no_counts());
    }
    answer.provenance = counted->provenance;
    answer.results.insert(answer.results.end(), counted->results.begin(), counted->results.end());
  }
  return answer;
}

// The driver, opened when first needed.
Measured<cuda::DriverPointer> opened(cuda::DriverPointer& driver) {
  if (!driver) {
    Measured<cuda::DriverPointer> fresh = cuda::Driver::open();
    if (!fresh) return fresh;
    driver = *fresh;
  }
  return driver;
}

Measured<bool> check(const Job& job) {
  const auto bad = [](const std::string& message) {
    return base::fail(Problem{ProblemKind::kInput, say("the request to measure is broken: {reason}",
                                                       "reason"_a = message)});
  };
  if (job.counted_launch && (*job.counted_launch >= job.launches.size() || job.builds.empty())) {
    return bad(say("there is no such launch to be counted"));
  }
  for (const JobLaunch& launch : job.launches) {
    for (const JobPointer& pointer : launch.pointers) {
      if (pointer.parameter >= launch.parameters.size())
        return bad(say("a pointer has no parameter"));
      if (pointer.array >= job.arrays.size()) return bad(say("a pointer has no array"));
      if (pointer.offset + sizeof(uint64_t) > launch.parameters[pointer.parameter].size()) {
        return bad(say("a pointer is outside of its parameter"));
      }
    }
  }
  return true;
}

}  // namespace

std::unique_ptr<Gpu> make_gpu() {
  return std::make_unique<CudaGpu>(
      std::make_unique<CompilerProcess>(this_program("compile-child")));
}

Measured<MachineAnswer> CudaGpu::machine() {
  const Measured<cuda::DriverPointer> driver = opened(driver_);
  if (!driver) return base::fail(driver.error());
  const Measured<std::vector<GpuDevice>> devices = (*driver)->devices();
  if (!devices) return base::fail(devices.error());
  const Measured<Provenance> provenance = provenance_of(**driver);
  if (!provenance) return base::fail(provenance.error());
  MachineAnswer answer{*devices, *provenance, {}};
  CompileRequest probe;
  probe.file_name = "probe.cu";
  probe.compute_major = static_cast<uint32_t>((*driver)->compute_major);
  probe.compute_minor = static_cast<uint32_t>((*driver)->compute_minor);
  if (const auto compiled = compiler_->compile(probe); !compiled) {
    answer.missing.push_back(compiled.error().message);
  }
  if (const auto cupti = counters::Cupti::open(); !cupti) {
    answer.missing.push_back(cupti.error().message);
  }
  return answer;
}

Measured<JobAnswer> CudaGpu::run(const Job& job, const Progress& progress) {
  if (const Measured<bool> sound = check(job); !sound) return base::fail(sound.error());
  const Measured<cuda::DriverPointer> driver = opened(driver_);
  if (!driver) return base::fail(driver.error());
  const Measured<Provenance> provenance = provenance_of(**driver);
  if (!provenance) return base::fail(provenance.error());
  Measured<JobMemory> memory = JobMemory::allocate(*driver, job);
  if (!memory) return base::fail(memory.error());

  std::map<Build, Compiled> compiled;
  std::vector<Build> wanted = job.builds;
  // An explanation compares both builds' code.
  if (job.explain) wanted.insert(wanted.end(), {Build::kAsWritten, Build::kAsCompiled});
  for (const Build build : wanted) {
    if (compiled.count(build)) continue;
    progress(0, say("compiling {build}", "build"_a = word(build)));
    Measured<Compiled> code = compiler_->compile(compile_request(job, build, **driver));
    if (!code) return base::fail(code.error());
    compiled[build] = std::move(*code);
  }

  JobAnswer answer{*provenance, {}};
  const double share = 0.9 / static_cast<double>(std::max<size_t>(job.builds.size(), 1));
  for (size_t i = 0; i < job.builds.size(); ++i) {
    const Build build = job.builds[i];
    const Progress part = part_of(progress, 0.1 + share * static_cast<double>(i),
                                  0.1 + share * static_cast<double>(i + 1));
    BuildResult result;
    result.build = build;
    result.options = compiled[build].options;
    for (const JobLaunch& launch : job.launches)
      result.launches.push_back({launch.kernel, {}, {}, {}});
    Measured<BuildRun> run = BuildRun::load(*driver, job, compiled[build], *memory);
    if (!run) return base::fail(run.error());
    if (job.counted_launch) {
      if (const Measured<bool> done = run->count(*job.counted_launch, result); !done) {
        return base::fail(done.error());
      }
      answer.builds.push_back(std::move(result));
      return answer;
    }
    part(0, say("running {build}", "build"_a = word(build)));
    // Once without counters: what the arrays hold, and whether the kernels end at all.
    Measured<bool> done = run->run();
    if (done && !job.result_folder.empty()) done = memory->save(job.result_folder + file_of(build));
    if (done && job.count) {
      done = count_elsewhere(job, build, part_of(part, 0.2, 0.4), result);
    }
    if (done && job.time) done = run->time(result, part_of(part, 0.4, 1));
    if (!done) return base::fail(done.error());
    if (job.explain && build == Build::kAsCompiled) {
      explain(job, compiled[Build::kAsWritten], compiled[Build::kAsCompiled], result);
    }
    answer.builds.push_back(std::move(result));
  }
  return answer;
}

Measured<AccessAnswer> CudaGpu::measure_accesses(const AccessJob& job, const Progress& progress) {
  const bool is_counted = job.method == Method::kCountersByLine;
  if (is_counted && (has_counted_ || job.accesses.size() > replay::kCountedAtOnce))
    return count_accesses_elsewhere(job, progress);
  const Measured<cuda::DriverPointer> driver = opened(driver_);
  if (!driver) return base::fail(driver.error());
  has_counted_ |= is_counted;
  Measured<AccessAnswer> answer =
      is_counted ? replay::count_accesses(*driver, *compiler_, job.accesses, progress)
                 : replay::replay_accesses(*driver, job.accesses, progress);
  if (!answer) return answer;
  const Measured<Provenance> provenance = provenance_of(**driver);
  if (!provenance) return base::fail(provenance.error());
  answer->provenance = *provenance;
  return answer;
}

Measured<Ceilings> CudaGpu::ceilings(const Progress& progress) {
  const Measured<cuda::DriverPointer> driver = opened(driver_);
  if (!driver) return base::fail(driver.error());
  return timing::measure_ceilings(*driver, progress);
}

Measured<Latencies> CudaGpu::latencies(const Progress& progress) {
  const Measured<cuda::DriverPointer> driver = opened(driver_);
  if (!driver) return base::fail(driver.error());
  return timing::measure_latencies(*driver, progress);
}

Measured<Times> CudaGpu::cublas_product(uint32_t n) {
  const Measured<cuda::DriverPointer> driver = opened(driver_);
  if (!driver) return base::fail(driver.error());
  return timing::time_cublas(*driver, n);
}

}  // namespace warplens::measure
