// The remaining time is what the blocks so far took, block by block.
#include "app/cli/progress.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/table.hpp"

namespace warplens::cli {

std::string progress_text(uint64_t done, uint64_t blocks, double seconds) {
  const double share = static_cast<double>(done) / static_cast<double>(blocks);
  const double left = std::ceil(seconds / share - seconds);
  const std::string time =
      left < 120 ? fmt::format("{:.0f} s", left) : fmt::format("{:.0f} min", std::round(left / 60));
  return fmt::format("{:.0f} % of {} blocks, about {} left", std::floor(100 * share),
                     grouped(blocks), time);
}

void RunProgress::end() {
  if (std::exchange(is_shown_, false)) show_("");
}

void RunProgress::operator()(uint64_t done, uint64_t blocks) {
  const Clock::time_point now = Clock::now();
  if (done <= last_) begun_ = now;  // the next launch
  last_ = done;
  if (!show_ || done == blocks || now - begun_ < std::chrono::seconds(1) ||
      now - shown_ < std::chrono::milliseconds(250)) {
    return;
  }
  shown_ = now;
  is_shown_ = true;
  show_(progress_text(done, blocks, std::chrono::duration<double>(now - begun_).count()));
}

}  // namespace warplens::cli
