// `warplens devices`: the devices of the model and the GPUs of this machine; or one device's
// limits, with the launches of a text held against them (device_launches).
#include "app/cli/hardware/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/hardware/reports.hpp"
#include "app/cli/json.hpp"
#include "app/cli/simulate.hpp"
#include "app/cli/table.hpp"
#include "kernels/measure/child/worker.hpp"
#include "kernels/measure/format/json.hpp"
#include "sim/base/byte_count.hpp"
#include "sim/base/say.hpp"
#include "sim/model/device_limits.hpp"
#include "sim/model/limit_words.hpp"
#include "sim/prepare/pick.hpp"

namespace warplens::cli {
namespace {

void print_devices(std::ostream& out, const std::vector<model::Device>& devices) {
  std::vector<std::vector<std::string>> rows;
  for (const model::Device& device : devices) {
    rows.push_back(
        {device.id, device.name, std::to_string(device.banks),
         fmt::format("{} B", device.bank_bytes), std::to_string(device.lanes_per_pass),
         device.broadcast == model::Broadcast::kAnyWord ? label("any word") : label("one word"),
         base::byte_count(device.static_shared_limit()),
         base::byte_count(device.dynamic_shared_limit())});
  }
  const Align left = Align::kLeft, right = Align::kRight;
  out << format_table({{label("id"), left},
                       {label("name"), left},
                       {label("banks"), right},
                       {label("width"), right},
                       {label("lanes a wavefront"), right},
                       {label("broadcast"), left},
                       {label("static shared"), right},
                       {label("dynamic shared"), right}},
                      rows, "");
}

Json devices_json(const std::vector<model::Device>& devices) {
  Json list = Json::array();
  for (const model::Device& device : devices) {
    list.push_back(
        {{"id", device.id},
         {"name", device.name},
         {"compute_capability",
          fmt::format("{}.{}", device.multiprocessor.major, device.multiprocessor.minor)},
         {"banks", device.banks},
         {"bank_bytes", device.bank_bytes},
         {"lanes_together", device.lanes_per_pass},
         {"broadcast", device.broadcast == model::Broadcast::kAnyWord ? "any_word" : "one_word"},
         {"pairs_words", device.pairs_words},
         {"static_shared_limit", device.static_shared_limit()},
         {"dynamic_shared_limit", device.dynamic_shared_limit()},
         {"threads_per_block", device.multiprocessor.block_threads},
         {"wide_rules_are_current", device.wide_rules_are_current},
         {"global_rules_are_current", device.global_rules_are_current}});
  }
  return list;
}

void print_limits(std::ostream& out, const model::Device& device) {
  out << device.name << "\n";
  std::vector<std::vector<std::string>> rows;
  for (const model::Limit& limit : model::limits_of(device))
    rows.push_back(
        {model::name(limit.kind), model::most_words(limit), model::meaning_words(limit)});
  out << format_table({{label("limit"), Align::kLeft},
                       {label("at most"), Align::kRight},
                       {label("meaning"), Align::kLeft}},
                      rows, "  ");
  out << "  "
      << say("Sources: CUDA C++ Programming Guide 13.0, of compute capability 1.x to 3.x 3.2 and "
             "8.0; of L2 and device memory, data sheets of boards.")
      << "\n";
}

Json limits_json(const model::Device& device) {
  Json limits = Json::object();
  for (const model::Limit& limit : model::limits_of(device))
    limits[model::word(limit.kind)] = limit.value ? Json(*limit.value) : Json(nullptr);
  return {{"version", kJsonVersion},
          {"id", device.id},
          {"name", device.name},
          {"limits", std::move(limits)}};
}

// The row of the model that describes a GPU of this machine; null: none does.
const model::Device* row_like(const measure::GpuDevice& gpu) {
  const auto is_like = [&](const model::Device& device) {
    return device.multiprocessor.major == static_cast<int>(gpu.compute_major) &&
           device.multiprocessor.minor == static_cast<int>(gpu.compute_minor);
  };
  const auto at = std::find_if(model::devices().begin(), model::devices().end(), is_like);
  return at == model::devices().end() ? nullptr : &*at;
}

void print_gpus(std::ostream& out, const measure::MachineAnswer& machine) {
  for (const measure::GpuDevice& gpu : machine.devices) {
    const model::Device* device = row_like(gpu);
    out << say("in this machine: {name}, compute capability {major}.{minor}, {count} SMs",
               "name"_a = gpu.name, "major"_a = gpu.compute_major, "minor"_a = gpu.compute_minor,
               "count"_a = gpu.multiprocessors)
        << (device != nullptr ? say(": its rules are those of {id}", "id"_a = device->id)
                              : say(": its rules are not in the list"))
        << "\n";
  }
  for (const std::string& missing : machine.missing)
    out << say("in this machine: {missing}", "missing"_a = missing) << "\n";
  if (machine.devices.empty() && machine.missing.empty())
    out << say("in this machine: no GPU") << "\n";
}

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

int list_limits(const CommandLine& line, const Surroundings& surroundings) {
  const model::Device* device = device_named(line.device, surroundings);
  if (device == nullptr) return kExitMistake;
  std::optional<prepare::TextLaunches> launches;
  if (!line.target.empty()) {
    launches = launches_on(line, *device, surroundings);
    if (!launches) return surroundings.is_interrupted() ? kExitInterrupted : kExitMistake;
  }
  if (line.json) {
    Json json = limits_json(*device);
    if (launches) json["launches"] = launches_json(*launches, *device);
    surroundings.out << to_text(json, 2) << "\n";
    return kExitDone;
  }
  print_limits(surroundings.out, *device);
  if (launches) print_launches(surroundings.out, line.target, *launches, *device);
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
  if (line.json) {
    const Json json = {{"version", kJsonVersion},
                       {"devices", devices_json(model::devices())},
                       {"gpus", measure::Json(machine)["devices"]}};
    surroundings.out << to_text(json, 2) << "\n";
    return kExitDone;
  }
  print_devices(surroundings.out, model::devices());
  surroundings.out << "\n";
  print_gpus(surroundings.out, machine);
  surroundings.out << say("'warplens devices ID' lists all limits of one with their meaning, and "
                          "'warplens devices ID FILE.cu' which launches of a file meet them")
                   << "\n";
  return kExitDone;
}

}  // namespace warplens::cli
