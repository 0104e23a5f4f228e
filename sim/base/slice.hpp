// How far a piece of work may go before it returns to who called it, to be continued later: a run
// can be cut anywhere, and who calls it decides how often it looks around.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace warplens::base {

enum class Progress : uint8_t { kMore, kDone };

class Slice {
 public:
  static constexpr uint64_t kWhole = ~uint64_t{0};
  // What who shows progress hands out at a time: about 2 ms on a slow core. [steps]
  static constexpr uint64_t kUsual = uint64_t{1} << 16;

  // `steps`: warp instructions, or as much other work. `cancelled` may be null; when it becomes
  // true, the work ends soon.
  explicit Slice(uint64_t steps, const std::atomic<bool>* cancelled = nullptr)
      : left_(steps), cancelled_(cancelled) {}

  uint64_t left() const { return left_; }
  bool is_over() const { return left_ == 0; }
  // What can't be cut may spend more than is left.
  void spend(uint64_t steps) { left_ -= std::min(left_, steps); }
  const std::atomic<bool>* cancelled() const { return cancelled_; }
  bool is_cancelled() const {
    return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed);
  }

 private:
  uint64_t left_;
  const std::atomic<bool>* cancelled_;
};

// What a part that can be continued makes, at one go. `cancelled`: as Slice has it.
template <class Part>
auto whole(Part&& part, const std::atomic<bool>* cancelled = nullptr) {
  Slice slice(Slice::kWhole, cancelled);
  part.advance(slice);
  return part.take();
}

}  // namespace warplens::base
