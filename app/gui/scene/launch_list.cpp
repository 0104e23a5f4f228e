#include "app/gui/scene/launch_list.hpp"

#include <fmt/ranges.h>

#include <utility>

#include "sim/prepare/launch_verdict.hpp"

namespace warplens::scene {

bool has_other_launches(const engine::TextLaunches& launches) {
  return launches.is_of_host || launches.launches.size() > 1;
}

LaunchList launch_list(const engine::TextLaunches& launches, const model::Device& device) {
  LaunchList list;
  list.is_of_host = launches.is_of_host;
  list.notes = engine::notes_on(launches);
  for (const engine::TextLaunch& launch : launches.launches) {
    engine::LaunchVerdict verdict = engine::verdict_of(launch, device);
    list.rows.push_back({launch.of, verdict.starts, std::move(verdict.words),
                         std::move(verdict.devices),
                         fmt::format("{}", fmt::join(verdict.reasons, "\n"))});
  }
  return list;
}

}  // namespace warplens::scene
