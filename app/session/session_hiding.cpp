// How warps hide latency is worked out once somebody looks, and again for what is tried; the
// block's instructions are followed once, and what only moves the strip runs no model.
#include "app/session/session_impl.hpp"

namespace warplens::gui {

void Session::Impl::update_hiding() {
  if (model.options.page == Page::kHiding && model.run != nullptr && !model.busy) {
    // What is in view, and not the trial's: while a value is dragged, that one has no results yet.
    const auto before = model.hiding.of == model.run ? model.hiding.results : nullptr;
    derived_.hiding.want({model.run, model.options.hiding}, model.run,
                         [&] { return with_hiding(model.run, before, model.options.hiding); });
  }
  const HidingTrial& now = derived_.hiding.trial();
  // What was there stays in view until the new one is.
  const bool keeps = now.is_running && model.hiding.of == now.of && model.hiding.results != nullptr;
  if (!keeps) model.hiding = now;
}

}  // namespace warplens::gui
