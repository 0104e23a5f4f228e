// Every piece is taken to be as long as the mean of those that are done.
#include "sim/base/time_left.hpp"

#include <cmath>

#include "sim/base/say.hpp"

namespace warplens::base {

std::optional<double> TimeLeft::after(uint64_t done, uint64_t all, Clock::time_point now) {
  if (done < last_) begun_ = now;
  last_ = done;
  const std::chrono::duration<double> passed = now - begun_;
  if (done == 0 || passed.count() < 1) return std::nullopt;
  return passed.count() * static_cast<double>(all - done) / static_cast<double>(done);
}

std::string print_seconds(double seconds) {
  if (seconds < 120) return say("{count} s", "count"_a = std::llround(std::ceil(seconds)));
  return say("{count} min", "count"_a = std::llround(seconds / 60));
}

}  // namespace warplens::base
