// A thread that does the newest job given to it and forgets older ones that it has not begun.
// Whatever a job throws ends here, as a sentence. Without threads, pump() does the job on the
// caller's. The thread begins with the first job: it takes address space.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace warplens::gui {

// What was thrown, as one sentence for the user.
std::string sentence_of(const std::exception_ptr& thrown);

class JobThread {
 public:
  struct Job {
    std::function<void()> work;
    std::function<void(const std::string& why)> failed;  // called instead of an end, if work throws
  };
  explicit JobThread(bool use_thread);
  ~JobThread();  // waits for the job in progress
  JobThread(const JobThread&) = delete;
  JobThread& operator=(const JobThread&) = delete;

  void submit(Job job);
  // Without a thread: does the waiting job, if there is one.
  void pump();
  // Forgets the waiting job, and waits until the one in progress has ended, `seconds` at most.
  // False if it goes on.
  bool stop(double seconds);

 private:
  void loop();

  bool uses_thread_;
  std::mutex mutex_;
  std::condition_variable wake_, ended_;
  std::optional<Job> waiting_;
  bool ends_ = false, is_working_ = false;
  std::thread thread_;  // last: the others must outlive it
};

}  // namespace warplens::gui
