#include "app/cli/occupancy_report.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/table.hpp"
#include "sim/base/list_words.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/number.hpp"

namespace warplens::cli {
namespace {

using model::CannotLaunch;
using model::Multiprocessor;
using model::Occupancy;
using model::Resource;

constexpr std::array kResources{Resource::kBlocks, Resource::kWarps, Resource::kRegisters,
                                Resource::kShared};

const char* resource_word(Resource resource) {
  constexpr const char* kWords[] = {"blocks", "warps", "registers", "shared"};
  return kWords[static_cast<size_t>(resource)];
}

std::string resource_name(Resource resource) {
  constexpr Sentence kNames[] = {sentence("blocks"), sentence("warps"), sentence("registers"),
                                 sentence("bytes of shared memory")};
  return say(kNames[static_cast<size_t>(resource)]);
}

uint64_t all_of(const Multiprocessor& on, Resource resource) {
  const uint64_t all[] = {on.blocks, on.warps(), on.registers, on.shared};
  return all[static_cast<size_t>(resource)];
}

uint64_t of_block(const Occupancy& occupancy, Resource resource) {
  const uint64_t taken[] = {1, occupancy.block_warps, occupancy.block_registers,
                            occupancy.block_shared};
  return taken[static_cast<size_t>(resource)];
}

const char* failure_word(CannotLaunch why) {
  constexpr const char* kWords[] = {"",
                                    "no threads",
                                    "threads of a block",
                                    "shared memory of a block",
                                    "static shared memory of a block",
                                    "registers of a thread",
                                    "registers of a block"};
  return kWords[static_cast<size_t>(why)];
}

std::string failure_words(CannotLaunch why) {
  constexpr Sentence kWords[] = {
      sentence("it does not fail"),
      sentence("a block has no threads"),
      sentence("a block has more threads than the device allows"),
      sentence("a block has more shared memory than the device allows"),
      sentence("arrays with a size in the text have more bytes than the device allows"),
      sentence("a thread has more registers than the device allows"),
      sentence("the registers of a block's threads are more than the device allows")};
  return say(kWords[static_cast<size_t>(why)]);
}

std::string registers_words(const OccupancyResult& result) {
  if (result.needs.registers == 0)
    return say("registers a thread: not known, and not counted: {reason}",
               "reason"_a = result.problem);
  if (result.is_entered)
    return say("registers a thread: {count}, entered", "count"_a = result.needs.registers);
  return say("registers a thread: {count}, {compiled}", "count"_a = result.needs.registers,
             "compiled"_a = compare::compiled_words(*result.compiled));
}

std::string limits_words(const Occupancy& occupancy) {
  std::vector<std::string> names;
  for (const Resource resource : kResources)
    if (occupancy.is_limited_by(resource)) names.push_back(resource_name(resource));
  return say("no further block fits because of: {resources}",
             "resources"_a = base::list_words(names));
}

std::string room_text(uint32_t room) {
  return room == Occupancy::kUnlimited ? label("any number") : grouped(room);
}

}  // namespace

std::string read_registers(const std::string& text, RegistersLine& line) {
  if (text == "compiled") return "";
  const auto count = launch::parse_count(text, label("registers"), 1, UINT32_MAX);
  if (!count)
    return say("'--registers {text}': 'compiled' or a number of registers a thread is needed",
               "text"_a = text);
  line.entered = static_cast<uint32_t>(*count);
  return "";
}

OccupancyResult occupancy_of(const run::Run& run, const RegistersLine& line,
                             const CompiledResult* compiled) {
  const machine::GridContext& context = *run.context;
  OccupancyResult result;
  result.is_entered = line.entered != 0;
  result.needs.threads = static_cast<uint32_t>(context.block.count());
  result.needs.registers = line.entered;
  result.needs.shared = context.shared_bytes;
  result.needs.static_shared = run.program->static_shared_bytes;
  if (!result.is_entered && compiled != nullptr) {
    if (compiled->ok()) {
      result.compiled = **compiled;
      result.needs.registers = result.compiled->code.registers;
    } else {
      result.problem = compiled->error();
    }
  }
  result.occupancy = model::occupancy(run.device.multiprocessor, result.needs);
  return result;
}

void print_occupancy(std::ostream& out, const run::Run& run, const OccupancyResult& result) {
  const Multiprocessor& on = run.device.multiprocessor;
  const Occupancy& occupancy = result.occupancy;
  out << "\n"
      << say("occupancy: a model of limits ({device})", "device"_a = run.device.name) << "\n"
      << "  " << registers_words(result) << "\n";
  if (result.compiled && result.compiled->code.stack != 0)
    out << "  "
        << say("local memory of a thread: {bytes} bytes",
               "bytes"_a = grouped(result.compiled->code.stack))
        << "\n";
  if (occupancy.cannot_launch != CannotLaunch::kNothing) {
    out << "  "
        << say("no block starts: {reason}", "reason"_a = failure_words(occupancy.cannot_launch))
        << "\n";
    return;
  }
  out << "  "
      << say_count(
             "{count} block of {threads} threads at once: {warps} of {all} warps, "
             "{percent:.3g} %",
             "{count} blocks of {threads} threads at once: {warps} of {all} warps, "
             "{percent:.3g} %",
             occupancy.blocks, "threads"_a = grouped(result.needs.threads),
             "warps"_a = occupancy.warps, "all"_a = on.warps(),
             "percent"_a = 100 * occupancy.fraction)
      << "\n  " << limits_words(occupancy) << "\n";
  std::vector<std::vector<std::string>> rows;
  for (const Resource resource : kResources) {
    const bool is_known = resource != Resource::kRegisters || result.needs.registers != 0;
    rows.push_back({resource_name(resource), grouped(all_of(on, resource)),
                    is_known ? grouped(of_block(occupancy, resource)) : label("not known"),
                    is_known ? room_text(occupancy.room[static_cast<size_t>(resource)]) : ""});
  }
  const Align right = Align::kRight;
  out << format_table({{"", Align::kLeft},
                       {label("of a multiprocessor"), right},
                       {label("of a block"), right},
                       {label("room for blocks"), right}},
                      rows, "  ");
}

Json occupancy_json(const run::Run& run, const OccupancyResult& result) {
  const Occupancy& occupancy = result.occupancy;
  Json json = {{"is_model", true}, {"registers", nullptr}, {"registers_from", nullptr}};
  if (result.needs.registers != 0) {
    json["registers"] = result.needs.registers;
    json["registers_from"] = result.is_entered ? "entered" : "compiled";
  }
  if (result.compiled) {
    json["compiler"] = result.compiled->compiler;
    json["target"] = result.compiled->target;
    json["stack_bytes"] = result.compiled->code.stack;
  }
  if (!result.problem.empty()) json["problem"] = result.problem;
  json["cannot_launch"] = nullptr;
  if (occupancy.cannot_launch != CannotLaunch::kNothing)
    json["cannot_launch"] = failure_word(occupancy.cannot_launch);
  json["blocks"] = occupancy.blocks;
  json["warps"] = occupancy.warps;
  json["fraction"] = occupancy.fraction;
  json["resources"] = Json::array();
  for (const Resource resource : kResources) {
    const uint32_t room = occupancy.room[static_cast<size_t>(resource)];
    Json one = {{"resource", resource_word(resource)},
                {"all", all_of(run.device.multiprocessor, resource)},
                {"of_block", of_block(occupancy, resource)},
                {"room", nullptr},
                {"limits", occupancy.is_limited_by(resource)}};
    if (room != Occupancy::kUnlimited) one["room"] = room;
    json["resources"].push_back(std::move(one));
  }
  return json;
}

}  // namespace warplens::cli
