// A job owns everything it needs; the inbox is the only thing shared.
#include "app/gui/session/maker.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/gui/ui/strings.hpp"

namespace warplens::gui {

namespace {

// Of a sequence's launches only these can be stepped through without beginning anew: each replay
// holds a copy of memory.
constexpr size_t kKeptReplays = 2;

}  // namespace

Maker::Maker(bool use_threads) : runs_(use_threads), moments_(use_threads), texts_(use_threads) {}

Maker::~Maker() {
  cancel_run();
  cancel_text();
}

uint64_t Maker::start_run(engine::Request request,
                          std::vector<std::shared_ptr<const Prepared>> from, Making making) {
  cancel_run();
  ticket_ = std::make_shared<Ticket>();
  const uint64_t id = ++last_run_;
  run_out_ = true;
  auto shared = std::make_shared<engine::Request>(std::move(request));
  const auto work = [this, id, shared, from = std::move(from), making, ticket = ticket_] {
    shared->cancelled = &ticket->cancelled;
    shared->progress = [ticket](uint64_t done, uint64_t blocks) {
      ticket->progress = blocks == 0 ? 0.0f : static_cast<float>(done) / static_cast<float>(blocks);
    };
    RunDone done;
    done.id = id;
    engine::Runs launches;
    for (const std::shared_ptr<const Prepared>& one : from) launches.push_back(one->run);
    const Made made = make_runs(std::move(*shared), launches, making);
    done.is_executed = made.is_executed;
    if (made.runs) {
      for (size_t i = 0; i < made.runs->size(); ++i) {
        const std::shared_ptr<const engine::Run>& run = (*made.runs)[i];
        done.launches.push_back(i < from.size() ? std::make_shared<const Prepared>(run, *from[i])
                                                : std::make_shared<const Prepared>(run));
      }
    } else {
      done.errors = made.runs.error();
    }
    post(std::move(done));
  };
  const auto failed = [this, id](const std::string& why) {
    RunDone done;
    done.id = id;
    done.errors = {base::placeless(why, "")};
    post(std::move(done));
  };
  runs_.submit({work, failed});
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
    if (const std::shared_ptr<engine::Replay> replay = prepared->replay()) {
      note_replayed(prepared);
      done.steps = prepared->steps();
      done.moment =
          scene::make_moment(*prepared->run, *replay, *done.steps->backdrop, step, warp, lane);
    } else {
      done.failure = ui::str(ui::Str::kContentsDropped);
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
  run_out_ = false;
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

float Maker::progress() const {
  return run_out_ && ticket_ != nullptr ? ticket_->progress.load() : 0.0f;
}

void Maker::wait(double seconds) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [this] { return run_ || moment_ || text_; });
}

}  // namespace warplens::gui
