#include "app/scene/pages/launch_list.hpp"

#include <fmt/ranges.h>

#include <utility>

#include "sim/prepare/launch_verdict.hpp"

namespace warplens::scene {

bool has_other_launches(const prepare::TextLaunches& launches) {
  return launches.is_of_host || launches.launches.size() > 1;
}

LaunchList launch_list(const prepare::TextLaunches& launches, const model::Device& device) {
  LaunchList list;
  list.is_of_host = launches.is_of_host;
  list.notes = prepare::notes_on(launches);
  for (const prepare::TextLaunch& launch : launches.launches) {
    prepare::LaunchVerdict verdict = prepare::verdict_of(launch, device);
    list.rows.push_back({prepare::words(launch), launch.of, launch.reached, verdict.starts,
                         std::move(verdict.words), std::move(verdict.devices),
                         fmt::format("{}", fmt::join(verdict.reasons, "\n"))});
  }
  return list;
}

}  // namespace warplens::scene
