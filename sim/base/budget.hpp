// What a job on somebody's text may cost: steps of work, bytes kept, levels of nesting. Whoever
// works charges the budget before it does; one that is used up or cancelled ends the job by an
// exception, which the job's entry point catches and reports. So a stage that nobody has thought of
// a limit for is still limited.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

#include "sim/base/diagnostic.hpp"
#include "sim/base/source.hpp"

namespace warplens::base {

struct BudgetLimits {
  uint64_t steps = 0;   // one is what takes about 10 ns: to look at a token takes two
  uint64_t bytes = 0;   // held at one time
  uint32_t levels = 0;  // nested calls, each of up to 1 KiB of the stack
};

class Budget;

// What was being done when a budget ended.
enum class Job : uint8_t { kCompiling, kTranslating };

// Thrown by a Budget, and by nothing else.
struct BudgetEnd {
  enum class Reason : uint8_t { kSteps, kBytes, kLevels, kCancelled };
  Reason reason = Reason::kSteps;
  const Budget* budget = nullptr;
  Span place;  // what was being worked at
  bool has_place = false;
};

class Budget {
 public:
  // The job ends soon after `cancelled`, which may be null, becomes true.
  explicit Budget(const BudgetLimits& limits, const std::atomic<bool>* cancelled = nullptr);
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  void charge(uint64_t steps = 1) {
    if (steps > slice_) take_slice(steps);
    slice_ -= steps;
  }
  // Memory is paid for before it is taken; filling it is work, too.
  void keep(uint64_t bytes) {
    charge(bytes / kBytesAStep);
    if (bytes > bytes_left_) end(BudgetEnd::Reason::kBytes);
    bytes_left_ -= bytes;
  }
  void release(uint64_t bytes) { bytes_left_ += bytes; }
  // What is worked at from now on, for the message.
  void work_at(Span place) {
    place_ = place;
    has_place_ = true;
  }

  // A call that may lead to itself, while it lasts. `count`: one with large frames counts as so
  // many. Too deep is also what leaves little of the stack of the thread that made the budget,
  // where that is known (glibc): the shell may limit it (ulimit -s), and sanitizers need more of
  // it.
  void enter(uint32_t count = 1) {
    if (count > levels_left_ || reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) < lowest_)
      end(BudgetEnd::Reason::kLevels);
    levels_left_ -= count;
  }
  void leave(uint32_t count = 1) { levels_left_ += count; }
  class Level {
   public:
    explicit Level(Budget& budget, uint32_t count = 1) : budget_(budget), count_(count) {
      budget.enter(count);
    }
    ~Level() { budget_.leave(count_); }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Budget& budget_;
    uint32_t count_;
  };

  const std::atomic<bool>* cancelled() const { return cancelled_; }
  uint64_t steps_taken() const { return limits_.steps - steps_left_ - slice_; }
  uint64_t bytes_kept() const { return limits_.bytes - bytes_left_; }
  // As a user reads it: "compiling this takes more than ...".
  Diagnostics report(const BudgetEnd& end, Job job, std::string_view hint) const;

 private:
  static constexpr uint64_t kBytesAStep = 16;

  void take_slice(uint64_t steps);
  [[noreturn]] void end(BudgetEnd::Reason reason) const;

  BudgetLimits limits_;
  const std::atomic<bool>* cancelled_;
  uint64_t steps_left_;  // without the slice
  uint64_t slice_ = 0;   // steps until `cancelled` is looked at again
  uint64_t bytes_left_;
  uint32_t levels_left_;
  uintptr_t lowest_;  // address that the stack may reach; 0: not known
  Span place_;
  bool has_place_ = false;
};

}  // namespace warplens::base
