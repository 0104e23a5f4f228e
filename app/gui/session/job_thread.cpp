// One slot, one thread.
#include "app/gui/session/job_thread.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

constexpr int kTellAttempts = 100;
constexpr auto kTellPause = std::chrono::milliseconds(20);

// The sentence needs a little memory itself: the job has given its own back by now, and if others
// hold the rest, they do not for long.
void tell_failure(const JobThread::Job& job, const std::exception_ptr& thrown) {
  for (int attempt = 1;; ++attempt) {
    try {
      job.failed(sentence_of(thrown));
      return;
    } catch (...) {
      if (attempt == kTellAttempts) throw;
    }
    std::this_thread::sleep_for(kTellPause);
  }
}

void perform(const JobThread::Job& job) {
  std::exception_ptr thrown;
  try {
    job.work();
  } catch (...) {
    thrown = std::current_exception();
  }
  if (thrown != nullptr) tell_failure(job, thrown);
}

}  // namespace

std::string sentence_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    return label(
        "There is not enough memory for this: what was shown stays. Smaller arrays, fewer launches "
        "or a shorter block need less.");
  } catch (const std::exception& error) {
    return say("This failed because of a bug in Warplens ({cause}); what was shown stays.",
               "cause"_a = error.what());
  } catch (...) {
    return say("This failed because of a bug in Warplens ({cause}); what was shown stays.",
               "cause"_a = "?");
  }
}

JobThread::JobThread(bool use_thread) : uses_thread_(use_thread) {}

JobThread::~JobThread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    waiting_.reset();
  }
  wake_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void JobThread::submit(Job job) {
  if (uses_thread_ && !thread_.joinable()) thread_ = std::thread([this] { loop(); });
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(job);
  }
  wake_.notify_all();
}

void JobThread::pump() {
  if (uses_thread_ || !waiting_) {
    return;
  }
  const Job job = std::move(*waiting_);
  waiting_.reset();
  perform(job);
}

bool JobThread::stop(double seconds) {
  std::unique_lock lock(mutex_);
  waiting_.reset();
  return ended_.wait_for(lock, std::chrono::duration<double>(seconds),
                         [this] { return !is_working_; });
}

void JobThread::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ends_ || waiting_.has_value(); });
    if (ends_) {
      return;
    }
    is_working_ = true;
    {
      const Job job = std::move(*waiting_);
      waiting_.reset();
      lock.unlock();
      perform(job);
    }
    lock.lock();
    is_working_ = false;
    ended_.notify_all();
  }
}

}  // namespace warplens::gui
