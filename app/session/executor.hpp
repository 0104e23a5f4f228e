// The one place where anything runs beside the frame: each kind of job on a thread of its own, or,
// without threads, in slices between frames. The newest job of a kind wins: older ones are
// cancelled, and nothing of them is delivered.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "sim/base/slice.hpp"

namespace warplens::gui {

// What was thrown, as one sentence for the user.
std::string sentence_of(const std::exception_ptr& thrown);

// In the order in which they come first without threads: what somebody waits for, then the rest.
enum class JobKind : uint8_t {
  kMoment,
  kText,
  kRun,
  kSplitMoment,
  kFolder,
  kRecentFiles,
  kScores,
  kProgress,
  kLecture,
  kComparing,
  kMeasuring,
  kStop,
  kTruth,
  kJudging,
  kReference,
  kFirstQuestion,
  kSchedules,
  kEdit,
  kFixes,
  kHeat,
  kSplitHeat,
  kMemory,
  kDram,
  kDifferences,
#define WL_SLICED_PAGE(page, member, origin, needs) k##page,
#include "app/scene/pages/pages.def"
  kSummaries,
  kCompiled,
  kTextLaunches,
  kCount,
};

class Executor {
 public:
  enum class Mode : uint8_t { kThreads, kSlices };
  // What the session does with something that is there, in deliver().
  using End = std::function<void()>;

  // A job's connection to whoever submitted it; for any thread.
  class Ticket {
   public:
    const std::atomic<bool>& cancelled() const { return cancelled_; }
    // The job's end, and what it has so far. Delivered unless a newer job of this kind was
    // submitted, or this one was forgotten. What a job posts takes the place of what it posted
    // before and nobody has taken.
    void post(End end) { post({std::move(end), true}); }
    void post_part(End part) { post({std::move(part), false}); }

   private:
    friend class Executor;
    struct Posted {
      End end;
      bool is_last = false;
    };
    void post(Posted posted);
    Ticket(Executor& executor, JobKind kind) : executor_(executor), kind_(kind) {}
    Executor& executor_;
    const JobKind kind_;
    std::atomic<bool> cancelled_{false};
  };

  // It owns all that it needs: it may outlive whoever submitted it.
  struct Job {
    // Does a part of the work, and soon ends once the slice is cancelled. It posts its end before
    // kDone, after which it is not called again. What it throws ends the job.
    std::function<base::Progress(Ticket&, base::Slice&)> step;
    // Then, in deliver(), in place of what it would have posted.
    std::function<void(const std::string& why)> failed;
  };
  // A job that is not cut.
  static Job whole(std::function<void(Ticket&)> work,
                   std::function<void(const std::string& why)> failed);

  explicit Executor(Mode mode) : mode_(mode) {}
  ~Executor();  // cancels all, and waits for it
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void submit(JobKind kind, Job job);
  // It ends soon; what it posts is delivered.
  void cancel(JobKind kind);
  void forget(JobKind kind);
  // Submitted, and its end not yet delivered.
  bool is_out(JobKind kind) const { return lane(kind).is_out; }
  // Whether a job of any kind but these is out.
  bool is_busy_beside(std::initializer_list<JobKind> kinds) const;

  // kSlices: works for so long, at least for one slice. Both: delivers what was posted. What an End
  // throws passes through; the others are delivered next time.
  void deliver(double seconds);
  // What was posted of this kind alone.
  void deliver(JobKind kind);
  // Returns once something of these kinds was posted, or after the time. kSlices: works so long.
  void wait(double seconds, std::initializer_list<JobKind> kinds);
  void wait_any(double seconds);  // of whatever kind; not at all where nothing is out
  // Cancels all but what writes files, and waits until nothing is at work, `seconds` at most;
  // nothing can be submitted then. False if something goes on.
  bool stop(double seconds);

 private:
  struct Task {
    std::shared_ptr<Ticket> ticket;
    Job job;
  };
  struct Lane {
    // The session's own.
    std::shared_ptr<Ticket> newest;
    bool is_out = false;
    // Shared.
    std::optional<Task> waiting, current;  // current: kSlices, between slices
    bool is_working = false;
    std::optional<Ticket::Posted> posted;  // of the newest
    std::condition_variable wake;
    std::thread thread;
  };
  Lane& lane(JobKind kind) { return lanes_[static_cast<size_t>(kind)]; }
  const Lane& lane(JobKind kind) const { return lanes_[static_cast<size_t>(kind)]; }
  void loop(Lane& lane);
  bool work(double seconds);
  static void work_on(Lane& lane);
  void wait_until(double seconds, const std::function<bool()>& is_there);
  void forget_all_but(std::initializer_list<JobKind> kinds);

  const Mode mode_;
  bool ends_ = false;
  std::mutex mutex_;
  std::condition_variable arrived_, ended_;
  std::array<Lane, static_cast<size_t>(JobKind::kCount)> lanes_;
};

}  // namespace warplens::gui
