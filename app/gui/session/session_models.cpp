// What models make of the launch shown, once somebody looks.
#include <algorithm>

#include "app/gui/session/session_impl.hpp"

namespace warplens::gui {
namespace {

// Of the launch that is wanted, also where it failed: the last good run has another block then.
model::BlockNeeds needs_of(const Model& model) {
  const machine::GridContext& context = *model.run->context;
  const uint64_t fixed =
      context.shared_bytes -
      std::min<uint64_t>(context.shared_bytes, model.run->request.launch.shared_bytes);
  model::BlockNeeds needs;
  const bool is_of_run = model.diagnostics.empty();
  const uint64_t threads = is_of_run ? context.block.count() : model.launch.block.count();
  needs.threads = static_cast<uint32_t>(std::min<uint64_t>(threads, UINT32_MAX));
  needs.shared = is_of_run ? context.shared_bytes : fixed + model.launch.shared_bytes;
  return needs;
}

}  // namespace

void Session::Impl::update_occupancy() {
  if (model.options.page != Page::kOccupancy || model.run == nullptr) return;
  const model::BlockNeeds needs = needs_of(model);
  const engine::Run& run = *model.run;
  const bool is_same = model.occupancy != nullptr && model.occupancy->of_run == needs &&
                       model.occupancy->tried == model.options.occupancy &&
                       occupancy_of_ == model.run;
  if (is_same) return;
  occupancy_of_ = model.run;
  const uint32_t before = model.occupancy != nullptr ? model.occupancy->occupancy.blocks : 0;
  model.occupancy = std::make_shared<const scene::OccupancyScene>(scene::occupancy_scene(
      run.device, needs, run.context->grid.count(), model.options.occupancy));
  if (model.occupancy->occupancy.blocks != before) model.entering = 0;
}

// Of the launch that is wanted, on its device, also where it failed there.
void Session::Impl::update_limits() {
  if (model.options.page != Page::kLimits || model.run == nullptr) return;
  const bool has_failed = !model.diagnostics.empty();
  const engine::Run& run = *model.run;
  const model::Device* wanted = model::find_device(model.launch.device);
  const model::Device& device = has_failed && wanted != nullptr ? *wanted : run.device;
  const LimitsOf now{model.run,
                     device.id,
                     has_failed ? model.launch.grid : run.context->grid,
                     has_failed ? model.launch.block : run.context->block,
                     needs_of(model).shared,
                     model.options.occupancy.registers.value_or(0)};
  if (model.limits != nullptr && limits_of_ == now) return;
  limits_of_ = now;
  model::LaunchNeeds needs;
  needs.grid = {now.grid.x, now.grid.y, now.grid.z};
  needs.block = {now.block.x, now.block.y, now.block.z};
  needs.static_shared = run.program->static_shared_bytes;
  needs.shared = now.shared;
  needs.registers = now.registers;
  model.limits = std::make_shared<const scene::DeviceScene>(scene::device_scene(device, needs));
}

}  // namespace warplens::gui
