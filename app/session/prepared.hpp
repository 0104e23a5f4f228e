// A finished run and what its moments are made of: what is drawn of all its steps, which takes as
// much memory as the recording and only the launch that is shown has, and a replay.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "app/scene/backdrop.hpp"
#include "app/scene/timeline.hpp"
#include "sim/base/slice.hpp"
#include "sim/edit/edit.hpp"
#include "sim/replay/replay.hpp"

namespace warplens::gui {

class Prepared {
 public:
  struct Steps {
    std::shared_ptr<const scene::Backdrop> backdrop;
    std::shared_ptr<const scene::TimelineScene> timeline;
  };
  explicit Prepared(std::shared_ptr<const run::Run> finished);
  // Of the same recording as `like` has, what is drawn of `like` is drawn again, as far as it does
  // not depend on the device.
  Prepared(std::shared_ptr<const run::Run> finished, const Prepared& like);

  const std::shared_ptr<const run::Run> run;
  // That its text offers, in order of place. Looked for on the thread that asks first.
  const std::vector<edit::Edit>& edits() const;
  // Whether the block made an access that was recorded.
  bool has_steps() const { return run->recording != nullptr && run->recording->size() > 0; }
  // Made on the thread that asks first, which reads the whole recording. The run must have steps.
  std::shared_ptr<const Steps> steps() const;
  // Makes them, to be continued later.
  class StepsMaking;
  bool are_steps_made() const;
  // Frees them once another launch is shown; steps() makes them again.
  void forget_steps() const;

  // The run must have steps. False once its arrays' contents were dropped: moments need a replay.
  bool has_contents() const {
    return run->memory_before_block != nullptr && run->memory_before_block->get() != nullptr;
  }
  // For one thread at a time. Null where contents were dropped before there was a replay.
  std::shared_ptr<replay::Replay> replay() const;
  void forget_replay() const;

 private:
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Steps> steps_;
  mutable std::shared_ptr<const scene::Backdrop> backdrop_;  // that steps() need not make; or null
  mutable std::shared_ptr<replay::Replay> replay_;
  mutable std::once_flag edits_asked_;
  mutable std::vector<edit::Edit> edits_;
};

class Prepared::StepsMaking {
 public:
  // `of` outlives this.
  explicit StepsMaking(const Prepared& of) : of_(of) {}
  base::Progress advance(base::Slice& slice);
  const std::shared_ptr<const Steps>& steps() const { return steps_; }  // null until it is done

 private:
  const Prepared& of_;
  std::shared_ptr<const Steps> steps_;
  std::shared_ptr<const scene::Backdrop> backdrop_;
  std::optional<scene::Backdrop::Making> making_;  // of it
  std::optional<scene::TimelineMaking> timeline_;
};

}  // namespace warplens::gui
