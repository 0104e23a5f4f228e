#include "app/gui/scene/device_scene.hpp"

#include <algorithm>
#include <utility>

#include "app/gui/scene/format.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {
namespace {

using model::LimitScope;
using model::LimitState;
using model::LimitUse;

std::string amount(const model::Limit& limit, uint64_t value) {
  return limit.is_bytes ? byte_count(value) : grouped(value);
}

bool is_of_registers(model::LimitKind kind) {
  return kind == model::LimitKind::kThreadRegisters || kind == model::LimitKind::kBlockRegisters ||
         kind == model::LimitKind::kRegisters;
}

// `has_registers`: it is known how many a thread takes.
LimitRow row_of(const LimitUse& use, bool has_registers) {
  LimitRow row;
  row.kind = use.limit.kind;
  row.name = model::name(use.limit.kind);
  row.meaning = model::meaning(use.limit.kind);
  row.at_most = use.limit.value ? amount(use.limit, *use.limit.value) : label("differs by board");
  row.used = use.used                                            ? amount(use.limit, *use.used)
             : !has_registers && is_of_registers(use.limit.kind) ? label("not known")
                                                                 : "-";
  if (use.used && use.limit.value && *use.limit.value != 0)
    row.share = std::min(1.0f, static_cast<float>(static_cast<double>(*use.used) /
                                                  static_cast<double>(*use.limit.value)));
  row.state = use.state;
  row.is_limiter = use.is_limiter;
  return row;
}

// "threads of a block: 1,024 are more than 512".
std::string excess_words(const LimitUse& use) {
  return say("{limit}: {used} are more than {most}", "limit"_a = model::name(use.limit.kind),
             "used"_a = amount(use.limit, *use.used),
             "most"_a = amount(use.limit, *use.limit.value));
}

std::string list_of(const std::vector<LimitUse>& exceeded) {
  std::string words;
  for (const LimitUse& use : exceeded) words += (words.empty() ? "" : "; ") + excess_words(use);
  return words;
}

}  // namespace

DeviceScene device_scene(const model::Device& device, const model::LaunchNeeds& needs) {
  DeviceScene scene;
  scene.headline = device.name;
  scene.sections = {
      {label("What a launch may ask"), {}},
      {label("What one multiprocessor holds, and what resident blocks take of it"), {}},
      {label("What the device has"), {}}};
  std::vector<std::string> reached;
  std::vector<LimitUse> exceeded;
  for (const LimitUse& use : model::check_limits(device, needs)) {
    const size_t section = use.limit.scope == LimitScope::kLaunch           ? 0
                           : use.limit.scope == LimitScope::kMultiprocessor ? 1
                                                                            : 2;
    scene.sections[section].rows.push_back(row_of(use, needs.registers != 0));
    if (use.is_limiter) reached.push_back(model::name(use.limit.kind));
    if (use.state == LimitState::kExceeded) exceeded.push_back(use);
  }
  scene.starts = exceeded.empty();
  scene.has_limiter = scene.starts && !reached.empty();
  scene.verdict =
      !scene.starts
          ? say("This launch does not start here. {limits}", "limits"_a = list_of(exceeded))
      : scene.has_limiter
          ? say("This launch meets every limit; no further block fits a multiprocessor because of: "
                "{limits}",
                "limits"_a = base::list_words(reached))
          : say("This launch meets every limit, and its blocks fill a multiprocessor's warps.");
  size_t others = 0;
  for (const model::Device& one : model::devices()) {
    const std::vector<LimitUse> excess = model::exceeded_limits(one, needs);
    if (excess.empty())
      ++others;
    else
      scene.elsewhere.push_back(
          say("{device}: {limits}", "device"_a = one.id, "limits"_a = list_of(excess)));
  }
  scene.everywhere = say("It starts on {count} of the {all} devices that Warplens knows.",
                         "count"_a = others, "all"_a = model::devices().size());
  scene.source = say(
      "Limits from the CUDA C++ Programming Guide 13.0, of compute capability 1.x to 3.x 3.2 and "
      "8.0. Registers count once they are entered on the page Occupancy.");
  return scene;
}

}  // namespace warplens::scene
