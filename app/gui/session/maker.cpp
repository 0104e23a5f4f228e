// A job owns everything it needs; the inbox is the only thing shared.
#include "app/gui/session/maker.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/base/time_left.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/run/sequence_run.hpp"

namespace warplens::gui {

namespace {

// Of a sequence's launches only these can be stepped through without beginning anew: each replay
// holds a copy of memory.
constexpr size_t kKeptReplays = 2;

// A run that ends within this time is shown once, whole; of a longer one its counts are shown again
// and again.
constexpr std::chrono::milliseconds kSoon(100), kAgain(500);

}  // namespace

Maker::Maker(bool use_threads) : runs_(use_threads), moments_(use_threads), texts_(use_threads) {}

Maker::~Maker() {
  cancel_run();
  cancel_text();
}

// What is shown of a run, and what of it can be taken over for the next.
struct Maker::RunJob {
  Maker& maker;
  const uint64_t id;
  const std::shared_ptr<Ticket> ticket;
  prepare::Request request;
  const Making making;
  std::vector<std::shared_ptr<const Prepared>> from;
  base::TimeLeft left = {};
  std::chrono::steady_clock::time_point due = {};  // when a part is shown

  RunDone done_with(const run::Runs& runs) const {
    RunDone done;
    done.id = id;
    if (!runs.empty()) done.host = maker.host_of(request, *runs.front()->program->unit);
    for (size_t i = 0; i < runs.size(); ++i) {
      done.launches.push_back(i < from.size() ? std::make_shared<const Prepared>(runs[i], *from[i])
                                              : std::make_shared<const Prepared>(runs[i]));
    }
    return done;
  }

  void report(const run::SequenceRun& sequence) {
    const run::SequenceRun::Position at = sequence.position();
    if (at.blocks == 0) return;
    ticket->share = static_cast<float>(at.blocks_done) / static_cast<float>(at.blocks);
    ticket->seconds_left = left.after(at.blocks_done, at.blocks).value_or(-1);
    const auto now = std::chrono::steady_clock::now();
    if (at.launch != request.shown_launch || now < due) return;
    const run::Runs runs = sequence.so_far();
    if (runs.empty()) return;
    due = now + kAgain;
    RunDone part = done_with(runs);
    part.is_part = true;
    from = part.launches;
    maker.post(std::move(part));
  }

  // Null: it has launches, cannot be run, or there is none.
  std::shared_ptr<const prepare::ReachedProgram> program_without_launch() const {
    if (!request.program || request.reached == nullptr) return nullptr;
    const auto reached = request.reached->of(request);  // it has run before
    return reached.ok() && (*reached)->launches.empty() ? *reached : nullptr;
  }

