// How warps hide latency is worked out once somebody looks, and again for what is tried; the
// block's instructions are followed once, and what only moves the strip runs no model.
#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {

void Session::Impl::update_hiding() {
  const bool is_wanted = model.options.page == Page::kHiding && model.run != nullptr && !model.busy;
  const HidingTrial& trial = hiding_.update();
  const bool is_known = trial.is_of(model.run) && hiding_tried_ == model.options.hiding;
  if (is_wanted && !is_known) {
    // What is in view, and not the trial's: while a value is dragged, that one has no results yet.
    const auto before = model.hiding.of == model.run ? model.hiding.results : nullptr;
    hiding_tried_ = model.options.hiding;
    hiding_.start(with_hiding(model.run, before, hiding_tried_), model.run);
  }
  const HidingTrial& now = hiding_.update();
  // What was there stays in view until the new one is.
  const bool keeps = now.is_running && model.hiding.of == now.of && model.hiding.results != nullptr;
  if (!keeps) model.hiding = now;
}

}  // namespace warplens::gui
