// A thread that does the newest job given to it and forgets older ones that it has not begun.
// Without threads, pump() does the job on the caller's.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace warplens::gui {

class JobThread {
 public:
  explicit JobThread(bool use_thread);
  ~JobThread();  // waits for the job in progress
  JobThread(const JobThread&) = delete;
  JobThread& operator=(const JobThread&) = delete;

  void submit(std::function<void()> job);
  // Without a thread: does the waiting job, if there is one.
  void pump();

 private:
  void loop();

  bool uses_thread_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<std::function<void()>> waiting_;
  bool ends_ = false;
  std::thread thread_;  // last: the others must outlive it
};

}  // namespace warplens::gui
