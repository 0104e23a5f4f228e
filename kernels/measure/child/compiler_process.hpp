// The CUDA compiler in a process of its own, without a driver and within kCompilingLimits: a text
// that uses up its memory or time, or crashes it, is an error and nothing worse.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "kernels/measure/child/compiler.hpp"

namespace warplens::measure {

class CompilerProcess : public Compiler {
 public:
  // `command` starts a process that calls serve() with a Compiler.
  explicit CompilerProcess(std::vector<std::string> command, double time_limit_s = 120);

  std::vector<std::string> prepare() override { return {}; }
  // Each text has a process of its own and finds nothing of an earlier one.
  Measured<Compiled> compile(const CompileRequest& request) override;
  // kCancelled once `cancelled` is true: then the process is ended. May be null.
  Measured<Compiled> compile(const CompileRequest& request, const std::atomic<bool>* cancelled);

 private:
  std::vector<std::string> command_;
  double time_limit_s_;  // wall-clock time; processor time has its own limit
};

}  // namespace warplens::measure
