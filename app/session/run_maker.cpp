// A job owns all that it needs. Jobs of one kind follow each other, so that what they hand on has
// one owner at a time.
#include "app/session/run_maker.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "sim/base/time_left.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::gui {

namespace {

// A run that ends within this time is shown once, whole; of a longer one its counts are shown again
// and again.
constexpr std::chrono::milliseconds kSoon(100), kAgain(500);

}  // namespace

// What host code launches, of the text that ran last.
struct RunMaker::Host {
  std::string text, device;
  std::vector<launch::Definition> defines;
  std::shared_ptr<const prepare::HostDefaults> defaults;

  // Another launch of the same text has the same ones beside it. Null: they are not known.
  std::shared_ptr<const prepare::HostDefaults> find(const prepare::Request& request) const {
    const launch::Launch& launch = request.launch;
    const bool is_same =
        text == request.file.text() && device == launch.device && defines == launch.defines;
    return is_same ? defaults : nullptr;
  }

  void keep(const prepare::Request& request, std::shared_ptr<const prepare::HostDefaults> found) {
    const bool is_whole = request.cancelled == nullptr || !request.cancelled->load();
    if (is_whole)
      *this = {request.file.text(), request.launch.device, request.launch.defines,
               std::move(found)};
  }
};

// What is shown of a run, and what of it can be taken over for the next.
class RunMaker::Job {
 public:
  Job(uint64_t id, std::shared_ptr<const Take> take, std::shared_ptr<Host> host,
      std::shared_ptr<Counting> counting, prepare::Request request,
      std::vector<std::shared_ptr<const Prepared>> from, Making making)
      : id_(id),
        take_(std::move(take)),
        host_(std::move(host)),
        counting_(std::move(counting)),
        request_(std::move(request)),
        from_(std::move(from)),
        kind_(making) {}

  base::Progress step(Executor::Ticket& ticket, base::Slice& slice) {
    if (making_ == nullptr) begin(ticket);
    if (!made_) {
      if (making_->advance(slice) == base::Progress::kMore) {
        if (making_->sequence() != nullptr) report(ticket, *making_->sequence());
        return base::Progress::kMore;
      }
      made_ = making_->take();
    }
    if (made_->runs && find_host(*made_->runs, slice) == base::Progress::kMore)
      return base::Progress::kMore;
    ticket.post([take = take_, done = done_with(*made_)] { (*take)(done); });
    return base::Progress::kDone;
  }

 private:
  void begin(Executor::Ticket& ticket) {
    request_.cancelled = &ticket.cancelled();
    due_ = std::chrono::steady_clock::now() + kSoon;
    run::Runs runs;
    if (kind_ != Making::kExecute) {
      for (const std::shared_ptr<const Prepared>& one : from_) runs.push_back(one->run);
    }
    making_ = std::make_unique<RunMaking>(request_, std::move(runs), kind_);
  }

  // What host code launches beside them.
  base::Progress find_host(const run::Runs& runs, base::Slice& slice) {
    if (defaults_ == nullptr) defaults_ = host_->find(request_);
    if (defaults_ != nullptr || runs.empty()) return base::Progress::kDone;
    if (!search_) {
      unit_ = runs.front()->program->unit;
      search_.emplace(request_, *unit_);
    }
    if (search_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    defaults_ = std::make_shared<const prepare::HostDefaults>(
        prepare::defaults_of(*unit_, search_->take()));
    host_->keep(request_, defaults_);
    return base::Progress::kDone;
  }

  RunDone done_with(const run::Runs& runs) const {
    RunDone done;
    done.id = id_;
    if (!runs.empty()) done.host = defaults_;
    for (size_t i = 0; i < runs.size(); ++i) {
      done.launches.push_back(i < from_.size()
                                  ? std::make_shared<const Prepared>(runs[i], *from_[i])
                                  : std::make_shared<const Prepared>(runs[i]));
    }
    return done;
  }

  RunDone done_with(const Made& made) const {
    RunDone done;
    if (made.runs) {
      done = done_with(*made.runs);
    } else {
      done.errors = made.runs.error();
      done.failed_shared = prepare::static_shared_bytes(request_);
      done.program = program_without_launch();
    }
    done.id = id_;
    done.is_executed = made.is_executed;
    return done;
  }

  // Null: it has launches, cannot be run, or there is none.
  std::shared_ptr<const prepare::ReachedProgram> program_without_launch() const {
    if (!request_.program || request_.reached == nullptr) return nullptr;
    const auto reached = request_.reached->of(request_);  // it has run before
    return reached.ok() && (*reached)->launches.empty() ? *reached : nullptr;
  }

  void report(Executor::Ticket& ticket, const run::SequenceRun& sequence) {
    const run::SequenceRun::Position at = sequence.position();
    if (at.blocks == 0) return;
    counting_->share = static_cast<float>(at.blocks_done) / static_cast<float>(at.blocks);
    counting_->seconds_left = left_.after(at.blocks_done, at.blocks).value_or(-1);
    const auto now = std::chrono::steady_clock::now();
    if (at.launch != request_.shown_launch || now < due_) return;
    const run::Runs runs = sequence.so_far();
    if (runs.empty()) return;
    base::Slice own(base::Slice::kUsual, &ticket.cancelled());
    if (find_host(runs, own) == base::Progress::kMore) return;
    due_ = now + kAgain;
    RunDone part = done_with(runs);
    part.is_part = true;
    from_ = part.launches;
    ticket.post_part([take = take_, part = std::move(part)] { (*take)(part); });
  }

  const uint64_t id_;
  const std::shared_ptr<const Take> take_;
  const std::shared_ptr<Host> host_;
  const std::shared_ptr<Counting> counting_;
  prepare::Request request_;
  std::vector<std::shared_ptr<const Prepared>> from_;
  const Making kind_;
  std::unique_ptr<RunMaking> making_;
  std::optional<Made> made_;
  std::shared_ptr<const lang::Unit> unit_;  // that is searched
  std::optional<prepare::HostLaunchSearch> search_;
  std::shared_ptr<const prepare::HostDefaults> defaults_;  // null: not yet known
  base::TimeLeft left_ = {};
  std::chrono::steady_clock::time_point due_ = {};  // when a part is shown
};

RunMaker::RunMaker(Executor& executor, Take take)
    : executor_(executor),
      take_(std::make_shared<const Take>(std::move(take))),
      host_(std::make_shared<Host>()) {}

uint64_t RunMaker::start(prepare::Request request,
                         std::vector<std::shared_ptr<const Prepared>> from, Making making) {
  counting_ = std::make_shared<Counting>();
  const uint64_t id = ++last_;
  const std::shared_ptr<Job> job(
      new Job(id, take_, host_, counting_, std::move(request), std::move(from), making));
  const auto step = [job](Executor::Ticket& ticket, base::Slice& slice) {
    return job->step(ticket, slice);
  };
  const auto failed = [id, take = take_](const std::string& why) {
    RunDone done;
    done.id = id;
    done.errors = {base::placeless(why, "")};
    (*take)(std::move(done));
  };
  executor_.submit(JobKind::kRun, {step, failed});
  return id;
}

RunMaker::Progress RunMaker::progress() const {
  if (!is_out() || counting_ == nullptr) return {};
  const double left = counting_->seconds_left;
  return {counting_->share, left < 0 ? std::nullopt : std::optional(left)};
}

}  // namespace warplens::gui
