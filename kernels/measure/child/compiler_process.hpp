// The CUDA compiler in a process of its own, without a driver and within kCompilingLimits: a text
// that takes its memory or its time, or brings it down, costs a message.
#pragma once

#include <string>
#include <vector>

#include "kernels/measure/child/compiler.hpp"

namespace warplens::measure {

class CompilerProcess : public Compiler {
 public:
  // `command` starts a process that calls serve() with a Compiler.
  explicit CompilerProcess(std::vector<std::string> command, double time_limit_s = 120);

  std::vector<std::string> prepare() override { return {}; }
  // Each text gets a process to itself: none finds what another left behind.
  Measured<Compiled> compile(const CompileRequest& request) override;

 private:
  std::vector<std::string> command_;
  double time_limit_s_;  // of the clock; processor time has a limit of its own
};

}  // namespace warplens::measure
