// Makes the moments of a run that are shown, beside the frame.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/moment.hpp"
#include "app/session/executor.hpp"
#include "app/session/prepared.hpp"
#include "sim/base/slice.hpp"

namespace warplens::gui {

struct MomentDone {
  std::shared_ptr<const Prepared> prepared;
  std::shared_ptr<const Prepared::Steps> steps;  // of it
  std::shared_ptr<const scene::Moment> moment;
  std::string failure;  // why there is none; else empty
};

// One moment, a slice at a time: the replay, what is drawn of all steps, what the text offers.
class MomentMaking {
 public:
  MomentMaking(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp,
               uint32_t lane);
  // `note` is called with the run once it has a replay.
  using Note = std::function<void(const std::shared_ptr<const Prepared>&)>;
  base::Progress advance(base::Slice& slice, const Note& note);
  MomentDone take() { return std::move(done_); }  // when it is done

 private:
  base::Progress advance_replayed(base::Slice& slice);

  const std::shared_ptr<const Prepared> prepared_;
  const uint32_t step_, warp_, lane_;
  std::shared_ptr<replay::Replay> replay_;
  Prepared::StepsMaking steps_;
  bool has_edits_ = false;
  MomentDone done_;
};

class MomentMaker {
 public:
  using Take = std::function<void(MomentDone)>;  // on the session's thread
  MomentMaker(Executor& executor, JobKind kind, Take take);

  // The newest wins.
  void start(std::shared_ptr<const Prepared> prepared, uint32_t step, uint32_t warp, uint32_t lane);
  bool is_out() const { return executor_.is_out(kind_); }

 private:
  // The last runs that moments were made of; the jobs' own.
  using Replayed = std::vector<std::weak_ptr<const Prepared>>;
  static void note_replayed(Replayed& replayed, const std::shared_ptr<const Prepared>& prepared);

  Executor& executor_;
  const JobKind kind_;
  const std::shared_ptr<const Take> take_;
  const std::shared_ptr<Replayed> replayed_;
};

}  // namespace warplens::gui
