// A job owns everything it needs; the inbox is the only thing shared.
#include "app/gui/session/maker.hpp"

#include <chrono>
#include <utility>

namespace warplens::gui {

namespace {

std::shared_ptr<const Prepared> prepare(std::shared_ptr<const engine::Run> run) {
  auto prepared = std::make_shared<Prepared>();
  prepared->run = run;
  if (run->recording != nullptr && run->recording->size() > 0) {
    prepared->replay = std::make_shared<engine::Replay>(run);
    prepared->backdrop = scene::make_backdrop(*run);
    prepared->timeline = scene::make_timeline(*run);
  }
  return prepared;
}

}  // namespace

Maker::Maker(bool use_threads) : runs_(use_threads), moments_(use_threads) {}

Maker::~Maker() {
  cancel_run();
}

uint64_t Maker::start_run(engine::Request request) {
  cancel_run();
  ticket_ = std::make_shared<Ticket>();
  const uint64_t id = ++last_run_;
  run_out_ = true;
  auto shared = std::make_shared<engine::Request>(std::move(request));
  runs_.submit([this, id, shared, ticket = ticket_] {
    shared->cancelled = &ticket->cancelled;
    shared->progress = [ticket](uint64_t done, uint64_t blocks) {
      ticket->progress = blocks == 0 ? 0.0f : static_cast<float>(done) / static_cast<float>(blocks);
    };
    RunDone done;
    done.id = id;
    auto runs = engine::run_sequence(std::move(*shared));
    if (runs) {
      for (const std::shared_ptr<const engine::Run>& run : *runs) {
        done.launches.push_back(prepare(run));
      }
    } else {
      done.errors = runs.error();
    }
    post(std::move(done));
  });
  return id;
}

uint64_t Maker::start_moment(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
                             uint32_t lane) {
  const uint64_t id = ++last_moment_;
  moment_out_ = true;
  moments_.submit([this, id, prepared = std::move(prepared), step, warp, lane] {
    MomentDone done;
    done.id = id;
    done.moment = scene::make_moment(*prepared->run, *prepared->replay, *prepared->backdrop, step,
                                     warp, lane);
    done.prepared = prepared;
    post(std::move(done));
  });
  return id;
}

void Maker::cancel_run() {
  if (ticket_ != nullptr) {
    ticket_->cancelled = true;
  }
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

float Maker::progress() const {
  return run_out_ && ticket_ != nullptr ? ticket_->progress.load() : 0.0f;
}

void Maker::wait(double seconds) {
  std::unique_lock lock(mutex_);
  arrived_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [this] { return run_.has_value() || moment_.has_value(); });
}

}  // namespace warplens::gui
