#include "sim/engine/pick.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "sim/lang/compile.hpp"

namespace warplens::engine {
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

std::string_view state_words(lang::KernelState state) {
  switch (state) {
    case lang::KernelState::kReady:
      return "";
    case lang::KernelState::kUnsupported:
      return "  (not understood)";
    case lang::KernelState::kWrong:
      return "  (has an error)";
    case lang::KernelState::kTemplate:
      return "  (a template: write its arguments in < >)";
  }
  return "";
}

// "  line 12  matmul(float* a, int n)", one a line.
std::string table_of(const lang::Unit& unit) {
  size_t widest = 0;
  for (const lang::ListedKernel& kernel : unit.listed)
    widest = std::max(widest, std::to_string(unit.file.line_of(kernel.span.begin)).size());
  constexpr size_t kMostRows = 40;
  std::string table;
  for (const lang::ListedKernel& kernel : unit.listed) {
    if (&kernel - unit.listed.data() == kMostRows) {
      table += "\n  and " + std::to_string(unit.listed.size() - kMostRows) +
               " more: run --json lists all";
      break;
    }
    const std::string line = std::to_string(unit.file.line_of(kernel.span.begin));
    table += "\n  line " + std::string(widest - line.size(), ' ') + line + "  " + kernel.name +
             "(" + kernel.parameters + ")" + std::string(state_words(kernel.state));
  }
  return table;
}

base::Failure<Diagnostics> no_kernel_named(const lang::Unit& unit, const std::string& name,
                                           const std::vector<std::string>& names) {
  if (const std::string signature = template_of(unit, name); !signature.empty()) {
    return base::fail(Diagnostics{
        placeless("'" + name + "' is not an instance of the kernel template " + signature,
                  "give each argument a value, as in --kernel '" +
                      std::string(without_arguments(name)) + "<...>'")});
  }
  std::vector<std::string> known = names;
  for (const std::string& signature : unit.kernel_templates) {
    known.emplace_back(without_arguments(signature));
  }
  const std::string near = base::nearest_name(std::string(without_arguments(name)), known);
  std::vector<std::string> listed = names;
  listed.insert(listed.end(), unit.kernel_templates.begin(), unit.kernel_templates.end());
  constexpr size_t kMostInLine = 4;
  const std::string all =
      listed.size() <= kMostInLine ? " " + joined(listed) : ":" + table_of(unit);
  return base::fail(
      Diagnostics{placeless("the file holds no kernel '" + name + "'",
                            near.empty() ? "it holds" + all : "did you mean '" + near + "'?")});
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
        "the file's kernels are templates: " + joined(unit.kernel_templates),
        "say which instance to run, as in --kernel '" + std::string(without_arguments(first)) +
            "<...>' with a value for each "
            "argument")});
  }
  if (names.empty() && unit.kernel_templates.empty()) {
    return base::fail(Diagnostics{
        placeless("the file holds no kernel", "write a __global__ void function in it")});
  }
  if (!name.empty()) return no_kernel_named(unit, name, names);
  if (names.size() == 1) return &unit.kernels.front();
  return base::fail(
      Diagnostics{placeless("the file holds several kernels:" + table_of(unit),
                            "choose one, for example --kernel " + shell_word(names.front()))});
}

base::Checked<model::Device> pick_device(const std::string& id) {
  if (id.empty()) return model::default_device();
  if (const model::Device* device = model::find_device(id); device != nullptr) return *device;
  std::vector<std::string> ids;
  for (const model::Device& device : model::devices()) ids.push_back(device.id);
  const std::string near = base::nearest_name(id, ids);
  return base::fail(Diagnostics{
      placeless("no device '" + id + "' is known",
                near.empty() ? "known devices: " + joined(ids) : "did you mean '" + near + "'?")});
}

}  // namespace warplens::engine
