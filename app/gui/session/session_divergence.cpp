// Which lanes execute is followed once somebody looks, by executing the chosen block again.
#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {

void Session::Impl::update_divergence() {
  const bool is_wanted =
      model.options.page == Page::kDivergence && model.run != nullptr && !model.busy;
  if (is_wanted && !divergence_.update().is_of(model.run))
    divergence_.start(with_masks(model.run), model.run);
  model.divergence = divergence_.update();
}

}  // namespace warplens::gui
