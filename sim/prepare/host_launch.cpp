#include "sim/prepare/host_launch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/base/source_text.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/memory_shape.hpp"

namespace warplens::prepare {
namespace {

using launch::Argument;
using launch::ArrayArgument;

const lang::Kernel* kernel_of(const lang::Unit& unit, const lang::HostLaunch& host) {
  for (const lang::Kernel& kernel : unit.kernels) {
    if (kernel.name == host.kernel) return &kernel;
  }
  return nullptr;
}

// Converts host launches one after another, and keeps the name that each of host's arrays has.
class Converter {
 public:
  explicit Converter(const lang::Unit& unit) : unit_(unit) {}

  // Without the arguments: the parameters of a kernel that is not ready are unknown.
  launch::Launch convert_sizes(const lang::HostLaunch& host) const {
    launch::Launch launch;
    launch.kernel = has_several_kernels(unit_) ? host.kernel : "";
    launch.grid = {host.grid[0], host.grid[1], host.grid[2]};
    launch.block = {host.block[0], host.block[1], host.block[2]};
    launch.shared_bytes = host.shared_bytes;
    return launch;
  }

  launch::Launch convert(const lang::HostLaunch& host, const lang::Kernel& kernel) {
    launch::Launch launch = convert_sizes(host);
    const size_t count = std::min(kernel.parameters.size(), host.arguments.size());
    for (size_t i = 0; i < count; ++i) {
      add_argument(*kernel.parameters[i], host.arguments[i], launch);
    }
    return launch;
  }

 private:
  void add_argument(const lang::Variable& parameter, const lang::HostLaunch::Argument& given,
                    launch::Launch& launch) {
    if (!parameter.type->is_pointer()) {
      if (!given.value.empty()) launch.arguments.push_back({parameter.name, given.value});
      return;
    }
    if (given.array.empty() || parameter.type->element->is_pointer()) return;
    if (const auto known = names_.find(given.array); known != names_.end()) {
      launch.arguments.push_back({parameter.name, "@" + known->second});
      return;
    }
    const MemoryShape shape = memory_shape(parameter.type->element);
    uint64_t unit = base::size_of(shape.element);
    for (uint64_t extent : shape.extents) unit *= extent;
    if (given.bytes < unit) return;
    const ArrayArgument array = array_of(parameter.type->element, given.bytes / unit);
    names_[given.array] = take_name(parameter.name);
    launch.arguments.push_back({parameter.name, array});
  }

  // Named as in bind.cpp: "out", then "out_2".
  std::string take_name(const std::string& name) {
    std::string own = name;
    for (uint32_t number = 2; !taken_.insert(own).second; ++number) {
      own = name + "_" + std::to_string(number);
    }
    return own;
  }

  const lang::Unit& unit_;
  std::map<std::string, std::string> names_;  // host's name: ours
  std::set<std::string> taken_;
};

LaunchPlace place_of(const lang::Unit& unit, const lang::HostLaunch& host) {
  constexpr size_t kLongest = 80;
  std::string text = base::source_text(unit.file, host.span);
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return {static_cast<uint32_t>(unit.file.line_of(host.span.begin)), std::move(text), ""};
}

// `launch` with what host code does not show of its arguments.
HostDefault completed(const lang::Unit& unit, const lang::Kernel& kernel,
                      const launch::Launch& launch, const lang::HostLaunch& host) {
  HostDefault whole{complete_arguments(unit, kernel, launch), place_of(unit, host), {}, true};
  for (const Argument& argument : whole.launch.arguments) {
    if (find_argument(launch, argument.name) == nullptr) whole.guessed.push_back(argument.name);
  }
  return whole;
}

}  // namespace

std::string words(const LaunchPlace& place) {
  if (place.line == 0) return place.code;
  const std::string found =
      say("line {line}: {code}", "line"_a = place.line, "code"_a = place.code);
  if (place.guessed.empty()) return found;
  return say("{source}; guessed: {options}", "source"_a = found, "options"_a = place.guessed);
}

bool has_several_kernels(const lang::Unit& unit) {
  return std::count_if(unit.listed.begin(), unit.listed.end(),
                       [](const lang::ListedKernel& kernel) {
                         return kernel.state != lang::KernelState::kTemplate;
                       }) > 1;
}

std::optional<HostDefault> launch_of_host(const lang::Unit& unit, const std::string& kernel,
                                          bool all) {
  const std::string wanted = kernel.empty() ? "" : lang::kernel_name(unit, kernel);
  if (!kernel.empty() && wanted.empty()) return std::nullopt;
  std::optional<HostDefault> found;
  Converter converter(unit);
  for (const lang::HostLaunch& host : unit.launches) {
    const lang::Kernel* const text = kernel_of(unit, host);
    if (!host.is_known) continue;
    if (!found && !wanted.empty() && host.kernel != wanted) continue;
    launch::Launch launch =
        text != nullptr ? converter.convert(host, *text) : converter.convert_sizes(host);
    if (!found && text == nullptr) {
      if (unit.kernels.empty()) launch.kernel.clear();  // report every kernel's mistakes
      found = HostDefault{std::move(launch), place_of(unit, host), {}, false};
    } else if (found) {
      found->launch.then.push_back(std::move(launch));
    } else {
      found = completed(unit, *text, launch, host);
    }
    if (!all) break;
  }
  return found;
}

LaunchPlace unknown_launch(const lang::Unit& unit, const std::string& kernel) {
  for (const lang::HostLaunch& host : unit.launches) {
    if (!host.is_known && (kernel.empty() || host.kernel == kernel)) return place_of(unit, host);
  }
  return {};
}

std::optional<launch::Dim3> block_of_host(const lang::Unit& unit, const std::string& kernel) {
  for (const lang::HostLaunch& host : unit.launches) {
    if (host.knows_block && host.kernel == kernel)
      return launch::Dim3{host.block[0], host.block[1], host.block[2]};
  }
  return std::nullopt;
}

std::vector<HostDefault> launches_of_host(const lang::Unit& unit) {
  std::vector<HostDefault> launches;
  for (const lang::HostLaunch& host : unit.launches) {
    if (launches.size() == kMostHostLaunches) break;
    if (!host.is_known) continue;
    Converter converter(unit);
    const lang::Kernel* const text = kernel_of(unit, host);
    launches.push_back(
        text != nullptr
            ? completed(unit, *text, converter.convert(host, *text), host)
            : HostDefault{converter.convert_sizes(host), place_of(unit, host), {}, false});
  }
  return launches;
}

}  // namespace warplens::prepare
