// Backdrop first: the timeline takes the phases' parts from its pass over the recording.
#include "app/session/prepared.hpp"

#include <algorithm>
#include <optional>

#include "sim/base/assert.hpp"
#include "sim/edit/possible_edits.hpp"

namespace warplens::gui {

namespace {

// Parts of the text that can be left out, and updates that are lost, which atomics would keep.
std::vector<edit::Edit> edits_of(const run::Run& run) {
  std::vector<edit::Edit> edits = edit::possible_edits(*run.program);
  for (const observe::Finding& finding : run.findings) {
    if (finding.kind != observe::FindingKind::kLostUpdate) continue;
    std::optional<edit::Edit> atomic = edit::with_atomic(*run.program, finding.span);
    if (atomic) edits.push_back(std::move(*atomic));
  }
  std::stable_sort(edits.begin(), edits.end(), [](const edit::Edit& a, const edit::Edit& b) {
    return a.place.begin < b.place.begin;
  });
  const auto is_same = [](const edit::Edit& a, const edit::Edit& b) {
    return a.place == b.place && a.change == b.change;
  };
  edits.erase(std::unique(edits.begin(), edits.end(), is_same), edits.end());
  return edits;
}

}  // namespace

Prepared::Prepared(std::shared_ptr<const run::Run> finished) : run(std::move(finished)) {}

Prepared::Prepared(std::shared_ptr<const run::Run> finished, const Prepared& like)
    : Prepared(std::move(finished)) {
  if (run->recording != like.run->recording) return;
  const std::lock_guard lock(like.mutex_);
  replay_ = like.replay_;
  if (like.steps_ == nullptr) return;
  backdrop_ = like.steps_->backdrop;
  if (run->costs == like.run->costs) steps_ = like.steps_;
}

const std::vector<edit::Edit>& Prepared::edits() const {
  std::call_once(edits_asked_, [this] { edits_ = edits_of(*run); });
  return edits_;
}

std::shared_ptr<const Prepared::Steps> Prepared::steps() const {
  WL_ASSERT(has_steps(), "only a run with steps is drawn step by step");
  StepsMaking making(*this);
  base::Slice whole(base::Slice::kWhole);
  making.advance(whole);
  return making.steps();
}

// Unlocked, but for what is there already: who forgets does not wait for it.
base::Progress Prepared::StepsMaking::advance(base::Slice& slice) {
  if (steps_ != nullptr) return base::Progress::kDone;
  if (backdrop_ == nullptr && !making_) {
    const std::lock_guard lock(of_.mutex_);
    steps_ = of_.steps_;
    if (steps_ != nullptr) return base::Progress::kDone;
    backdrop_ = of_.backdrop_;
    if (backdrop_ == nullptr) making_.emplace(*of_.run);
  }
  if (making_) {
    if (making_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    backdrop_ = std::make_shared<const scene::Backdrop>(making_->take());
    making_.reset();
    slice.spend(base::Slice::kUsual);
  }
  if (!timeline_) timeline_.emplace(*of_.run, backdrop_->phase_parts());
  if (timeline_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
  steps_ = std::make_shared<Steps>(Steps{backdrop_, timeline_->take()});
  const std::lock_guard lock(of_.mutex_);
  of_.steps_ = steps_;
  return base::Progress::kDone;
}

bool Prepared::are_steps_made() const {
  const std::lock_guard lock(mutex_);
  return steps_ != nullptr;
}

void Prepared::forget_steps() const {
  const std::lock_guard lock(mutex_);
  steps_ = nullptr;
  backdrop_ = nullptr;
}

std::shared_ptr<replay::Replay> Prepared::replay() const {
  WL_ASSERT(has_steps(), "only a run with steps is replayed");
  {
    const std::lock_guard lock(mutex_);
    if (replay_ != nullptr) return replay_;
  }
  auto before = run->memory_before_block->get();
  if (before == nullptr) return nullptr;
  auto made = std::make_shared<replay::Replay>(run, std::move(before));
  const std::lock_guard lock(mutex_);
  replay_ = made;
  return made;
}

void Prepared::forget_replay() const {
  const std::lock_guard lock(mutex_);
  replay_ = nullptr;
}

}  // namespace warplens::gui
