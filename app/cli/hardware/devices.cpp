// `warplens devices`: the devices of the model and the GPUs of this machine; or one device's
// limits, with the launches of a text held against them.
#include "app/cli/hardware/commands.hpp"

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/json.hpp"
#include "app/cli/print_section.hpp"
#include "app/cli/simulate.hpp"
#include "app/study/devices.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/say.hpp"
#include "sim/prepare/pick.hpp"

namespace warplens::cli {
namespace {

// Null after an error message, if there is none of that name.
const model::Device* device_named(const std::string& id, const Surroundings& surroundings) {
  const model::Device* device = model::find_device(id);
  if (device != nullptr) return device;
  complain(surroundings,
           base::with_suggestion(say("there is no device '{name}'; 'warplens devices' "
                                     "lists them",
                                     "name"_a = id),
                                 prepare::nearest_device(id)));
  return nullptr;
}

// Of the line's target, compiled for the device; nothing once a mistake was reported.
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

int list_limits(const CommandLine& line, const Surroundings& surroundings) {
  const model::Device* device = device_named(line.device, surroundings);
  if (device == nullptr) return kExitMistake;
  const study::Section limits = study::describe_limits(*device);
  std::optional<study::Section> launches;
  if (!line.target.empty()) {
    const auto found = launches_on(line, *device, surroundings);
    if (!found) return surroundings.is_interrupted() ? kExitInterrupted : kExitMistake;
    launches = study::describe(*found, *device, line.target);
  }
  if (line.json) {
    Json json = {{"version", kJsonVersion}};
    json.update(to_json(limits));
    if (launches) json.update(to_json(*launches));
    surroundings.out << to_text(json, 2) << "\n";
    return kExitDone;
  }
  print(surroundings.out, limits, false);
  if (launches) print(surroundings.out, *launches);
  return kExitDone;
}

}  // namespace

int list_devices(const CommandLine& line, const Surroundings& surroundings) {
  if (!line.device.empty()) return list_limits(line, surroundings);
  measure::Worker worker(surroundings.measuring_command);
  const measure::Measured<measure::MachineAnswer> answer = worker.machine();
  measure::MachineAnswer machine;
  if (answer)
    machine = *answer;
  else
    machine.missing = {answer.error().message};
  const study::Section devices = study::describe(model::devices());
  if (line.json) {
    Json json = {{"version", kJsonVersion}};
    json.update(to_json(devices));
    json["gpus"] = measure::Json(machine)["devices"];
    surroundings.out << to_text(json, 2) << "\n";
    return kExitDone;
  }
  print(surroundings.out, devices, false);
  print(surroundings.out, study::describe(machine));
  return kExitDone;
}

}  // namespace warplens::cli
