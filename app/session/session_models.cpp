// What models make of the launch shown, once somebody looks; and what is tried in its place, which
// belongs to its kernel.
#include <algorithm>

#include "app/session/session_impl.hpp"

namespace warplens::gui {

namespace {

// 0 where they are not known.
uint32_t registers_of(const CompiledTrial& compiled) {
  return compiled.kernel != nullptr ? compiled.kernel->code.registers : 0;
}

study::KnownRegisters known_registers(const CompiledTrial& compiled) {
  study::KnownRegisters known;
  if (compiled.kernel != nullptr) {
    known.compiled = *compiled.kernel;
    return known;
  }
  known.problem = compiled.problem;
  known.is_compiling = compiled.is_running;
  return known;
}

const model::Device& device_of(const std::string& id) {
  const model::Device* device = model::find_device(id);
  return device != nullptr ? *device : model::default_device();
}

}  // namespace

// Of another kernel nobody has tried anything: what is tried would be shown of it as a fact.
void Session::Impl::forget_tries() {
  model.options.occupancy = {};
  const bool is_whole = model.options.hiding.is_whole;  // how much of the strip is looked at
  model.options.hiding = {};
  model.options.hiding.is_whole = is_whole;
}

// Also where the launch failed: the last good run has another block then. Nothing where no text has
// compiled.
std::optional<LimitsOf> Session::Impl::wanted_limits() const {
  LimitsOf wanted;
  wanted.run = model.run;
  wanted.tried = model.options.occupancy;
  if (model.run != nullptr && model.diagnostics.empty()) {
    const machine::GridContext& context = *model.run->context;
    wanted.compiled = model.compiled;
    wanted.device = model.run->device.id;
    wanted.grid = context.grid;
    wanted.block = context.block;
    wanted.static_shared = model.run->program->static_shared_bytes;
    wanted.shared = context.shared_bytes;
    for (const code::SharedArray& array : model.run->program->shared)
      wanted.arrays.push_back(
          {array.name, array.is_dynamic ? context.shared_bytes - array.offset : array.bytes});
    return wanted;
  }
  const bool has_failed = !model.diagnostics.empty();
  if (model.run == nullptr && !(has_failed && newest_.failed_shared)) return std::nullopt;
  wanted.device = model.launch.device;
  wanted.grid = model.launch.grid;
  wanted.block = model.launch.block;
  wanted.static_shared =
      newest_.failed_shared ? *newest_.failed_shared : model.run->program->static_shared_bytes;
  wanted.shared = wanted.static_shared + model.launch.shared_bytes;
  return wanted;
}

void Session::Impl::update_occupancy() {
  if (model.options.page != Page::kOccupancy) return;
  const std::optional<LimitsOf> wanted = wanted_limits();
  if (!wanted) return;
  model.occupancy = derived_.occupancy.of(*wanted, [&] {
    model::BlockNeeds needs;
    needs.threads = static_cast<uint32_t>(std::min<uint64_t>(wanted->block.count(), UINT32_MAX));
    needs.shared = wanted->shared;
    needs.static_shared = wanted->static_shared;
    needs.registers = registers_of(wanted->compiled);
    const uint32_t before =
        model.occupancy != nullptr ? model.occupancy->facts.occupancy.blocks : 0;
    auto scene = std::make_shared<const scene::OccupancyScene>(scene::occupancy_scene(
        study::occupancy_facts(device_of(wanted->device), needs, wanted->grid.count(),
                               wanted->tried, wanted->arrays, known_registers(wanted->compiled))));
    if (scene->facts.occupancy.blocks != before) model.entering = 0;
    return scene;
  });
}

void Session::Impl::update_limits() {
  if (model.options.page != Page::kLimits) return;
  const std::optional<LimitsOf> wanted = wanted_limits();
  if (!wanted) return;
  model.limits = derived_.limits.of(*wanted, [&] {
    model::LaunchNeeds needs;
    needs.grid = {wanted->grid.x, wanted->grid.y, wanted->grid.z};
    needs.block = {wanted->block.x, wanted->block.y, wanted->block.z};
    needs.static_shared = wanted->static_shared;
    needs.shared = wanted->shared;
    needs.registers = wanted->tried.registers.value_or(registers_of(wanted->compiled));
    return std::make_shared<const scene::DeviceScene>(
        scene::device_scene(device_of(wanted->device), needs, wanted->tried.registers.has_value()));
  });
}

// Looked for once a run, once somebody looks; until that is done, and while the next run is made,
// the last list stays.
void Session::Impl::update_launch_list() {
  if (model.options.page != Page::kLimits || !derived_.limits.key()) return;
  if (shown_.judged_id != 0 && !model.busy) {
    const bool has_failed = !model.diagnostics.empty();
    derived_.text_launches.want(shown_.judged_id, model.run, [&] {
      return with_text_launches(has_failed ? newest_.request : shown_.request);
    });
  }
  const Trial<prepare::TextLaunches>& trial = derived_.text_launches.trial();
  if (trial.is_running) return;
  const std::string& device = derived_.limits.key()->device;
  model.launch_list = derived_.launch_list.of({trial.results, device}, [&] {
    const bool is_shown = trial.results != nullptr && scene::has_other_launches(*trial.results);
    return is_shown ? std::make_shared<const scene::LaunchList>(
                          scene::launch_list(*trial.results, device_of(device)))
                    : nullptr;
  });
}

}  // namespace warplens::gui
