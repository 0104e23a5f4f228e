#include "sim/base/budget.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/base/stack.hpp"

namespace warplens::base {
namespace {

constexpr uint64_t kSlice = 100'000;  // [steps] a millisecond

}  // namespace

Budget::Budget(const BudgetLimits& limits, const std::atomic<bool>* cancelled)
    : limits_(limits),
      cancelled_(cancelled),
      steps_left_(limits.steps),
      bytes_left_(limits.bytes),
      levels_left_(limits.levels),
      lowest_(lowest_stack_address()) {}

void Budget::take_slice(uint64_t steps) {
  if (cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed))
    end(BudgetEnd::Reason::kCancelled);
  const uint64_t left = steps_left_ + slice_;
  if (steps > left) end(BudgetEnd::Reason::kSteps);
  slice_ = std::min(left, std::max(steps, kSlice));
  steps_left_ = left - slice_;
}

void Budget::end(BudgetEnd::Reason reason) const {
  throw BudgetEnd{reason, this, place_, has_place_};
}

namespace {

std::string steps_message(Job job, uint64_t steps) {
  const uint64_t count = steps / 1'000'000;
  return job == Job::kCompiling
             ? say("compiling this takes more than {count} million steps", "count"_a = count)
             : say("translating this takes more than {count} million steps", "count"_a = count);
}

std::string bytes_message(Job job, uint64_t bytes) {
  const uint64_t count = bytes >> 20;
  return job == Job::kCompiling
             ? say("compiling this takes more than {count} MiB of memory", "count"_a = count)
             : say("translating this takes more than {count} MiB of memory", "count"_a = count);
}

}  // namespace

Diagnostics Budget::report(const BudgetEnd& end, Job job, std::string_view hint) const {
  std::string message;
  switch (end.reason) {
    case BudgetEnd::Reason::kSteps:
      message = steps_message(job, limits_.steps);
      break;
    case BudgetEnd::Reason::kBytes:
      message = bytes_message(job, limits_.bytes);
      break;
    case BudgetEnd::Reason::kLevels:
      message = say("this is nested too deeply");
      hint = label("divide it into several statements, functions or types");
      break;
    case BudgetEnd::Reason::kCancelled:
      return {placeless(job == Job::kCompiling ? say("compiling was cancelled")
                                               : say("translating was cancelled"))};
  }
  if (!end.has_place) return {placeless(std::move(message), std::string(hint))};
  return {at(end.place, std::move(message), std::string(hint))};
}

}  // namespace warplens::base
