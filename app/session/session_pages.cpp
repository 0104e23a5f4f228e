// The scenes of pages that have one of their own, whichever they are (scene/pages/pages.def): made
// once somebody looks, of what is given to all of them here. And what is tried on the pages, which
// belongs to the kernel shown.
#include "app/session/session_impl.hpp"

namespace warplens::gui {

namespace {

const model::Device& device_of(const std::string& id) {
  const model::Device* device = model::find_device(id);
  return device != nullptr ? *device : model::default_device();
}

// Blocks in an SM; 0: it is not known how many.
uint32_t blocks_in(const std::shared_ptr<const scene::OccupancyScene>& scene) {
  return scene != nullptr ? scene->facts.occupancy.blocks : 0;
}

}  // namespace

// Of another kernel nobody has tried anything: what is tried would be shown of it as a fact.
void Session::Impl::forget_tries() {
  scene::PageTries& tries = model.options;
  const bool is_whole = tries.hiding.is_whole;  // how much of the strip is looked at
  tries = {};
  tries.hiding.is_whole = is_whole;
}

// Also where the launch failed: the last good run has another block then. Nothing where no text has
// compiled.
std::optional<scene::LaunchOnDevice> Session::Impl::launch_on_device() const {
  scene::LaunchOnDevice launch;
  launch.run = model.run;
  launch.tried = model.options.occupancy;
  if (model.run != nullptr && model.diagnostics.empty()) {
    const machine::GridContext& context = *model.run->context;
    launch.compiled = model.compiled;
    launch.device = &device_of(model.run->device.id);
    launch.grid = context.grid;
    launch.block = context.block;
    launch.static_shared = model.run->program->static_shared_bytes;
    launch.shared = context.shared_bytes;
    for (const code::SharedArray& array : model.run->program->shared)
      launch.arrays.push_back(
          {array.name, array.is_dynamic ? context.shared_bytes - array.offset : array.bytes});
    return launch;
  }
  const bool has_failed = !model.diagnostics.empty();
  if (model.run == nullptr && !(has_failed && newest_.failed_shared)) return std::nullopt;
  launch.device = &device_of(model.launch.device);
  launch.grid = model.launch.grid;
  launch.block = model.launch.block;
  launch.static_shared =
      newest_.failed_shared ? *newest_.failed_shared : model.run->program->static_shared_bytes;
  launch.shared = launch.static_shared + model.launch.shared_bytes;
  return launch;
}

void Session::Impl::update_pages() {
  const Page open = model.options.page;
  const uint32_t blocks = blocks_in(model.occupancy);
  const bool is_run_there = model.run != nullptr && !model.busy;
  const scene::PageInputs now{model.run, open != Page::kSteps ? launch_on_device() : std::nullopt,
                              model.options};
#define WL_SLICED_PAGE(page, member, origin, needs) \
  derived_.pages.member.update(now, is_run_there&& open == Page::k##page, model.member);
#define WL_KEPT_PAGE(page, member, origin, needs) \
  derived_.pages.member.update(now, open == Page::k##page, model.member);
#include "app/scene/pages/pages.def"
  if (blocks_in(model.occupancy) != blocks) model.entering = 0;
  update_launch_list(now.launch);
}

// Looked for once a run, once somebody looks; until that is done, and while the next run is made,
// the last list stays.
void Session::Impl::update_launch_list(const std::optional<scene::LaunchOnDevice>& launch) {
  if (model.options.page != Page::kLimits || !launch) return;
  if (shown_.judged_id != 0 && !model.busy) {
    const bool has_failed = !model.diagnostics.empty();
    derived_.text_launches.want(shown_.judged_id, model.run, [&] {
      return with_text_launches(has_failed ? newest_.request : shown_.request);
    });
  }
  const Trial<prepare::TextLaunches>& trial = derived_.text_launches.trial();
  if (trial.is_running) return;
  model.launch_list = derived_.launch_list.of({trial.results, launch->device}, [&] {
    const bool is_shown = trial.results != nullptr && scene::has_other_launches(*trial.results);
    return is_shown ? std::make_shared<const scene::LaunchList>(
                          scene::launch_list(*trial.results, *launch->device))
                    : nullptr;
  });
}

}  // namespace warplens::gui
