// Values that follow from others: made again where what they are of has changed, at once or beside
// the frame; and what is tried beside the run shown when that is requested.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/session/executor.hpp"
#include "sim/base/sliced_work.hpp"
#include "sim/run/run.hpp"

namespace warplens::gui {

template <class Results>
struct Trial {
  bool is_running = false;
  std::shared_ptr<const run::Run> of;      // the run shown when it was requested
  std::shared_ptr<const Results> results;  // null until they are there
  std::string problem;                     // why there are none

  // Whether it is about this run: running, or ended.
  bool is_of(const std::shared_ptr<const run::Run>& run) const {
    return of == run && run != nullptr && (is_running || results != nullptr || !problem.empty());
  }
};

using base::SlicedWork;

template <class Results>
class TrialDesk {
 public:
  using Work = SlicedWork<Results>;

  TrialDesk(Executor& executor, JobKind kind) : executor_(executor), kind_(kind) {}

  // Another one in progress is cancelled.
  void start(Work work, std::shared_ptr<const run::Run> of) {
    trial_ = {true, std::move(of), nullptr, ""};
    const auto step = [this, work = std::move(work)](Executor::Ticket& ticket, base::Slice& slice) {
      std::optional<base::Checked<Results>> results = work(slice);
      if (!results) return base::Progress::kMore;
      ticket.post([this, results = std::make_shared<base::Checked<Results>>(std::move(*results))] {
        if (*results)
          end(std::make_shared<const Results>(std::move(**results)), "");
        else
          end(nullptr, results->error().front().message);
      });
      return base::Progress::kDone;
    };
    executor_.submit(kind_, {step, [this](const std::string& why) { end(nullptr, why); }});
  }
  void cancel() {
    executor_.forget(kind_);
    trial_ = {};
  }
  // The newest request's.
  const Trial<Results>& trial() const { return trial_; }

 private:
  void end(std::shared_ptr<const Results> results, std::string problem) {
    trial_.is_running = false;
    trial_.results = std::move(results);
    trial_.problem = std::move(problem);
  }

  Executor& executor_;
  const JobKind kind_;
  Trial<Results> trial_;
};

// Made beside the frame, of what its key says.
template <class Key, class Results>
class Derived {
 public:
  Derived(Executor& executor, JobKind kind) : desk_(executor, kind) {}

  // `make` gives the work where the key is another one than last time. `of`: as Trial has it.
  template <class Make>
  const Trial<Results>& want(const Key& key, std::shared_ptr<const run::Run> of, const Make& make) {
    if (!(key_ == key)) {
      desk_.start(make(), std::move(of));
      key_ = key;
    }
    return desk_.trial();
  }
  // Of the key that was wanted last.
  const Trial<Results>& trial() const { return desk_.trial(); }
  bool is_of(const Key& key) const { return key_ == key; }
  void forget() {
    desk_.cancel();
    key_.reset();
  }

 private:
  TrialDesk<Results> desk_;
  std::optional<Key> key_;
};

// Made at once: it takes no time to speak of.
template <class Key, class Value>
class Kept {
 public:
  // `make` gives the value where the key is another one than last time.
  template <class Make>
  const Value& of(const Key& key, const Make& make) {
    if (!(key_ == key)) {
      value_ = make();
      key_ = key;
    }
    return value_;
  }
  const std::optional<Key>& key() const { return key_; }  // none: no value yet
  void forget() {
    key_.reset();
    value_ = {};
  }

 private:
  std::optional<Key> key_;
  Value value_{};
};

}  // namespace warplens::gui
