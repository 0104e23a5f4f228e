// Which lanes execute is followed once somebody looks, by executing the chosen block again; beside
// each branch is what a compiler makes of it.
#include "app/session/session_impl.hpp"

namespace warplens::gui {

void Session::Impl::update_divergence() {
  const bool is_wanted =
      model.options.page == Page::kDivergence && model.run != nullptr && !model.busy;
  if (is_wanted)
    derived_.divergence.want(model.run, model.run, [&] { return with_masks(model.run); });
  model.divergence = derived_.divergence.trial();
  const std::shared_ptr<const scene::DivergenceScene>& scene = model.divergence.results;
  if (scene == nullptr || model.divergence.of != model.run) {
    model.branches = nullptr;
    derived_.branches.forget();
    return;
  }
  model.branches = derived_.branches.of({scene, model.compiled}, [&] {
    return std::make_shared<const scene::CompiledBranches>(scene::compiled_branches(
        *model.run, *scene, model.compiled.kernel.get(), model.compiled.problem));
  });
}

}  // namespace warplens::gui
