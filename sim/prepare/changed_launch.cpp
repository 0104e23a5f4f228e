// The whole launch is bound once more, with the changes and, for what they do not name, arguments
// of the same sizes; then what was changed is taken from that.
#include "sim/prepare/changed_launch.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sim/launch/parse.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/bind.hpp"
#include "sim/prepare/validate.hpp"

namespace warplens::prepare {

namespace {

launch::Launch with_changes(const ReachedLaunch& reached, const LaunchChanges& changes) {
  const code::Program& program = *reached.context->program;
  launch::LaunchOptions options;
  options.grid = changes.grid;
  options.block = changes.block;
  options.shared_bytes = changes.shared_bytes;
  options.arguments = changes.arguments;
  launch::Launch launch = complete_arguments(*program.unit, *program.kernel,
                                             launch::apply(launch_of(reached), options));
  for (const launch::Argument& argument : changes.arguments) {
    // What is no parameter is to be refused.
    if (find_argument(launch, argument.name) == nullptr) launch.arguments.push_back(argument);
  }
  return launch;
}

// Puts the values of one bound launch into another one.
class Taker {
 public:
  // `changes` say which arrays have new contents.
  Taker(const LaunchChanges& changes, const Bound& from, machine::GridContext& to,
        machine::GlobalMemory& memory)
      : changes_(changes), from_(from), to_(to), memory_(memory) {}

  void take(const std::string& argument) {
    const code::Program& program = *to_.program;
    for (size_t i = 0; i < program.parameters.size(); ++i) {
      const std::string& name = program.parameters[i].name;
      const bool is_part = name.starts_with(argument) &&
                           (name.size() == argument.size() || name[argument.size()] == '.' ||
                            name[argument.size()] == '[');
      if (!is_part) continue;
      uint64_t& bits = to_.parameter_bits[i];
      bits = program.parameters[i].type->is_pointer() ? pointer(from_.parameter_bits[i])
                                                      : from_.parameter_bits[i];
    }
    for (size_t i = 0; i < program.globals.size(); ++i) {
      if (program.globals[i].variable->name == argument) take_global(i);
    }
  }

 private:
  // The address of the array of that name, with what it holds in the launch that is taken from.
  uint64_t pointer(uint64_t address) {
    const std::optional<uint32_t> index = from_.memory.array_at(address);
    if (!index) return address;
    const machine::GlobalArray& array = from_.memory.array(*index);
    for (uint32_t i = 0; i < memory_.array_count(); ++i) {
      if (memory_.array(i).name != array.name) continue;
      if (is_changed(array.name)) memory_.array(i) = array;
      return machine::GlobalMemory::address_of(i);
    }
    return memory_.add(array);
  }

  void take_global(size_t index) {
    const code::GlobalVariable& global = to_.program->globals[index];
    if (global.is_constant) {
      const auto begin = from_.constants.begin() + global.offset;
      std::copy(begin, begin + static_cast<std::ptrdiff_t>(lang::size_of(global.variable->type)),
                to_.constants.begin() + global.offset);
      return;
    }
    const auto from = from_.memory.array_at(from_.global_addresses[index]);
    const auto to = memory_.array_at(to_.global_addresses[index]);
    if (from && to) memory_.array(*to).bytes = from_.memory.array(*from).bytes;
  }

  bool is_changed(const std::string& array) const {
    return std::any_of(changes_.arguments.begin(), changes_.arguments.end(), [&](const auto& one) {
      return one.name == array && std::holds_alternative<launch::ArrayArgument>(one.value);
    });
  }

  const LaunchChanges& changes_;
  const Bound& from_;
  machine::GridContext& to_;
  machine::GlobalMemory& memory_;
};

}  // namespace

base::Checked<ChangedLaunch> change_launch(const ReachedLaunch& reached,
                                           const model::Device& device, const Request& request) {
  const LaunchChanges& changes = request.program->changes;
  const code::Program& program = *reached.context->program;
  const launch::Launch launch = with_changes(reached, changes);
  ChangedLaunch changed;
  base::Diagnostics errors =
      validate_launch(program, launch, device, request.record, changed.warnings);
  base::Checked<Bound> bound =
      bind_arguments(program, launch, request.file.name(), request.read_file, {});
  if (!bound.ok()) errors.insert(errors.end(), bound.error().begin(), bound.error().end());
  if (!errors.empty()) return base::fail(std::move(errors));
  auto context = std::make_shared<machine::GridContext>(*reached.context);
  context->grid = launch.grid;
  context->block = launch.block;
  context->shared_bytes = static_cast<uint32_t>(program.static_shared_bytes + launch.shared_bytes);
  changed.memory = reached.memory;
  Taker taker(changes, *bound, *context, changed.memory);
  for (const launch::Argument& argument : changes.arguments) taker.take(argument.name);
  changed.context = std::move(context);
  return changed;
}

}  // namespace warplens::prepare
