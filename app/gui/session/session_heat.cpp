// How often elements are fetched is counted once somebody looks, by running the launches again.
#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {

// Of what the split window keeps.
void Session::Impl::note_kept(const prepare::Request& request, uint32_t launch) {
  split_request_ = request;
  model.split_launch = launch;
}

void Session::Impl::update_heat() {
  const auto update = [&](TrialDesk<HeatScenes>& desk, const prepare::Request& request,
                          const std::shared_ptr<const run::Run>& run) {
    const bool is_wanted = model.options.heat && run != nullptr && !model.busy;
    if (is_wanted && !desk.update().is_of(run)) desk.start(with_fetches(request), run);
    return desk.update();
  };
  model.heat = update(heat_, shown_request_, model.run);
  model.split_heat = update(split_heat_, split_request_, model.split.run);
}

}  // namespace warplens::gui
