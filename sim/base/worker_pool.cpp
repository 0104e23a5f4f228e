#include "sim/base/worker_pool.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <utility>

namespace warplens::base {

namespace {

std::atomic<bool> uses_one_core{false};

}  // namespace

WorkerPool::WorkerPool(size_t workers) {
  threads_.reserve(workers);
  try {
    for (size_t worker = 1; worker < workers; ++worker)
      threads_.emplace_back([this, worker] { loop(worker); });
  } catch (const std::system_error&) {  // a limit of the system's
  }
}

uint32_t WorkerPool::cores() {
  return uses_one_core ? 1 : std::max(1u, std::thread::hardware_concurrency());
}

void WorkerPool::use_one_core() {
  uses_one_core = true;
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
  }
  begins_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkerPool::run(const std::function<void(size_t worker)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    running_ = threads_.size();
    ++round_;
  }
  begins_.notify_all();
  call(0);
  std::unique_lock lock(mutex_);
  ends_.wait(lock, [this] { return running_ == 0; });
  if (std::exception_ptr thrown = std::exchange(thrown_, nullptr)) std::rethrow_exception(thrown);
}

void WorkerPool::call(size_t worker) {
  try {
    (*work_)(worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (thrown_ == nullptr) thrown_ = std::current_exception();
  }
}

void WorkerPool::loop(size_t worker) {
  for (uint64_t done = 0;;) {
    {
      std::unique_lock lock(mutex_);
      begins_.wait(lock, [&] { return is_closing_ || round_ != done; });
      if (is_closing_) return;
      done = round_;
    }
    call(worker);
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) ends_.notify_one();
  }
}

}  // namespace warplens::base
