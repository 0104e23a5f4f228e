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

MomentMaker::MomentMaker(Executor& executor, JobKind kind, Take take)
    : executor_(executor),
      kind_(kind),
      take_(std::make_shared<const Take>(std::move(take))),
      replayed_(std::make_shared<Replayed>()) {}

void MomentMaker::start(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
                        uint32_t lane) {
  const auto work = [take = take_, replayed = replayed_, prepared, step, warp,
                     lane](Executor::Ticket& ticket) {
    MomentDone done;
    done.prepared = prepared;
    if (const std::shared_ptr<replay::Replay> replay = prepared->replay()) {
      note_replayed(*replayed, prepared);
      try {
        done.steps = prepared->steps();
        prepared->edits();  // here, so that no frame waits for them
        done.moment =
            scene::make_moment(*prepared->run, *replay, *done.steps->backdrop, step, warp, lane);
      } catch (...) {
        prepared->forget_replay();  // it may be half moved
        throw;
      }
    } else {
      done.failure =
          label("The arrays of this launch were dropped to make room for the run in progress.");
    }
    ticket.post([take, done = std::move(done)] { (*take)(done); });
  };
  const auto failed = [take = take_, prepared](const std::string& why) {
    (*take)(MomentDone{prepared, nullptr, nullptr, why});
  };
  executor_.submit(kind_, Executor::whole(work, failed));
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
