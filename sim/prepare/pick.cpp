#include "sim/prepare/pick.hpp"

#include <algorithm>
#include <vector>

#include "sim/base/say.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::prepare {
namespace {

using base::Diagnostics;
using base::placeless;

std::string joined(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

std::string_view without_arguments(std::string_view name) {
  name = name.substr(0, name.find('<'));
  while (name.ends_with(' ')) name.remove_suffix(1);
  return name;
}

std::string shell_word(const std::string& name) {
  return name.find_first_of("< ") == std::string::npos ? name : "'" + name + "'";
}

// The template of that name: "matmul<int TILE, int PAD = 0>"; "" if there is none.
std::string template_of(const lang::Unit& unit, const std::string& name) {
  for (const std::string& signature : unit.kernel_templates) {
    if (without_arguments(signature) == without_arguments(name)) return signature;
  }
  return "";
}

// "line 12  matmul(float* a, int n)". `line`: right-aligned.
std::string row_of(const lang::ListedKernel& kernel, const std::string& line) {
  const std::string signature = kernel.name + "(" + kernel.parameters + ")";
  switch (kernel.state) {
    case lang::KernelState::kReady:
      break;
    case lang::KernelState::kUnsupported:
      return say("line {line}  {kernel}  (not understood)", "line"_a = line,
                 "kernel"_a = signature);
    case lang::KernelState::kWrong:
      return say("line {line}  {kernel}  (has an error)", "line"_a = line, "kernel"_a = signature);
    case lang::KernelState::kTemplate:
      return say("line {line}  {kernel}  (a template: write its arguments in < >)", "line"_a = line,
                 "kernel"_a = signature);
  }
  return say("line {line}  {kernel}", "line"_a = line, "kernel"_a = signature);
}

// Each kernel in a line of its own, which begins with the line break.
std::string table_of(const lang::Unit& unit) {
  size_t widest = 0;
  for (const lang::ListedKernel& kernel : unit.listed)
    widest = std::max(widest, std::to_string(unit.file.line_of(kernel.span.begin)).size());
  constexpr size_t kMostRows = 40;
  std::string table;
  for (const lang::ListedKernel& kernel : unit.listed) {
    if (&kernel - unit.listed.data() == kMostRows) {
      table += "\n  " + say("and {count} more: run --json lists all",
                            "count"_a = unit.listed.size() - kMostRows);
      break;
    }
    const std::string line = std::to_string(unit.file.line_of(kernel.span.begin));
    table += "\n  " + row_of(kernel, std::string(widest - line.size(), ' ') + line);
  }
  return table;
}

base::Failure<Diagnostics> no_kernel_named(const lang::Unit& unit, const std::string& name,
                                           const std::vector<std::string>& names) {
  if (const std::string signature = template_of(unit, name); !signature.empty()) {
    return base::fail(
        Diagnostics{placeless(say("'{name}' is not an instance of the kernel template {template}",
                                  "name"_a = name, "template"_a = signature),
                              say("give each argument a value, as in --kernel '{name}<...>'",
                                  "name"_a = without_arguments(name)))});
  }
  std::vector<std::string> known = names;
  for (const std::string& signature : unit.kernel_templates) {
    known.emplace_back(without_arguments(signature));
  }
  const std::string near = base::nearest_name(std::string(without_arguments(name)), known);
  std::vector<std::string> listed = names;
  listed.insert(listed.end(), unit.kernel_templates.begin(), unit.kernel_templates.end());
  constexpr size_t kMostInLine = 4;
  const std::string hint = !near.empty() ? say("did you mean '{name}'?", "name"_a = near)
                           : listed.size() <= kMostInLine
                               ? say("it holds {names}", "names"_a = joined(listed))
                               : say("it holds:{table}", "table"_a = table_of(unit));
  return base::fail(
      Diagnostics{placeless(say("the file holds no kernel '{name}'", "name"_a = name), hint)});
}

std::vector<std::string> device_ids() {
  std::vector<std::string> all;
  for (const model::Device& device : model::devices()) all.push_back(device.id);
  return all;
}

std::string digits_of(std::string_view name) {
  std::string digits;
  for (const char c : name)
    if (c >= '0' && c <= '9') digits += c;
  return digits;
}

}  // namespace

base::Checked<const lang::Kernel*> pick_kernel(const lang::Unit& unit, const std::string& name) {
  const std::string wanted = name.empty() ? "" : lang::kernel_name(unit, name);
  std::vector<std::string> names;
  for (const lang::Kernel& kernel : unit.kernels) {
    if (!wanted.empty() && kernel.name == wanted) return &kernel;
    names.push_back(kernel.name);
  }
  for (const lang::ListedKernel& kernel : unit.listed) {
    if (!wanted.empty() && kernel.name == wanted && !kernel.errors.empty())
      return base::fail(kernel.errors);
  }
  if (names.empty() && !unit.kernel_templates.empty() && name.empty()) {
    const std::string& first = unit.kernel_templates.front();
    return base::fail(Diagnostics{placeless(
        say("the file's kernels are templates: {names}", "names"_a = joined(unit.kernel_templates)),
        say("say which instance to run, as in --kernel '{name}<...>' with a value for each "
            "argument",
            "name"_a = without_arguments(first)))});
  }
  if (names.empty() && unit.kernel_templates.empty()) {
    return base::fail(Diagnostics{
        placeless(say("the file holds no kernel"), say("write a __global__ void function in it"))});
  }
  if (!name.empty()) return no_kernel_named(unit, name, names);
  if (names.size() == 1) return &unit.kernels.front();
  return base::fail(Diagnostics{placeless(
      say("the file holds several kernels:{table}", "table"_a = table_of(unit)),
      say("choose one, for example --kernel {name}", "name"_a = shell_word(names.front())))});
}

std::string nearest_device(std::string_view name) {
  constexpr std::string_view kPrefixes[] = {"", "cc", "sm", "sm_", "compute_"};
  const size_t at = std::min(name.find_first_of("0123456789"), name.size());
  const bool is_capability = std::find(std::begin(kPrefixes), std::end(kPrefixes),
                                       name.substr(0, at)) != std::end(kPrefixes);
  for (const model::Device& device : model::devices()) {
    if (is_capability && device.id.starts_with("cc") &&
        digits_of(device.id) == digits_of(name.substr(at)))
      return device.id;
  }
  return base::nearest_name(name, device_ids());
}

base::Checked<model::Device> pick_device(const std::string& id) {
  if (id.empty()) return model::default_device();
  if (const model::Device* device = model::find_device(id); device != nullptr) return *device;
  const std::string near = nearest_device(id);
  return base::fail(Diagnostics{
      placeless(say("no device '{name}' is known", "name"_a = id),
                near.empty() ? say("known devices: {names}", "names"_a = joined(device_ids()))
                             : say("did you mean '{name}'?", "name"_a = near))});
}

}  // namespace warplens::prepare
