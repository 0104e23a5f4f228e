// One slot, one thread.
#include "app/gui/session/job_thread.hpp"

#include <utility>

namespace warplens::gui {

JobThread::JobThread(bool use_thread) : uses_thread_(use_thread) {
  if (uses_thread_) {
    thread_ = std::thread([this] { loop(); });
  }
}

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

void JobThread::submit(std::function<void()> job) {
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
  const std::function<void()> job = std::move(*waiting_);
  waiting_.reset();
  job();
}

void JobThread::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ends_ || waiting_.has_value(); });
    if (ends_) {
      return;
    }
    const std::function<void()> job = std::move(*waiting_);
    waiting_.reset();
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace warplens::gui
