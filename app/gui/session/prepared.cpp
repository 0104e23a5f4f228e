// Backdrop first: the timeline takes the phases' parts from its pass over the recording.
#include "app/gui/session/prepared.hpp"

#include "sim/base/assert.hpp"

namespace warplens::gui {

std::shared_ptr<const Prepared::Steps> Prepared::steps() const {
  WL_ASSERT(has_steps(), "only a run with steps is drawn step by step");
  {
    const std::lock_guard lock(mutex_);
    if (steps_ != nullptr) return steps_;
  }
  auto made = std::make_shared<Steps>();  // unlocked: who forgets does not wait for it
  made->backdrop = scene::make_backdrop(*run);
  made->timeline = scene::make_timeline(*run, made->backdrop->phase_parts());
  const std::lock_guard lock(mutex_);
  steps_ = made;
  return made;
}

void Prepared::forget_steps() const {
  const std::lock_guard lock(mutex_);
  steps_ = nullptr;
}

std::shared_ptr<engine::Replay> Prepared::replay() const {
  WL_ASSERT(has_steps(), "only a run with steps is replayed");
  {
    const std::lock_guard lock(mutex_);
    if (replay_ != nullptr) return replay_;
  }
  auto before = run->memory_before_block->get();
  if (before == nullptr) return nullptr;
  auto made = std::make_shared<engine::Replay>(run, std::move(before));
  const std::lock_guard lock(mutex_);
  replay_ = made;
  return made;
}

void Prepared::forget_replay() const {
  const std::lock_guard lock(mutex_);
  replay_ = nullptr;
}

}  // namespace warplens::gui
