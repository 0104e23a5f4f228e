// Threads that do the same piece of work side by side, again and again. Made where the work is and
// joined with it: nothing runs between two calls of run().
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace warplens::base {

class WorkerPool {
 public:
  // The calling thread is one of them. Where the system gives fewer, there are fewer.
  explicit WorkerPool(size_t workers);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // How many threads the machine runs at a time, at least 1.
  static uint32_t cores();
  // From now on the process is as on a machine that runs one at a time.
  static void use_one_core();

  size_t size() const { return threads_.size() + 1; }
  // Calls work(worker) for every worker below size(), the calling thread's being 0, and returns
  // when all have returned; then throws what the first one that failed has thrown.
  void run(const std::function<void(size_t worker)>& work);

 private:
  void loop(size_t worker);
  void call(size_t worker);

  std::mutex mutex_;
  std::condition_variable begins_, ends_;
  const std::function<void(size_t)>* work_ = nullptr;
  uint64_t round_ = 0;  // of run(), so that each thread does each once
  size_t running_ = 0;
  bool is_closing_ = false;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

}  // namespace warplens::base
