// A budget ends a job in one way, whatever it runs out of.
#include <pthread.h>

#include <doctest/doctest.h>

#include <atomic>
#include <optional>

#include "sim/base/budget.hpp"
#include "tests/support/golden_sentences.hpp"

using namespace warplens::base;
using warplens::test::golden;

namespace {

// Why `work` was ended; nothing if it was not.
template <class Work>
std::optional<BudgetEnd> end_of(Work work) {
  try {
    work();
  } catch (const BudgetEnd& end) {
    return end;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("budget: as many steps as it has, and not one more") {
  Budget budget({1'000'000, 0, 0});
  CHECK_FALSE(end_of([&] {
    for (int i = 0; i < 10; ++i) budget.charge(100'000);
  }));
  CHECK(budget.steps_taken() == 1'000'000);
  const auto end = end_of([&] { budget.charge(); });
  REQUIRE(end);
  CHECK(end->reason == BudgetEnd::Reason::kSteps);
  CHECK(end->budget == &budget);
  CHECK(budget.report(*end, Job::kCompiling, "why?").front().message ==
        golden("base.budget.too_many_steps"));
}

TEST_CASE("budget: memory that is given back can be kept again") {
  Budget budget({1'000'000'000, uint64_t{1} << 20, 0});
  CHECK_FALSE(end_of([&] {
    for (int i = 0; i < 10; ++i) {
      budget.keep(1 << 20);
      budget.release(1 << 20);
    }
  }));
  budget.keep(1 << 19);
  budget.work_at({3, 5});
  const auto end = end_of([&] { budget.keep((1 << 19) + 1); });
  REQUIRE(end);
  CHECK(end->reason == BudgetEnd::Reason::kBytes);
  const Diagnostic reported = budget.report(*end, Job::kCompiling, "why?").front();
  CHECK(reported.message == golden("base.budget.too_much_memory"));
  CHECK(reported.hint == "why?");
  CHECK(reported.span == Span{3, 5});
}

TEST_CASE("budget: levels are those that are open at one time") {
  Budget budget({100, 100, 3});
  const Budget::Level outer(budget);
  for (int i = 0; i < 10; ++i) const Budget::Level inner(budget, 2);
  const auto end = end_of([&] { const Budget::Level inner(budget, 3); });
  REQUIRE(end);
  CHECK(end->reason == BudgetEnd::Reason::kLevels);
  CHECK_FALSE(end_of([&] { const Budget::Level inner(budget, 2); }));
}

#ifdef __GLIBC__
namespace {

// Calls itself until the budget ends it; how many times.
uint32_t descend(Budget& budget, uint32_t depth) {
  volatile char frame[1024] = {};
  if (depth == UINT32_MAX) return 0;
  const Budget::Level level(budget);
  return descend(budget, depth + 1) + static_cast<uint32_t>(frame[depth % 1024]);
}

void* descend_to_the_end(void* found) {
  Budget budget({100, 100, 1'000'000});
  const auto end = end_of([&] { descend(budget, 0); });
  *static_cast<bool*>(found) = end && end->reason == BudgetEnd::Reason::kLevels;
  return nullptr;
}

}  // namespace

TEST_CASE("budget: a thread's small stack ends a job like too many levels") {
  pthread_attr_t attributes;
  REQUIRE(pthread_attr_init(&attributes) == 0);
  REQUIRE(pthread_attr_setstacksize(&attributes, 512 << 10) == 0);
  pthread_t thread;
  bool found = false;
  REQUIRE(pthread_create(&thread, &attributes, descend_to_the_end, &found) == 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  CHECK(found);
}
#endif

TEST_CASE("budget: a cancelled job ends where it charges next, within a slice") {
  std::atomic<bool> cancelled = false;
  Budget budget({1'000'000'000, 0, 0}, &cancelled);
  budget.charge();
  cancelled = true;
  uint64_t steps = 0;
  const auto end = end_of([&] {
    for (; steps < 1'000'000; ++steps) budget.charge();
  });
  REQUIRE(end);
  CHECK(end->reason == BudgetEnd::Reason::kCancelled);
  CHECK(steps <= 100'000);
  CHECK_FALSE(budget.report(*end, Job::kCompiling, "").front().has_place);
}
