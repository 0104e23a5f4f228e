// Many independent tasks, several at a time: each in a thread with something of its own, like a
// measuring process.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernels/measure/child/worker.hpp"

namespace warplens::cli {

// Calls task(index, own) once for every index below `count`, from up to `jobs` threads, each with
// what make_own() returned in it; returns when all calls have, and throws what the first call that
// failed has thrown. Which thread gets which index is left open, so a task writes only what is its
// own.
template <typename MakeOwn, typename Task>
void side_by_side_with(size_t count, size_t jobs, const MakeOwn& make_own, const Task& task) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&] {
    try {
      auto own = make_own();
      for (size_t index = next++; index < count; index = next++) task(index, own);
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (thrown == nullptr) thrown = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < std::min(jobs, count); ++i) threads.emplace_back(work);
    work();
  }
  if (thrown != nullptr) std::rethrow_exception(thrown);
}

// The same with task(index, worker), which measures.
template <typename Task>
void side_by_side(size_t count, size_t jobs, const std::vector<std::string>& measuring_command,
                  const Task& task) {
  side_by_side_with(
      count, jobs, [&] { return measure::Worker(measuring_command); }, task);
}

}  // namespace warplens::cli
