#include "app/scene/pages/device_scene.hpp"

#include <algorithm>
#include <utility>

#include "app/scene/pages/page_inputs.hpp"
#include "sim/base/assert.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/model/limit_words.hpp"

namespace warplens::scene {
namespace {

using model::LimitScope;
using model::LimitState;
using model::LimitUse;

bool is_of_registers(model::LimitKind kind) {
  return kind == model::LimitKind::kThreadRegisters || kind == model::LimitKind::kBlockRegisters ||
         kind == model::LimitKind::kRegisters;
}

// Used of the limit, 0 to 1; 0: none.
float share_of(const LimitUse& use) {
  if (!use.used || use.limit.value.value_or(0) == 0) return 0;
  return std::min(1.0f, static_cast<float>(static_cast<double>(*use.used) /
                                           static_cast<double>(*use.limit.value)));
}

// Of a launch that starts: what keeps a further block from an SM comes first, then the largest
// share.
std::string closest_limit_text(const std::vector<LimitUse>& uses) {
  const auto closest =
      std::max_element(uses.begin(), uses.end(), [](const LimitUse& a, const LimitUse& b) {
        return std::pair(a.is_limiter, share_of(a)) < std::pair(b.is_limiter, share_of(b));
      });
  WL_ASSERT(closest != uses.end() && closest->used, "every launch has threads");
  return say("It allows this launch; closest to its limit: {name}, {used} of {most}",
             "name"_a = model::name(closest->limit.kind),
             "used"_a = model::amount_words(closest->limit, *closest->used),
             "most"_a = model::most_words(closest->limit));
}

// `has_registers`: it is known how many a thread takes.
LimitRow row_of(const LimitUse& use, bool has_registers, bool registers_tried) {
  LimitRow row;
  row.kind = use.limit.kind;
  row.name = model::name(use.limit.kind);
  row.meaning = model::meaning_words(use.limit);
  row.at_most = model::most_words(use.limit);
  row.used = use.used ? model::amount_words(use.limit, *use.used)
             : !has_registers && is_of_registers(use.limit.kind) ? label("not known")
                                                                 : "";
  if (registers_tried && use.used && is_of_registers(use.limit.kind))
    row.used = say("{value}, tried", "value"_a = row.used);
  else if (use.used && use.limit.kind == model::LimitKind::kThreadRegisters)
    row.used = say("{value}, compiled", "value"_a = row.used);
  row.share = share_of(use);
  row.state = use.state;
  row.is_limiter = use.is_limiter;
  return row;
}

// How many blocks a multiprocessor has room for, whether or not the grid has as many.
std::string residency_text(bool has_limiter, const std::vector<std::string>& reached,
                           uint64_t fitting, uint64_t of_grid) {
  const std::string room =
      has_limiter
          ? say_count("Active blocks an SM: {count}; no further one fits because of: {limits}.",
                      "Active blocks an SM: {count}; no further one fits because of: {limits}.",
                      fitting, "limits"_a = base::list_words(reached))
          : say_count("Active blocks an SM: {count}, which fills all its warps.",
                      "Active blocks an SM: {count}, which fill all its warps.", fitting);
  if (of_grid >= fitting) return room;
  return room + " " +
         say_count("The grid has only {count}.", "The grid has only {count}.", of_grid);
}

std::string verdict_text(const DeviceScene& scene, const std::vector<LimitUse>& exceeded,
                         const std::string& residency) {
  if (!scene.starts)
    return say("This launch does not start here. {limits}",
               "limits"_a = model::excess_words(exceeded));
  return (scene.is_known
              ? say("This launch stays within every limit.")
              : say("As far as known, this launch stays within every limit; how many registers "
                    "it takes is not known.")) +
         " " + residency;
}

// On which devices it starts, and what keeps it from starting on the others.
void add_elsewhere(DeviceScene& scene, const model::LaunchNeeds& needs) {
  model::StartingDevices on = model::starting_devices(needs);
  scene.elsewhere = std::move(on.reasons);
  scene.everywhere = scene.is_known
                         ? say("It starts on {count} of the {all} devices that Warplens knows.",
                               "count"_a = on.count, "all"_a = model::devices().size())
                         : say("It starts on {count} of the {all} devices that Warplens knows, as "
                               "far as known: registers are not counted.",
                               "count"_a = on.count, "all"_a = model::devices().size());
}

}  // namespace

DeviceScene device_scene(const model::Device& device, const model::LaunchNeeds& needs,
                         bool registers_tried) {
  DeviceScene scene;
  scene.is_known = needs.registers != 0;
  scene.headline = device.name;
  scene.sections = {
      {label("What a launch may ask for"), label("at most"), label("this launch"), {}},
      {label("What one SM holds at once"), label("at most"), label("all that fit"), {}},
      {label("What the device has"), "", "", {}}};
  std::vector<std::string> reached;
  uint64_t fitting = 0;  // blocks
  std::vector<LimitUse> exceeded;
  const std::vector<LimitUse> uses = model::check_limits(device, needs);
  for (const LimitUse& use : uses) {
    const size_t section = use.limit.scope == LimitScope::kLaunch           ? 0
                           : use.limit.scope == LimitScope::kMultiprocessor ? 1
                                                                            : 2;
    scene.sections[section].rows.push_back(row_of(use, scene.is_known, registers_tried));
    if (use.is_limiter) reached.push_back(model::name(use.limit.kind));
    if (use.limit.kind == model::LimitKind::kBlocks) fitting = use.used.value_or(0);
    if (use.state == LimitState::kExceeded) exceeded.push_back(use);
  }
  scene.starts = exceeded.empty();
  scene.has_limiter = scene.starts && !reached.empty();
  scene.verdict = verdict_text(scene, exceeded,
                               residency_text(scene.has_limiter, reached, fitting,
                                              needs.grid[0] * needs.grid[1] * needs.grid[2]));
  if (scene.starts) scene.answer = closest_limit_text(uses);
  add_elsewhere(scene, needs);
  if (registers_tried) {
    const auto with_tried = [&](std::string& sentence) {
      sentence = say("Tried with {registers} registers a thread: {sentence}",
                     "registers"_a = needs.registers, "sentence"_a = sentence);
    };
    with_tried(scene.verdict);
    if (scene.starts) with_tried(scene.answer);
    with_tried(scene.everywhere);
  }
  scene.source = say(
      "Limits from the CUDA C++ Programming Guide 13.0, of compute capability 1.x to 3.x 3.2 and "
      "8.0; of L2 and device memory, data sheets of boards. Registers count where the kernel was "
      "compiled, or once they are entered on the page Occupancy.");
  return scene;
}

std::optional<LimitsPage::Key> LimitsPage::wanted(const PageInputs& now) {
  return now.launch;
}

DeviceScene LimitsPage::make(const Key& key) {
  model::LaunchNeeds needs;
  needs.grid = {key.grid.x, key.grid.y, key.grid.z};
  needs.block = {key.block.x, key.block.y, key.block.z};
  needs.static_shared = key.static_shared;
  needs.shared = key.shared;
  needs.registers = key.tried.registers.value_or(key.compiled.registers());
  return device_scene(*key.device, needs, key.tried.registers.has_value());
}

}  // namespace warplens::scene
