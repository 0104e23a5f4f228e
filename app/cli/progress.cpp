#include "app/cli/progress.hpp"

#include "app/cli/table.hpp"
#include "sim/base/say.hpp"

namespace warplens::cli {

std::string progress_text(uint64_t done, uint64_t blocks, double seconds_left) {
  const auto percent =
      static_cast<uint64_t>(100.0 * static_cast<double>(done) / static_cast<double>(blocks));
  return say("{percent} % of {blocks} blocks, about {time} left", "percent"_a = percent,
             "blocks"_a = grouped(blocks), "time"_a = base::print_seconds(seconds_left));
}

void RunProgress::end() {
  if (std::exchange(is_shown_, false)) show_("");
}

void RunProgress::operator()(uint64_t done, uint64_t blocks) {
  if (!show_) return;
  const Clock::time_point now = Clock::now();
  const std::optional<double> left = left_.after(done, blocks, now);
  if (!left || done == blocks || now - shown_ < std::chrono::milliseconds(250)) return;
  shown_ = now;
  is_shown_ = true;
  show_(progress_text(done, blocks, *left));
}

}  // namespace warplens::cli
