// How often elements are fetched is counted once somebody looks, by running the launches again.
#include "app/session/session_impl.hpp"

namespace warplens::gui {

// Of what the split window keeps.
void Session::Impl::note_kept(const prepare::Request& request, uint32_t launch) {
  split_.made_by = request;
  model.split_launch = launch;
}

void Session::Impl::update_heat() {
  const auto update = [&](OfRun<HeatScenes>& heat, const prepare::Request& request,
                          const RunPointer& run) {
    if (model.options.heat && run != nullptr && !model.busy)
      heat.want(run, run, [&] { return with_fetches(request); });
    return heat.trial();
  };
  model.heat = update(derived_.heat, shown_.request, model.run);
  model.split_heat = update(derived_.split_heat, split_.made_by, model.split.run);
}

}  // namespace warplens::gui
