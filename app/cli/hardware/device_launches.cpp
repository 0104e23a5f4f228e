#include "app/cli/hardware/reports.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "app/cli/simulate.hpp"
#include "app/cli/table.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/launch_verdict.hpp"

namespace warplens::cli {

std::optional<prepare::TextLaunches> launches_on(const CommandLine& line,
                                                 const model::Device& device,
                                                 const Surroundings& surroundings) {
  CommandLine on_device = line;
  on_device.launch.device = device.id;
  const std::optional<Opened> opened = open(on_device, line.target, surroundings);
  if (!opened) return std::nullopt;
  base::Checked<prepare::TextLaunches> launches =
      prepare::launches_of_text(opened->request, opened->has_launch);
  if (launches) return std::move(*launches);
  print_mistakes(launches.error(), opened->request.file, surroundings);
  return std::nullopt;
}

void print_launches(std::ostream& out, const std::string& target,
                    const prepare::TextLaunches& launches, const model::Device& device) {
  out << "\n" << target << "\n";
  if (launches.launches.empty())
    out << "  " << say("No launch is known: neither host code nor a first comment gives its sizes.")
        << "\n";
  std::vector<std::vector<std::string>> rows;
  for (const prepare::TextLaunch& launch : launches.launches) {
    const prepare::LaunchVerdict verdict = prepare::verdict_of(launch, device);
    rows.push_back({prepare::words(launch), verdict.words, verdict.devices});
  }
  if (!rows.empty())
    out << format_table({{label("launch"), Align::kLeft},
                         {say("on {device}", "device"_a = device.id), Align::kLeft},
                         {label("known devices"), Align::kLeft}},
                        rows, "  ");
  for (const std::string& note : prepare::notes_on(launches)) out << "  " << note << "\n";
}

Json launches_json(const prepare::TextLaunches& launches, const model::Device& device) {
  Json list = Json::array();
  for (const prepare::TextLaunch& launch : launches.launches) {
    const prepare::LaunchVerdict verdict = prepare::verdict_of(launch, device);
    Json exceeds = Json::array();
    for (const model::LimitUse& use : verdict.exceeded)
      exceeds.push_back(model::word(use.limit.kind));
    list.push_back({{"source", prepare::words(launch.of.place)},
                    {"starts", verdict.starts},
                    {"exceeds", std::move(exceeds)},
                    {"ready", launch.of.is_ready},
                    {"not_on", verdict.refusing},
                    {"grid", launch.needs.grid},
                    {"block", launch.needs.block},
                    {"reached", launch.reached ? launch.times : 0}});
  }
  return list;
}

}  // namespace warplens::cli
