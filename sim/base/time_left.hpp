// How long a job that is done piece by piece will still take.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace warplens::base {

// By what the pieces so far took. For one thread.
class TimeLeft {
 public:
  using Clock = std::chrono::steady_clock;
  // Says how many of `all` pieces are done; fewer than before are those of another job, which
  // begins now. [seconds] to the end; nothing in a job's first second.
  std::optional<double> after(uint64_t done, uint64_t all, Clock::time_point now = Clock::now());

 private:
  Clock::time_point begun_ = Clock::now();
  uint64_t last_ = 0;
};

// "12 s"; from two minutes on "3 min".
std::string print_seconds(double seconds);

}  // namespace warplens::base