  void run() {
    request.cancelled = &ticket->cancelled;
    due = std::chrono::steady_clock::now() + kSoon;
    run::Runs runs;
    if (making != Making::kExecute) {
      for (const std::shared_ptr<const Prepared>& one : from) runs.push_back(one->run);
    }
    const Made made =
        make_runs(request, runs, making, [this](const run::SequenceRun& now) { report(now); });
    RunDone done;
    if (made.runs) {
      done = done_with(*made.runs);
    } else {
      done.errors = made.runs.error();
      done.failed_shared = prepare::static_shared_bytes(request);
      done.program = program_without_launch();
    }
    done.id = id;
    done.is_executed = made.is_executed;
    maker.post(std::move(done));
  }
};

// Another launch of the same text has the same ones beside it.
std::shared_ptr<const prepare::HostDefaults> Maker::host_of(const prepare::Request& request,
                                                            const lang::Unit& unit) {
  const launch::Launch& launch = request.launch;
  const bool is_same = host_.defaults != nullptr && host_.text == request.file.text() &&
                       host_.device == launch.device && host_.defines == launch.defines;
  if (is_same) return host_.defaults;
  const auto found =
      std::make_shared<const prepare::HostDefaults>(prepare::explored_defaults(request, unit));
  const bool is_whole = request.cancelled == nullptr || !request.cancelled->load();
  if (is_whole) host_ = {request.file.text(), launch.device, launch.defines, found};
  return found;
}

uint64_t Maker::start_run(prepare::Request request,
                          std::vector<std::shared_ptr<const Prepared>> from, Making making) {
  cancel_run();
  ticket_ = std::make_shared<Ticket>();
  const uint64_t id = ++last_run_;
  run_out_ = true;
  const std::shared_ptr<RunJob> job(
      new RunJob{*this, id, ticket_, std::move(request), making, std::move(from)});
  const auto failed = [this, id](const std::string& why) {
    RunDone done;
    done.id = id;
    done.errors = {base::placeless(why, "")};
    post(std::move(done));
  };
  runs_.submit({[job] { job->run(); }, failed});
  return id;
}

uint64_t Maker::start_moment(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
                             uint32_t lane) {
  const uint64_t id = ++last_moment_;
  moment_out_ = true;
  const auto work = [this, id, prepared, step, warp, lane] {
    MomentDone done;
    done.id = id;
    done.prepared = prepared;
    if (const std::shared_ptr<replay::Replay> replay = prepared->replay()) {
      note_replayed(prepared);
      done.steps = prepared->steps();
      prepared->edits();  // here, so that no frame waits for them
      done.moment =
          scene::make_moment(*prepared->run, *replay, *done.steps->backdrop, step, warp, lane);
    } else {
      done.failure =
          label("The arrays of this launch were dropped to make room for the run in progress.");
    }
    post(std::move(done));
  };
  const auto failed = [this, id, prepared](const std::string& why) {
    prepared->forget_replay();  // it may be half moved
    post(MomentDone{id, prepared, nullptr, nullptr, why});
  };
  moments_.submit({work, failed});
  return id;
}

void Maker::note_replayed(const std::shared_ptr<const Prepared>& prepared) {
  std::erase_if(replayed_, [&](const std::weak_ptr<const Prepared>& one) {
    return one.expired() || one.lock() == prepared;
  });
  replayed_.push_back(prepared);
  if (replayed_.size() <= kKeptReplays) return;
  if (const auto oldest = replayed_.front().lock()) oldest->forget_replay();
  replayed_.erase(replayed_.begin());
}

void Maker::start_text(TextWork work, std::function<void(const std::string&)> failed) {
  cancel_text();
  text_ticket_ = std::make_shared<Ticket>();
  const uint64_t id = ++last_text_;
  text_out_ = true;
  texts_.submit({[this, id, ticket = text_ticket_, work = std::move(work)] {
                   post(id, work(ticket->cancelled));
                 },
                 [this, id, failed = std::move(failed)](const std::string& why) {
                   post(id, [failed, why] { failed(why); });
                 }});
}

void Maker::cancel_run() {
  if (ticket_ != nullptr) {
    ticket_->cancelled = true;
  }
}

void Maker::cancel_text() {
  if (text_ticket_ != nullptr) {
    text_ticket_->cancelled = true;
  }
}

bool Maker::stop(double seconds) {
  cancel_run();
  cancel_text();
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  const auto left = [&] {
    return std::max(std::chrono::duration<double>(end - std::chrono::steady_clock::now()).count(),
                    0.0);
  };
  const bool runs = runs_.stop(left());
  const bool moments = moments_.stop(left());
  const bool texts = texts_.stop(left());
  return runs && moments && texts;
}

void Maker::post(RunDone done) {
  {
    const std::lock_guard lock(mutex_);
    run_ = std::move(done);
  }
  arrived_.notify_all();
}

void Maker::post(MomentDone done) {
  {
    const std::lock_guard lock(mutex_);
    moment_ = std::move(done);
  }
  arrived_.notify_all();
}

void Maker::post(uint64_t text, TextEnd end) {
  {
    const std::lock_guard lock(mutex_);
    text_.emplace(text, std::move(end));
  }
  arrived_.notify_all();
}

std::optional<RunDone> Maker::take_run() {
  runs_.pump();
  const std::lock_guard lock(mutex_);
  std::optional<RunDone> done = std::exchange(run_, std::nullopt);
  if (!done || done->id != last_run_) {
    return std::nullopt;
  }
  run_out_ = done->is_part;
  return done;
}

std::optional<MomentDone> Maker::take_moment() {
  moments_.pump();
  const std::lock_guard lock(mutex_);
  std::optional<MomentDone> done = std::exchange(moment_, std::nullopt);
  if (!done || done->id != last_moment_) {
    return std::nullopt;
  }
  moment_out_ = false;
  return done;
}

std::optional<TextEnd> Maker::take_text() {
  texts_.pump();
  std::optional<std::pair<uint64_t, TextEnd>> done;
  {
    const std::lock_guard lock(mutex_);
    done = std::exchange(text_, std::nullopt);
  }
  if (!done || done->first != last_text_) {
    return std::nullopt;
  }
  text_out_ = false;
  return text_ticket_->cancelled ? std::nullopt : std::optional(std::move(done->second));
}

Maker::Progress Maker::progress() const {
  if (!run_out_ || ticket_ == nullptr) return {};
  const double left = ticket_->seconds_left;
  return {ticket_->share, left < 0 ? std::nullopt : std::optional(left)};
}

void Maker::wait(double seconds) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [this] { return run_ || moment_ || text_; });
}

}  // namespace warplens::gui
