// The result of a request to another process: a value or a Problem, and progress until then.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "kernels/measure/format/problem.hpp"
#include "sim/base/result.hpp"

namespace warplens::measure {

template <typename T>
using Measured = base::Result<T, Problem>;

// Called now and then during a measurement, with a share from 0 to 1 and the current activity.
using Progress = std::function<void(double share, const std::string& what)>;

struct WaitOptions {
  double time_limit_s = 60;                      // then the child is ended: kTimeLimit
  const std::atomic<bool>* cancelled = nullptr;  // checked some 20 times a second: kCancelled
  Progress progress;                             // called on the requesting thread
};

}  // namespace warplens::measure
