#include "sim/prepare/program_parts.hpp"

#include <utility>

#include "sim/base/say.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/bind.hpp"

namespace warplens::prepare {

namespace {

bool is_of_host(const launch::Launch& call, const std::string& array) {
  const launch::Argument* argument = find_argument(call, array);
  const auto* given =
      argument == nullptr ? nullptr : std::get_if<launch::ArrayArgument>(&argument->value);
  return given != nullptr && given->is_host;
}

// The array in the process's memory; 0: there is none left.
uint64_t place(host::Process& process, machine::GlobalArray& array, bool is_host) {
  if (!is_host) return process.device.add(std::move(array), host::Kind::kDevice);
  return process.memory.keep(array.bytes.to_vector());
}

}  // namespace

base::Checked<std::vector<machine::ArrayShape>> bind_call(
    host::Process& process, const std::vector<launch::Argument>& arguments,
    const std::string& file_name, const launch::FileReader& read_file) {
  const code::Program& program = process.program();
  launch::Launch call;
  call.arguments = arguments;
  base::Checked<Bound> bound = bind_arguments(program, call, file_name, read_file, {});
  if (!bound.ok()) return base::fail(bound.error());
  std::vector<machine::ArrayShape> arrays = bound->memory.shapes();
  for (uint32_t i = 0; i < arrays.size(); ++i) {
    machine::ArrayShape& array = arrays[i];
    array.address = place(process, bound->memory.array(i), is_of_host(call, array.name));
    if (array.address != 0) continue;
    return base::fail(base::Diagnostics{
        base::at(program.kernel->span,
                 say("there is no memory left for array '{name}'", "name"_a = array.name),
                 say("make the arrays smaller"))});
  }
  std::vector<uint64_t> bits = std::move(bound->parameter_bits);
  for (size_t i = 0; i < bits.size(); ++i) {
    if (!program.parameters[i].type->is_pointer()) continue;
    if (const auto index = bound->memory.array_at(bits[i])) bits[i] = arrays[*index].address;
  }
  process.give(bits);
  return arrays;
}

}  // namespace warplens::prepare
