// Jobs beside the frame: with threads and in slices the newest of a kind wins, whatever one throws
// is a sentence, and the next one is done.
#include "app/session/executor.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <new>
#include <stdexcept>
#include <vector>

using namespace warplens;
using namespace warplens::gui;

namespace {

using Mode = Executor::Mode;
constexpr Mode kModes[] = {Mode::kThreads, Mode::kSlices};

void finish(Executor& executor, JobKind kind) {
  while (executor.is_out(kind)) {
    executor.wait(1, {kind});
    executor.deliver(0);
  }
}

// What the job reported of its failure; "" if it did not fail.
std::string failure_of(Mode mode, std::function<void()> work) {
  std::string reason;
  Executor executor(mode);
  executor.submit(JobKind::kRun, Executor::whole(
                                     [work](Executor::Ticket& ticket) {
                                       work();
                                       ticket.post([] {});
                                     },
                                     [&](const std::string& why) { reason = why; }));
  finish(executor, JobKind::kRun);
  return reason;
}

// Posts `end` after so many parts.
Executor::Job in_parts(int parts, Executor::End end) {
  return {[left = parts, end](Executor::Ticket& ticket, base::Slice&) mutable {
            if (--left > 0) return base::Progress::kMore;
            ticket.post(end);
            return base::Progress::kDone;
          },
          [](const std::string&) {}};
}

}  // namespace

TEST_CASE("executor: what a job throws becomes a sentence") {
  for (const Mode mode : kModes) {
    CHECK(failure_of(mode, [] {}) == "");
    CHECK(failure_of(mode, [] { throw std::bad_alloc(); }).find("not enough memory") !=
          std::string::npos);
    CHECK(failure_of(mode, [] { throw std::runtime_error("reason"); }).find("reason") !=
          std::string::npos);
    CHECK(failure_of(mode, [] { throw 7; }) != "");
  }
}

TEST_CASE("executor: a failed job is followed by others") {
  for (const Mode mode : kModes) {
    Executor executor(mode);
    int failed = 0, done = 0;
    for (int i = 0; i < 3; ++i) {
      executor.submit(JobKind::kHeat,
                      Executor::whole([](Executor::Ticket&) { throw std::bad_alloc(); },
                                      [&](const std::string&) { ++failed; }));
      finish(executor, JobKind::kHeat);
    }
    executor.submit(JobKind::kHeat, in_parts(1, [&] { ++done; }));
    finish(executor, JobKind::kHeat);
    CHECK(failed == 3);
    CHECK(done == 1);
  }
}

TEST_CASE("executor: the newest of a kind wins, and kinds do not disturb each other") {
  for (const Mode mode : kModes) {
    Executor executor(mode);
    std::vector<int> ends;
    for (int i = 0; i < 3; ++i)
      executor.submit(JobKind::kEdit, in_parts(2, [&ends, i] { ends.push_back(i); }));
    executor.submit(JobKind::kDram, in_parts(3, [&ends] { ends.push_back(7); }));
    CHECK(executor.is_busy_beside({JobKind::kEdit}));
    CHECK_FALSE(executor.is_busy_beside({JobKind::kEdit, JobKind::kDram}));
    finish(executor, JobKind::kEdit);
    finish(executor, JobKind::kDram);
    CHECK(std::vector<int>(ends) == std::vector<int>{2, 7});
    executor.submit(JobKind::kEdit, in_parts(1, [&ends] { ends.push_back(9); }));
    executor.forget(JobKind::kEdit);
    CHECK_FALSE(executor.is_out(JobKind::kEdit));
    executor.wait(0.01, {JobKind::kEdit});
    executor.deliver(0.01);
    CHECK(ends.size() == 2);
  }
}

TEST_CASE("executor: a cancelled job still says what it has") {
  for (const Mode mode : kModes) {
    Executor executor(mode);
    int parts = 0;
    bool is_done = false;
    executor.submit(JobKind::kRun, {[&](Executor::Ticket& ticket, base::Slice& slice) {
                                      if (!slice.is_cancelled()) {
                                        ticket.post_part([&] { ++parts; });
                                        return base::Progress::kMore;
                                      }
                                      ticket.post([&] { is_done = true; });
                                      return base::Progress::kDone;
                                    },
                                    [](const std::string&) {}});
    while (parts == 0) {
      executor.wait(1, {JobKind::kRun});
      executor.deliver(0);
    }
    CHECK(executor.is_out(JobKind::kRun));
    executor.cancel(JobKind::kRun);
    finish(executor, JobKind::kRun);
    CHECK(is_done);
  }
}

TEST_CASE("executor: slices end with their time, what somebody waits for comes first") {
  Executor executor(Mode::kSlices);
  std::vector<JobKind> order;
  const auto endless = [&order](JobKind kind) {
    return Executor::Job{[&order, kind](Executor::Ticket&, base::Slice&) {
                           order.push_back(kind);
                           return base::Progress::kMore;
                         },
                         [](const std::string&) {}};
  };
  executor.submit(JobKind::kHeat, endless(JobKind::kHeat));
  executor.deliver(0);
  executor.submit(JobKind::kMoment, endless(JobKind::kMoment));
  executor.deliver(0);
  CHECK(order == std::vector<JobKind>{JobKind::kHeat, JobKind::kMoment});
  const auto begin = std::chrono::steady_clock::now();
  executor.deliver(0.002);
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(2));
  CHECK(order.size() > 3);
}

TEST_CASE("executor: an end that throws takes no other with it") {
  Executor executor(Mode::kSlices);
  bool is_delivered = false;
  executor.submit(JobKind::kMoment, in_parts(1, [] { throw std::runtime_error("end"); }));
  executor.submit(JobKind::kHeat, in_parts(1, [&] { is_delivered = true; }));
  executor.wait(1, {JobKind::kHeat});
  CHECK_THROWS(executor.deliver(0));
  CHECK_FALSE(executor.is_out(JobKind::kMoment));
  executor.deliver(0);
  CHECK(is_delivered);
}

TEST_CASE("executor: nobody waits longer than asked for a job that goes on") {
  std::atomic<bool> begun{false}, may_end{false};
  Executor executor(Mode::kThreads);
  CHECK(executor.stop(0));
  executor.submit(JobKind::kFolder, Executor::whole(
                                        [&](Executor::Ticket&) {
                                          begun = true;
                                          while (!may_end) std::this_thread::yield();
                                        },
                                        [](const std::string&) {}));
  while (!begun) std::this_thread::yield();
  CHECK_FALSE(executor.stop(0.01));
  may_end = true;
  CHECK(executor.stop(10));
}
