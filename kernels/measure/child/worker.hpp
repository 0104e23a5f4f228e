// The parent's end: one child process that measures, started when first needed and again after it
// has ended, with a time limit for each request. Crashes and hangs of the child are returned as
// Problems and do not affect this process.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/measure/child/gpu.hpp"
#include "kernels/measure/child/measured.hpp"

namespace warplens::measure {

class Conversation;

class Worker {
 public:
  // `command` starts a process that calls serve() on its standard input and output. Empty: this
  // program itself, as `warplens measure-child`.
  explicit Worker(std::vector<std::string> command = {});
  ~Worker();  // ends the child
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  Measured<MachineAnswer> machine(const WaitOptions& wait = {});
  Measured<JobAnswer> run(const Job& job, const WaitOptions& wait = {});
  Measured<AccessAnswer> measure_accesses(const AccessJob& job, const WaitOptions& wait = {});
  Measured<Ceilings> ceilings(const WaitOptions& wait = {});
  Measured<Latencies> latencies(const WaitOptions& wait = {});
  Measured<Times> cublas_product(uint32_t n, const WaitOptions& wait = {});

 private:
  std::unique_ptr<Conversation> conversation_;
};

}  // namespace warplens::measure
