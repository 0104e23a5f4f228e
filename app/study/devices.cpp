#include "app/study/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/study/format.hpp"
#include "sim/model/device_limits.hpp"
#include "sim/model/limit_words.hpp"
#include "sim/prepare/launch_verdict.hpp"

namespace warplens::study {
namespace {

Value size_in_bytes(uint64_t bytes_of_it) {
  return {Value(bytes_of_it), Text::as_is(byte_count(bytes_of_it))};
}

std::vector<Value> device_row(const model::Device& device) {
  const model::Multiprocessor& on = device.multiprocessor;
  return {device.id,
          device.name,
          fmt::format("{}.{}", on.major, on.minor),
          {device.banks, Form::kPlain},
          {Value(device.bank_bytes), Text::as_is(fmt::format("{} B", device.bank_bytes))},
          {device.lanes_per_pass, Form::kPlain},
          device.broadcast == model::Broadcast::kAnyWord ? Value("any_word", sentence("any word"))
                                                         : Value("one_word", sentence("one word")),
          device.pairs_words,
          size_in_bytes(device.static_shared_limit()),
          size_in_bytes(device.dynamic_shared_limit()),
          on.block_threads,
          device.wide_rules_are_current,
          device.global_rules_are_current};
}

// The row of the model that describes a GPU of this machine; null: none does.
const model::Device* device_like(const measure::GpuDevice& gpu) {
  const auto is_like = [&](const model::Device& device) {
    return device.multiprocessor.major == static_cast<int>(gpu.compute_major) &&
           device.multiprocessor.minor == static_cast<int>(gpu.compute_minor);
  };
  const auto at = std::find_if(model::devices().begin(), model::devices().end(), is_like);
  return at == model::devices().end() ? nullptr : &*at;
}

Text gpu_text(const measure::GpuDevice& gpu) {
  const model::Device* device = device_like(gpu);
  const Text rules = device != nullptr ? to_say("its rules are those of {id}", "id"_a = device->id)
                                       : Text(sentence("its rules are not in the list"));
  return to_say("in this machine: {name}, compute capability {major}.{minor}, {count} SMs: {rules}",
                "name"_a = gpu.name, "major"_a = gpu.compute_major, "minor"_a = gpu.compute_minor,
                "count"_a = gpu.multiprocessors, "rules"_a = rules);
}

std::vector<Value> verdict_row(const prepare::TextLaunch& launch, const model::Device& device) {
  const prepare::LaunchVerdict verdict = prepare::verdict_of(launch, device);
  std::vector<Value> exceeds;
  for (const model::LimitUse& use : verdict.exceeded)
    exceeds.emplace_back(model::word(use.limit.kind));
  return {prepare::words(launch),
          verdict.words,
          verdict.devices,
          prepare::words(launch.of.place),
          verdict.starts,
          std::move(exceeds),
          launch.of.is_ready,
          values_of(verdict.refusing),
          values_of(launch.needs.grid),
          values_of(launch.needs.block),
          launch.reached ? launch.times : uint64_t{0}};
}

}  // namespace

Section describe(const std::vector<model::Device>& devices) {
  Section section;
  Table& table = section.table("devices", {{"id", sentence("id"), Align::kLeft},
                                           {"name", sentence("name"), Align::kLeft},
                                           {"compute_capability", std::nullopt},
                                           {"banks", sentence("banks")},
                                           {"bank_bytes", sentence("width")},
                                           {"lanes_together", sentence("lanes a wavefront")},
                                           {"broadcast", sentence("broadcast"), Align::kLeft},
                                           {"pairs_words", std::nullopt},
                                           {"static_shared_limit", sentence("static shared")},
                                           {"dynamic_shared_limit", sentence("dynamic shared")},
                                           {"threads_per_block", std::nullopt},
                                           {"wide_rules_are_current", std::nullopt},
                                           {"global_rules_are_current", std::nullopt}});
  table.indent = -1;
  for (const model::Device& device : devices) table.rows.push_back(device_row(device));
  return section;
}

Section describe_limits(const model::Device& device) {
  Section section;
  section.title = Text::as_is(device.name);
  section.fact("id", device.id);
  section.fact("name", device.name);
  Section limits{.key = "limits"};
  Table& table = section.table(nullptr, {{nullptr, sentence("limit"), Align::kLeft},
                                         {nullptr, sentence("at most")},
                                         {nullptr, sentence("meaning"), Align::kLeft}});
  for (const model::Limit& limit : model::limits_of(device)) {
    limits.fact(model::word(limit.kind), limit.value ? Value(*limit.value) : Value(nullptr));
    table.rows.push_back(
        {model::name(limit.kind), model::most_words(limit), model::meaning_words(limit)});
  }
  section.parts.push_back(std::move(limits));
  section.line(
      sentence("Sources: CUDA C++ Programming Guide 13.0, of compute capability 1.x to 3.x 3.2 and "
               "8.0; of L2 and device memory, data sheets of boards."));
  return section;
}

Section describe(const measure::MachineAnswer& machine) {
  Section section;
  for (const measure::GpuDevice& gpu : machine.devices) section.line(gpu_text(gpu), -1);
  for (const std::string& missing : machine.missing)
    section.line(to_say("in this machine: {missing}", "missing"_a = missing), -1);
  if (machine.devices.empty() && machine.missing.empty())
    section.line(sentence("in this machine: no GPU"), -1);
  section.line(sentence("'warplens devices ID' lists all limits of one with their meaning, and "
                        "'warplens devices ID FILE.cu' which launches of a file meet them"),
               -1);
  return section;
}

Section describe(const prepare::TextLaunches& launches, const model::Device& device,
                 const std::string& name) {
  Section section;
  section.title = Text::as_is(name);
  Table table{"launches",
              {{nullptr, sentence("launch"), Align::kLeft},
               {nullptr, to_say("on {device}", "device"_a = device.id), Align::kLeft},
               {nullptr, sentence("known devices"), Align::kLeft},
               {"source", std::nullopt},
               {"starts", std::nullopt},
               {"exceeds", std::nullopt},
               {"ready", std::nullopt},
               {"not_on", std::nullopt},
               {"grid", std::nullopt},
               {"block", std::nullopt},
               {"reached", std::nullopt}},
              {}};
  for (const prepare::TextLaunch& launch : launches.launches)
    table.rows.push_back(verdict_row(launch, device));
  if (table.rows.empty()) {
    section.line(
        sentence("No launch is known: neither host code nor a first comment gives its sizes."));
    for (Column& column : table.columns) column.title.reset();
  }
  section.parts.push_back(std::move(table));
  for (std::string& note : prepare::notes_on(launches)) section.line(Text::as_is(std::move(note)));
  return section;
}

}  // namespace warplens::study
