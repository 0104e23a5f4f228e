// One build of a job: compiled, loaded, run, counted, timed.
#pragma once

#include <string>
#include <vector>

#include "kernels/measure/cuda/driver.hpp"
#include "kernels/measure/format/compile.hpp"
#include "kernels/measure/gpu/job_memory.hpp"

namespace warplens::measure {

// The request to the compiler for a build of the job, for that GPU.
CompileRequest compile_request(const Job& job, Build build, const cuda::Driver& driver);

// The job's launches in one build, on the job's memory. The arguments of load() must
// outlive it.
class BuildRun {
 public:
  static Measured<BuildRun> load(const cuda::DriverPointer& driver, const Job& job,
                                 const Compiled& compiled, JobMemory& memory);

  // All launches once, on the arrays' first contents.
  Measured<bool> run();
  // Starts one launch on what memory holds; does not wait.
  Measured<bool> start(size_t launch);
  // As start(), and waits. Before the first launch the arrays' first contents are restored.
  Measured<bool> run_in_order(size_t launch);

  // Fills method, refusal and that launch's lines, after running the launches before it. A problem
  // only where a kernel fails: counters that are refused are the refusal. Once in a process.
  Measured<bool> count(size_t launch, BuildResult& result);
  // Fills the launches' times.
  Measured<bool> time(BuildResult& result, const Progress& progress);

 private:
  cuda::DriverPointer driver_;
  const Job* job_ = nullptr;
  const Compiled* compiled_ = nullptr;
  JobMemory* memory_ = nullptr;
  cuda::Module module_;
  std::vector<CUfunction> functions_;                           // a launch
  std::vector<std::vector<std::vector<std::byte>>> arguments_;  // a launch, a parameter: its bytes
};

}  // namespace warplens::measure
