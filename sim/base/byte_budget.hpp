// Bytes that several holders share, from any thread: what they keep besides results, and can do
// without.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warplens::base {

class ByteBudget {
 public:
  explicit ByteBudget(uint64_t bytes) : all_(bytes), left_(bytes) {}
  ByteBudget(const ByteBudget&) = delete;
  ByteBudget& operator=(const ByteBudget&) = delete;

  bool take(uint64_t bytes) {
    uint64_t left = left_.load(std::memory_order_relaxed);
    do {
      if (bytes > left) return false;
    } while (!left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed));
    return true;
  }
  void give_back(uint64_t bytes) { left_.fetch_add(bytes, std::memory_order_relaxed); }
  // Whether there is plenty, so that what only saves time may be kept, too.
  bool is_half_left() const { return left_.load(std::memory_order_relaxed) >= all_ / 2; }

 private:
  const uint64_t all_;
  std::atomic<uint64_t> left_;
};

// What one holder took of a budget, or of none (null): given back when the holder is gone.
class ByteShare {
 public:
  explicit ByteShare(std::shared_ptr<ByteBudget> of = nullptr, uint64_t most = ~uint64_t{0})
      : of_(std::move(of)), most_(most) {}
  ByteShare(ByteShare&& other) noexcept
      : of_(std::move(other.of_)), most_(other.most_), taken_(std::exchange(other.taken_, 0)) {}
  ByteShare& operator=(ByteShare&& other) noexcept {
    std::swap(of_, other.of_);
    std::swap(most_, other.most_);
    std::swap(taken_, other.taken_);
    return *this;
  }
  ~ByteShare() {
    if (of_ != nullptr) of_->give_back(taken_);
  }

  // False: more than this holder may have, or than is left.
  bool take(uint64_t bytes) {
    if (bytes > most_ - taken_ || (of_ != nullptr && !of_->take(bytes))) return false;
    taken_ += bytes;
    return true;
  }
  void give_back_all() {
    if (of_ != nullptr) of_->give_back(taken_);
    taken_ = 0;
  }
  uint64_t taken() const { return taken_; }

  // Room for `count` more elements, which is paid for as the vector's capacity grows.
  template <class T>
  bool make_room(std::vector<T>& all, size_t count = 1) {
    if (all.capacity() - all.size() >= count) return true;
    const size_t capacity = std::max({all.size() + count, all.capacity() * 2, size_t{16}});
    if (!take((capacity - all.capacity()) * sizeof(T))) return false;
    all.reserve(capacity);
    return true;
  }

 private:
  std::shared_ptr<ByteBudget> of_;
  uint64_t most_;
  uint64_t taken_ = 0;  // [bytes]
};

}  // namespace warplens::base
