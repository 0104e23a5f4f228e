// Makes the runs that are shown, beside the frame: steps in the last run go on meanwhile.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/executor.hpp"
#include "app/session/making.hpp"
#include "app/session/prepared.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::gui {

// A run that takes a while is delivered once its recorded block is through, twice a second from
// then on, and at its end.
struct RunDone {
  uint64_t id = 0;
  bool is_part = false;      // of the last launch other blocks are still to be run
  base::Diagnostics errors;  // if it could not run
  // Then of a program that ran, but launched nothing: what it did.
  std::shared_ptr<const prepare::ReachedProgram> program;
  std::optional<uint64_t> failed_shared;  // then: prepare::static_shared_bytes of what was wanted
  std::vector<std::shared_ptr<const Prepared>> launches;  // else: one after another
  bool is_executed = false;                               // as Made has it
  std::shared_ptr<const prepare::HostDefaults> host;      // of the text, if it ran
};

class RunMaker {
 public:
  using Take = std::function<void(RunDone)>;  // on the session's thread
  RunMaker(Executor& executor, Take take);

  // The newest wins. Ids grow. `from`: the launches shown, of which the run may be made.
  uint64_t start(prepare::Request request, std::vector<std::shared_ptr<const Prepared>> from,
                 Making making);
  // What it has counted until then is delivered.
  void cancel() { executor_.cancel(JobKind::kRun); }
  bool is_out() const { return executor_.is_out(JobKind::kRun); }
  struct Progress {
    float share = 0;                     // of the launch's blocks, 0 to 1
    std::optional<double> seconds_left;  // nothing while it is too early to say
  };
  Progress progress() const;

 private:
  struct Counting {
    std::atomic<float> share{0};
    std::atomic<double> seconds_left{-1};  // negative: unknown
  };
  struct Host;
  class Job;

  Executor& executor_;
  const std::shared_ptr<const Take> take_;
  uint64_t last_ = 0;
  std::shared_ptr<Counting> counting_;  // of the newest
  const std::shared_ptr<Host> host_;    // the jobs' own
};

}  // namespace warplens::gui
