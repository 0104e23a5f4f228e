// How far a long run has come, for a person at a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "sim/base/time_left.hpp"

namespace warplens::cli {

// "37 % of 4,096 blocks, about 12 s left".
std::string progress_text(uint64_t done, uint64_t blocks, double seconds_left);

// Says it after a second for the first time, then four times a second.
class RunProgress {
 public:
  // `show` replaces the line that it showed last; "" clears it. Empty: nobody is there to read it.
  explicit RunProgress(std::function<void(const std::string& line)> show)
      : show_(std::move(show)) {}
  ~RunProgress() { end(); }
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  // So many of a launch's blocks are through.
  void operator()(uint64_t done, uint64_t blocks);
  void end();  // clears the line

 private:
  using Clock = base::TimeLeft::Clock;
  std::function<void(const std::string&)> show_;
  base::TimeLeft left_;
  Clock::time_point shown_;
  bool is_shown_ = false;
};

}  // namespace warplens::cli
