#include "app/session/split.hpp"

#include <utility>

#include "app/session/selection.hpp"

namespace warplens::gui {

SplitDesk::SplitDesk(Executor& executor)
    : moments_(executor, JobKind::kSplitMoment, [this](MomentDone done) {
        if (kept_ != nullptr && done.prepared == kept_ && split_.step)
          split_.moment = std::move(done.moment);
      }) {}

bool SplitDesk::keep(std::shared_ptr<const run::Run> run,
                     std::vector<launch::Definition> settings) {
  auto prepared = std::make_shared<const Prepared>(std::move(run));
  // The replay holds on to the contents, which the store may drop from then on.
  if (!prepared->has_steps() || !prepared->has_contents() || prepared->replay() == nullptr)
    return false;
  kept_ = std::move(prepared);
  split_ = {kept_->run, std::move(settings), std::nullopt, nullptr, "", "", "", ""};
  followed_ = nullptr;
  return true;
}

void SplitDesk::name_edit(std::string name, std::string edited_text) {
  split_.edit_name = std::move(name);
  split_.edited_text = std::move(edited_text);
}

void SplitDesk::name_sides(std::string kept, std::string shown) {
  split_.kept_name = std::move(kept);
  split_.shown_name = std::move(shown);
}

void SplitDesk::close() {
  kept_ = nullptr;
  split_ = {};
  followed_ = nullptr;
}

void SplitDesk::follow(const std::shared_ptr<const run::Run>& shown, const Selection& selection) {
  if (kept_ == nullptr || shown == nullptr || shown->recording == nullptr) return;
  if (followed_ == shown && followed_step_ == selection.step && followed_lane_ == selection.lane)
    return;
  split_.step = step_like(*shown, selection.step);
  followed_ = shown;
  followed_step_ = selection.step;
  followed_lane_ = selection.lane;
  if (!split_.step) {
    split_.moment = nullptr;
    return;
  }
  const uint32_t warp = kept_->run->recording->heads[*split_.step].warp;
  moments_.start(kept_, *split_.step, warp, selection.lane);
}

// Looking for it reads the recording: of the step that is followed it is known.
std::optional<uint32_t> SplitDesk::step_like(const run::Run& shown, uint32_t step) const {
  if (followed_.get() == &shown && followed_step_ == step) return split_.step;
  return same_access(shown, step, *kept_->run);
}

uint32_t SplitDesk::passes_like(const run::Run& shown, uint32_t step) const {
  if (kept_ == nullptr || shown.recording == nullptr) return 0;
  const std::optional<uint32_t> like = step_like(shown, step);
  return like ? (*kept_->run->costs)[*like].paid : 0;
}

}  // namespace warplens::gui
