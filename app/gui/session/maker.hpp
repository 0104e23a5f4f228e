// Makes runs and moments off the painting path, and reads texts (what is opened, a launch to
// guess): a job thread each, so that steps in the last run go on while the next is made, and an
// inbox that the session empties between frames.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/gui/scene/moment.hpp"
#include "app/gui/session/job_thread.hpp"
#include "app/gui/session/making.hpp"
#include "app/gui/session/prepared.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/program.hpp"
#include "sim/prepare/request.hpp"
#include "sim/run/run.hpp"

namespace warplens::gui {

// A run that takes a while is posted once its recorded block is through, twice a second from then
// on, and at its end.
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
struct MomentDone {
  uint64_t id = 0;
  std::shared_ptr<const Prepared> prepared;
  std::shared_ptr<const Prepared::Steps> steps;  // of it
  std::shared_ptr<const scene::Moment> moment;
  std::string failure;  // why there is none; else empty
};
// What the session does with the end of a text's job, between frames.
using TextEnd = std::function<void()>;

class Maker {
 public:
  explicit Maker(bool use_threads);
  ~Maker();

  // The newest job of each kind wins; a run in progress is cancelled by the next. Ids grow.
  // `from`: the launches shown, of which the run may be made.
  uint64_t start_run(prepare::Request request, std::vector<std::shared_ptr<const Prepared>> from,
                     Making making);
  uint64_t start_moment(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
                        uint32_t lane);
  void cancel_run();
  // Reading and compiling a text: `work` on a thread, then what it returns is for the session. The
  // newest wins here, too.
  using TextWork = std::function<TextEnd(const std::atomic<bool>& cancelled)>;
  void start_text(TextWork work, std::function<void(const std::string& why)> failed);
  void cancel_text();

  // What has been finished since, only if it is the newest of its kind.
  std::optional<RunDone> take_run();
  std::optional<MomentDone> take_moment();
  std::optional<TextEnd> take_text();           // of one that was not cancelled
  bool run_is_out() const { return run_out_; }  // requested and not yet taken
  bool moment_is_out() const { return moment_out_; }
  bool text_is_out() const { return text_out_; }
  struct Progress {
    float share = 0;                     // of the launch's blocks, 0 to 1
    std::optional<double> seconds_left;  // nothing while it is too early to say
  };
  Progress progress() const;  // of the run
  // Returns when something is finished, or after the time.
  void wait(double seconds);
  // Cancels everything and waits for it, `seconds` at most; nothing can be started then. False if
  // something goes on.
  bool stop(double seconds);

 private:
  struct Ticket {
    std::atomic<bool> cancelled{false};
    std::atomic<float> share{0};
    std::atomic<double> seconds_left{-1};  // negative: unknown
  };
  struct RunJob;
  void post(RunDone done);
  void post(MomentDone done);
  void post(uint64_t text, TextEnd end);
  void note_replayed(const std::shared_ptr<const Prepared>& prepared);
  std::shared_ptr<const prepare::HostDefaults> host_of(const prepare::Request& request,
                                                       const lang::Unit& unit);

  uint64_t last_run_ = 0, last_moment_ = 0, last_text_ = 0;
  bool run_out_ = false, moment_out_ = false, text_out_ = false;
  std::shared_ptr<Ticket> ticket_, text_ticket_;

  // What host code launches, of the text that ran last. The runs' thread alone uses it.
  struct Host {
    std::string text, device;
    std::vector<launch::Definition> defines;
    std::shared_ptr<const prepare::HostDefaults> defaults;
  } host_;

  // The last runs that moments were made of; the moments' thread alone uses them.
  std::vector<std::weak_ptr<const Prepared>> replayed_;

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::optional<RunDone> run_;
  std::optional<MomentDone> moment_;
  std::optional<std::pair<uint64_t, TextEnd>> text_;
  JobThread runs_, moments_, texts_;  // last: their jobs use the inbox
};

}  // namespace warplens::gui
