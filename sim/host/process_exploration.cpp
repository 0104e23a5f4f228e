// What a process does otherwise where it is executed to learn its launches: it has values that
// stand for those that nobody knows, passes over calls that are refused, and notes launches.
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "sim/host/exploration.hpp"
#include "sim/host/process.hpp"

namespace warplens::host {
namespace {

// Of what a pointer that nobody knows points to. [bytes]
constexpr uint64_t kUnknownBytes = uint64_t{64} << 10;
// A number that nobody knows: a size that is a multiple of no block's.
constexpr uint64_t kUnknownNumber = 1000;

// What the program is given from outside: input, the clock, random numbers.
constexpr std::array<std::string_view, 18> kInput{"fread",
                                                  "warplens_open",
                                                  "fgets",
                                                  "fgetc",
                                                  "feof",
                                                  "ferror",
                                                  "fseek",
                                                  "ftell",
                                                  "scanf",
                                                  "fscanf",
                                                  "remove",
                                                  "warplens_environment",
                                                  "rand",
                                                  "drand48",
                                                  "system",
                                                  "warplens_nanoseconds",
                                                  "warplens_entropy",
                                                  "warplens_event_elapsed"};

// A pointer to new memory is known, whatever its size; copies carry their labels themselves.
bool keeps_labels(std::string_view name) {
  return name.find("lloc") != std::string_view::npos ||
         name.find("cpy") != std::string_view::npos ||
         name.find("copy") != std::string_view::npos ||
         name.find("move") != std::string_view::npos || name.find("set") != std::string_view::npos;
}

bool is_part(const code::Parameter& parameter) {
  return parameter.name.find_first_of(".[") != std::string::npos;
}

uint64_t unknown_number(base::Scalar scalar) {
  if (scalar == base::Scalar::kFloat) return std::bit_cast<uint32_t>(1.0f);
  if (scalar == base::Scalar::kDouble) return std::bit_cast<uint64_t>(1.0);
  return base::size_of(scalar) < 4 ? 1 : kUnknownNumber;
}

}  // namespace

uint64_t Process::stand_in(const code::Parameter& parameter) {
  if (is_part(parameter)) return 0;
  if (!parameter.type->is_pointer()) return unknown_number(parameter.type->scalar);
  const uint32_t array = device.memory().array_count();
  const uint64_t address = device.allocate(kUnknownBytes, Kind::kManaged);
  options_.exploration->note_sizes(array, device.memory().array_count());
  if (follower_ != nullptr) follower_->put_anywhere(address, kUnknownBytes, unknown_);
  return address;
}

void Process::give_unknown() {
  std::vector<uint64_t> bits;
  for (const code::Parameter& parameter : program_->parameters) bits.push_back(stand_in(parameter));
  give(bits);
  for (const code::Parameter& parameter : program_->parameters) {
    const bool is_known = parameter.type->is_pointer() && !is_part(parameter);
    if (!is_known) machine_.put_label(parameter.slot, unknown_);
  }
}

// Of main(): how many there are, and what they say.
void Process::forget_arguments(const std::vector<uint64_t>& addresses) {
  machine_.put_label(program_->parameters.front().slot, unknown_);
  for (size_t i = 1; i < options_.arguments.size(); ++i)
    follower_->put_anywhere(addresses[i], options_.arguments[i].size() + 1, unknown_);
}

// Nobody knows what it returns, and what it leaves where its arguments point.
void Process::pass_over(const code::HostCallSite& site) {
  for (const code::HostArgument& argument : site.arguments) {
    if (!argument.type->is_pointer() || argument.type->element->is_void()) continue;
    follower_->put_anywhere(machine_.read_64(argument.slot), lang::size_of(argument.type->element),
                            unknown_);
  }
  const lang::Type* type = site.function->return_type;
  if (type->is_void()) return;
  machine_.put_label(site.result, unknown_);
  if (lang::size_of(type) == 8)
    machine_.write_64(site.result, 0);
  else
    machine_.write_32(site.result, 0);
}

bool Process::has_unknown(const code::HostCallSite& site) const {
  return std::any_of(
      site.arguments.begin(), site.arguments.end(),
      [&](const code::HostArgument& argument) { return machine_.label(argument.slot) != 0; });
}

// Whether the results of a call are not known: those of input, and of unknown values.
bool Process::makes_unknown(const code::HostCallSite& site) const {
  const std::string_view name = site.function->name;
  if (std::find(kInput.begin(), kInput.end(), name) != kInput.end()) return true;
  if (keeps_labels(name)) return false;
  return has_unknown(site) ||
         std::any_of(
             site.arguments.begin(), site.arguments.end(), [&](const code::HostArgument& argument) {
               const bool is_read = argument.type->is_pointer() && argument.type->element->is_const;
               const uint64_t address = is_read ? machine_.read_64(argument.slot) : 0;
               return is_read && memory.at(address, 1) != nullptr &&
                      follower_->labels()[address - Memory::first_address()] != 0;
             });
}

void Process::note_launch(const code::LaunchSite& site, Launched launched) {
  const auto is_known = [&](uint32_t slot) { return machine_.label(slot) == 0; };
  const auto knows_extents = [&](uint32_t slot) {
    return is_known(slot) && is_known(slot + 1) && is_known(slot + 2);
  };
  SeenLaunch seen;
  seen.knows_grid = knows_extents(site.grid);
  seen.knows_block = knows_extents(site.block);
  seen.knows_shared = !site.shared || is_known(*site.shared);
  for (const code::HostArgument& argument : site.arguments) {
    seen.knows_parameters.push_back(is_known(argument.slot));
    if (!argument.type->is_pointer()) continue;
    // What the kernel would leave there.
    const auto array = device.memory().array_at(machine_.read_64(argument.slot));
    if (!array) continue;
    follower_->put_anywhere(machine::GlobalMemory::address_of(*array),
                            device.memory().array(*array).bytes.size(), unknown_);
  }
  seen.launched = std::move(launched);
  seen.site = machine_.number();
  options_.exploration->note(std::move(seen));
}

}  // namespace warplens::host
