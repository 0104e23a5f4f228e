// The bytes of one page, which several arrays may hold. As a std::shared_ptr, except that a holder
// can ask whether it is the only one and, where it is, write: the others' reads are over by then.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "sim/base/large_pages.hpp"

namespace warplens::base {

// What the pages of several budgets take together. Whoever holds contents that can be done without
// derives from it.
class PageTotal {
 public:
  // make_room() is called for every page that makes the total larger than `enough`. [bytes]
  explicit PageTotal(uint64_t enough) : enough_(enough) {}
  virtual ~PageTotal() = default;
  PageTotal(const PageTotal&) = delete;
  PageTotal& operator=(const PageTotal&) = delete;

  uint64_t used() const { return used_.load(std::memory_order_relaxed); }  // [bytes]
  void take(uint64_t bytes) {
    if (used_.fetch_add(bytes, std::memory_order_relaxed) + bytes > enough_) make_room();
  }
  void give_back(uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

 protected:
  uint64_t enough() const { return enough_; }

 private:
  // On any thread that makes a page; must make none itself.
  virtual void make_room() = 0;

  const uint64_t enough_;
  std::atomic<uint64_t> used_{0};
};

// What all pages that were made with it take at present, in how many arrays they may be.
class PageBudget {
 public:
  // What fills arrays ends soon after `cancelled`, which may be null, becomes true. `total`, which
  // may be null, counts the pages, too.
  explicit PageBudget(uint64_t limit, const std::atomic<bool>* cancelled = nullptr,
                      std::shared_ptr<PageTotal> total = nullptr)
      : limit_(limit), cancelled_(cancelled), total_(std::move(total)) {}
  bool is_cancelled() const {
    return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed);
  }
  bool is_full() const { return used_.load(std::memory_order_relaxed) > limit_; }
  bool has_room_for(uint64_t bytes) const { return used() <= limit_ && bytes <= limit_ - used(); }
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }  // [bytes]
  void take(uint64_t bytes) {
    used_.fetch_add(bytes, std::memory_order_relaxed);
    if (total_ != nullptr) total_->take(bytes);
  }
  void give_back(uint64_t bytes) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    if (total_ != nullptr) total_->give_back(bytes);
  }

 private:
  const uint64_t limit_;
  const std::atomic<bool>* cancelled_;
  const std::shared_ptr<PageTotal> total_;
  std::atomic<uint64_t> used_{0};
};

class SharedPage {
 public:
  SharedPage() = default;
  // `size` bytes with unknown values; `budget`, which may be null, counts them.
  SharedPage(uint64_t size, std::shared_ptr<PageBudget> budget)
      : held_(new Bytes(size, std::move(budget))) {}
  SharedPage(const SharedPage& other) : held_(other.held_) {
    if (held_ != nullptr) held_->holders.fetch_add(1, std::memory_order_relaxed);
  }
  SharedPage(SharedPage&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  SharedPage& operator=(SharedPage other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~SharedPage() {
    if (held_ != nullptr && held_->holders.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete held_;
  }

  std::byte* get() const { return held_ == nullptr ? nullptr : held_->content; }
  bool has_one_holder() const {
    return held_ != nullptr && held_->holders.load(std::memory_order_acquire) == 1;
  }

 private:
  struct Bytes {
    Bytes(uint64_t bytes, std::shared_ptr<PageBudget> counted_by)
        : size(bytes), content(take_bytes(bytes)), budget(std::move(counted_by)) {
      if (budget != nullptr) budget->take(size);
    }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;
    ~Bytes() {
      give_back_bytes(content, size);
      if (budget != nullptr) budget->give_back(size);
    }
    std::atomic<uint64_t> holders{1};
    const uint64_t size;  // [bytes]
    std::byte* const content;
    const std::shared_ptr<PageBudget> budget;
  };
  Bytes* held_ = nullptr;
};

}  // namespace warplens::base
