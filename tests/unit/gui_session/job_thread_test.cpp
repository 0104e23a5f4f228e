// Jobs: whatever one throws is a sentence, and the next one is done.
#include "app/gui/session/job_thread.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <stdexcept>

using namespace warplens::gui;

namespace {

// What the job said of its failure; "" if it did not fail.
std::string failure_of(bool use_thread, std::function<void()> work) {
  JobThread thread(use_thread);
  std::atomic<bool> is_done{false};
  std::string said;
  thread.submit({[&] {
                   work();
                   is_done = true;
                 },
                 [&](const std::string& why) {
                   said = why;
                   is_done = true;
                 }});
  thread.pump();
  while (!is_done) std::this_thread::yield();
  return said;
}

}  // namespace

TEST_CASE("job thread: what a job throws becomes a sentence, with and without a thread") {
  for (const bool use_thread : {true, false}) {
    CHECK(failure_of(use_thread, [] {}) == "");
    CHECK(failure_of(use_thread, [] { throw std::bad_alloc(); }).find("not enough memory") !=
          std::string::npos);
    CHECK(failure_of(use_thread, [] { throw std::runtime_error("reason"); }).find("reason") !=
          std::string::npos);
    CHECK(failure_of(use_thread, [] { throw 7; }) != "");
  }
}

TEST_CASE("job thread: a failed job is followed by others") {
  JobThread thread(true);
  std::atomic<int> failed{0}, done{0};
  for (int i = 0; i < 3; ++i) {
    thread.submit({[] { throw std::bad_alloc(); }, [&](const std::string&) { ++failed; }});
    while (failed <= i) std::this_thread::yield();
  }
  thread.submit({[&] { ++done; }, [](const std::string&) {}});
  while (done == 0) std::this_thread::yield();
  CHECK(failed == 3);
}

TEST_CASE("job thread: nobody waits longer than asked for a job that goes on") {
  JobThread thread(true);
  CHECK(thread.stop(0));
  std::atomic<bool> begun{false}, may_end{false};
  thread.submit({[&] {
                   begun = true;
                   while (!may_end) std::this_thread::yield();
                 },
                 [](const std::string&) {}});
  while (!begun) std::this_thread::yield();
  CHECK_FALSE(thread.stop(0.01));
  may_end = true;
  CHECK(thread.stop(10));
}
