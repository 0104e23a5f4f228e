#include "app/session/moment_maker.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

// Of a sequence's launches only these can be stepped through without beginning anew: each replay
// holds a copy of memory.
constexpr size_t kKeptReplays = 2;

}  // namespace

MomentMaking::MomentMaking(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
                           uint32_t lane)
    : prepared_(std::move(prepared)), step_(step), warp_(warp), lane_(lane), steps_(*prepared_) {
  done_.prepared = prepared_;
}

base::Progress MomentMaking::advance(base::Slice& slice, const Note& note) {
  if (replay_ == nullptr) {
    replay_ = prepared_->replay();
    if (replay_ == nullptr) {
      done_.failure =
          label("The arrays of this launch were dropped to make room for the run in progress.");
      return base::Progress::kDone;
    }
    note(prepared_);
  }
  try {
    return advance_replayed(slice);
  } catch (...) {
    prepared_->forget_replay();  // it may be half moved
    throw;
  }
}

base::Progress MomentMaking::advance_replayed(base::Slice& slice) {
  if (steps_.advance(slice) == base::Progress::kMore ||
      replay_->go_to(step_, slice) == base::Progress::kMore)
    return base::Progress::kMore;
  if (!std::exchange(has_edits_, true)) {
    prepared_->edits();  // here, so that no frame waits for them
    slice.spend(base::Slice::kUsual);
  }
  if (slice.is_over()) return base::Progress::kMore;
  done_.steps = steps_.steps();
  done_.moment =
      scene::make_moment(*prepared_->run, *replay_, *done_.steps->backdrop, step_, warp_, lane_);
  return base::Progress::kDone;
}

MomentMaker::MomentMaker(Executor& executor, JobKind kind, Take take)
    : executor_(executor),
      kind_(kind),
      take_(std::make_shared<const Take>(std::move(take))),
      replayed_(std::make_shared<Replayed>()) {}

void MomentMaker::start(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
                        uint32_t lane) {
  const auto making = std::make_shared<MomentMaking>(prepared, step, warp, lane);
  const auto work = [take = take_, replayed = replayed_, making](Executor::Ticket& ticket,
                                                                 base::Slice& slice) {
    const auto note = [&](const std::shared_ptr<const Prepared>& of) {
      note_replayed(*replayed, of);
    };
    if (making->advance(slice, note) == base::Progress::kMore) return base::Progress::kMore;
    ticket.post([take, done = making->take()] { (*take)(done); });
    return base::Progress::kDone;
  };
  const auto failed = [take = take_, prepared](const std::string& why) {
    (*take)(MomentDone{prepared, nullptr, nullptr, why});
  };
  executor_.submit(kind_, {work, failed});
}

void MomentMaker::note_replayed(Replayed& replayed,
                                const std::shared_ptr<const Prepared>& prepared) {
  std::erase_if(replayed, [&](const std::weak_ptr<const Prepared>& one) {
    return one.expired() || one.lock() == prepared;
  });
  replayed.push_back(prepared);
  if (replayed.size() <= kKeptReplays) return;
  if (const auto oldest = replayed.front().lock()) oldest->forget_replay();
  replayed.erase(replayed.begin());
}

}  // namespace warplens::gui
