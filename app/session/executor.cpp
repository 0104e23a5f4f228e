#include "app/session/executor.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

using SteadyClock = std::chrono::steady_clock;

SteadyClock::time_point after(double seconds) {
  return SteadyClock::now() +
         std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(seconds));
}

// The sentence needs a little memory itself: the job has given its own back by now, and if others
// hold the rest, they do not for long.
void post_failure(Executor::Ticket& ticket, const Executor::Job& job,
                  const std::exception_ptr& thrown) {
  constexpr int kAttempts = 100;
  constexpr auto kPause = std::chrono::milliseconds(20);
  for (int attempt = 1;; ++attempt) {
    try {
      ticket.post([failed = job.failed, why = sentence_of(thrown)] { failed(why); });
      return;
    } catch (...) {
      if (attempt == kAttempts) throw;
    }
    std::this_thread::sleep_for(kPause);
  }
}

// False: it has come to its end.
bool step(Executor::Ticket& ticket, Executor::Job& job, uint64_t steps) {
  std::exception_ptr thrown;
  try {
    base::Slice slice(steps, &ticket.cancelled());
    return job.step(ticket, slice) == base::Progress::kMore;
  } catch (...) {
    thrown = std::current_exception();
  }
  post_failure(ticket, job, thrown);
  return false;
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

void Executor::Ticket::post(Posted posted) {
  {
    const std::lock_guard lock(executor_.mutex_);
    Lane& lane = executor_.lane(kind_);
    if (lane.newest.get() != this) return;
    lane.posted = std::move(posted);
  }
  executor_.arrived_.notify_all();
}

Executor::Job Executor::whole(std::function<void(Ticket&)> work,
                              std::function<void(const std::string& why)> failed) {
  return {[work = std::move(work)](Ticket& ticket, base::Slice&) {
            work(ticket);
            return base::Progress::kDone;
          },
          std::move(failed)};
}

Executor::~Executor() {
  forget_all_but({});
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  for (Lane& lane : lanes_) {
    lane.wake.notify_all();
    if (lane.thread.joinable()) lane.thread.join();
  }
}

void Executor::submit(JobKind kind, Job job) {
  forget(kind);
  Lane& own = lane(kind);
  const std::shared_ptr<Ticket> ticket(new Ticket(*this, kind));
  if (mode_ == Mode::kThreads && !own.thread.joinable())
    own.thread = std::thread([this, &own] { loop(own); });
  {
    const std::lock_guard lock(mutex_);
    own.newest = ticket;
    own.waiting = {ticket, std::move(job)};
  }
  own.is_out = true;
  own.wake.notify_all();
}

void Executor::cancel(JobKind kind) {
  if (lane(kind).newest != nullptr) lane(kind).newest->cancelled_ = true;
}

void Executor::forget(JobKind kind) {
  cancel(kind);
  Lane& own = lane(kind);
  std::optional<Task> waiting, current;  // what they hold ends outside of the lock
  std::optional<Ticket::Posted> posted;
  const std::lock_guard lock(mutex_);
  waiting = std::exchange(own.waiting, std::nullopt);
  current = std::exchange(own.current, std::nullopt);
  posted = std::exchange(own.posted, std::nullopt);
  own.newest = nullptr;
  own.is_out = false;
}

bool Executor::is_busy_beside(std::initializer_list<JobKind> kinds) const {
  for (size_t i = 0; i < lanes_.size(); ++i) {
    const auto kind = static_cast<JobKind>(i);
    if (lanes_[i].is_out && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) return true;
  }
  return false;
}

void Executor::deliver(double seconds) {
  if (mode_ == Mode::kSlices) work(seconds);
  for (size_t i = 0; i < lanes_.size(); ++i) deliver(static_cast<JobKind>(i));
}

void Executor::deliver(JobKind kind) {
  Lane& own = lane(kind);
  std::optional<Ticket::Posted> posted;
  {
    const std::lock_guard lock(mutex_);
    posted = std::exchange(own.posted, std::nullopt);
  }
  if (!posted) return;
  if (posted->is_last) own.is_out = false;
  posted->end();
}

void Executor::wait(double seconds, std::initializer_list<JobKind> kinds) {
  wait_until(seconds, [&] {
    return std::any_of(kinds.begin(), kinds.end(),
                       [&](JobKind kind) { return lane(kind).posted.has_value(); });
  });
}

void Executor::wait_any(double seconds) {
  if (!is_busy_beside({})) return;
  wait_until(seconds, [&] {
    return std::any_of(lanes_.begin(), lanes_.end(),
                       [](const Lane& lane) { return lane.posted.has_value(); });
  });
}

void Executor::wait_until(double seconds, const std::function<bool()>& is_there) {
  const SteadyClock::time_point until = after(seconds);
  if (mode_ == Mode::kSlices) {
    while (!is_there() && SteadyClock::now() < until && work(0)) {
    }
    return;
  }
  std::unique_lock lock(mutex_);
  arrived_.wait_until(lock, until, is_there);
}

bool Executor::stop(double seconds) {
  forget_all_but({JobKind::kRecentFiles, JobKind::kScores, JobKind::kProgress, JobKind::kLecture});
  if (mode_ == Mode::kSlices) work(seconds);
  std::unique_lock lock(mutex_);
  return ended_.wait_until(lock, after(seconds), [this] {
    return std::none_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
      return lane.is_working || lane.waiting.has_value();
    });
  });
}

void Executor::forget_all_but(std::initializer_list<JobKind> kinds) {
  for (size_t i = 0; i < lanes_.size(); ++i) {
    const auto kind = static_cast<JobKind>(i);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) forget(kind);
  }
}

// One thread's: the newest job of a kind, one after another.
void Executor::loop(Lane& lane) {
  std::unique_lock lock(mutex_);
  while (true) {
    lane.wake.wait(lock, [&] { return ends_ || lane.waiting.has_value(); });
    if (ends_) return;
    lane.is_working = true;
    {
      std::optional<Task> task = std::exchange(lane.waiting, std::nullopt);
      lock.unlock();
      while (step(*task->ticket, task->job, base::Slice::kUsual)) {
      }
    }
    lock.lock();
    lane.is_working = false;
    ended_.notify_all();
    arrived_.notify_all();
  }
}

void Executor::work_on(Lane& lane) {
  if (lane.waiting) lane.current = std::exchange(lane.waiting, std::nullopt);
  if (!step(*lane.current->ticket, lane.current->job, base::Slice::kUsual)) lane.current.reset();
}

// Slice by slice, first what somebody waits for; false: there is nothing to do.
bool Executor::work(double seconds) {
  const SteadyClock::time_point until = after(seconds);
  bool has_worked = false;
  do {
    const auto lane = std::find_if(lanes_.begin(), lanes_.end(), [](const Lane& one) {
      return one.waiting.has_value() || one.current.has_value();
    });
    if (lane == lanes_.end()) return has_worked;
    work_on(*lane);
    has_worked = true;
  } while (SteadyClock::now() < until);
  return true;
}

}  // namespace warplens::gui
