#include "sim/prepare/host_launch.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/base/source_text.hpp"
#include "sim/lang/compile.hpp"
#include "sim/prepare/arguments.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/memory_shape.hpp"

namespace warplens::prepare {
namespace {

using launch::Argument;
using launch::ArrayArgument;

const lang::Kernel* kernel_of(const lang::Unit& unit, const FoundLaunch& host) {
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
  launch::Launch convert_sizes(const FoundLaunch& host) const {
    launch::Launch launch;
    launch.kernel = has_several_kernels(unit_) ? host.kernel : "";
    launch.grid = host.grid;
    launch.block = host.block;
    launch.shared_bytes = host.shared_bytes;
    return launch;
  }

  launch::Launch convert(const FoundLaunch& host, const lang::Kernel& kernel) {
    launch::Launch launch = convert_sizes(host);
    for (const lang::Variable* parameter : kernel.parameters) {
      for (const FoundLaunch::Argument& argument : host.arguments)
        if (argument.parameter == parameter->name) add_argument(*parameter, argument, launch);
    }
    return launch;
  }

 private:
  void add_argument(const lang::Variable& parameter, const FoundLaunch::Argument& given,
                    launch::Launch& launch) {
    if (!parameter.type->is_pointer()) {
      if (!given.value.empty()) launch.arguments.push_back({parameter.name, given.value});
      return;
    }
    if (!given.array || parameter.type->element->is_pointer()) return;
    if (const auto known = names_.find(*given.array); known != names_.end()) {
      launch.arguments.push_back({parameter.name, "@" + known->second});
      return;
    }
    const MemoryShape shape = memory_shape(parameter.type->element);
    uint64_t unit = base::size_of(shape.element);
    for (uint64_t extent : shape.extents) unit *= extent;
    if (given.bytes < unit) return;
    const ArrayArgument array = array_of(parameter.type->element, given.bytes / unit);
    names_[*given.array] = take_name(parameter.name);
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
  std::map<uint64_t, std::string> names_;  // by FoundLaunch::Argument::array
  std::set<std::string> taken_;
};

// `launch` with what host code does not show of its arguments.
HostDefault completed(const lang::Unit& unit, const lang::Kernel& kernel,
                      const launch::Launch& launch, const FoundLaunch& host) {
  HostDefault whole{complete_arguments(unit, kernel, launch), place_of(unit, host.span), {}, true};
  for (const Argument& argument : whole.launch.arguments) {
    if (find_argument(launch, argument.name) == nullptr) whole.guessed.push_back(argument.name);
  }
  return whole;
}

}  // namespace

LaunchPlace place_of(const lang::Unit& unit, base::Span span) {
  constexpr size_t kLongest = 80;
  std::string text = base::source_text(unit.file, span);
  if (text.size() > kLongest) text.replace(kLongest, std::string::npos, "...");
  return {static_cast<uint32_t>(unit.file.line_of(span.begin)), std::move(text), ""};
}

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

std::optional<HostDefault> launch_of_host(const lang::Unit& unit,
                                          const std::vector<FoundLaunch>& found,
                                          const std::string& kernel, bool all) {
  const std::string wanted = kernel.empty() ? "" : lang::kernel_name(unit, kernel);
  if (!kernel.empty() && wanted.empty()) return std::nullopt;
  std::optional<HostDefault> first;
  Converter converter(unit);
  std::vector<FoundLaunch> launches = found;
  if (!all)
    std::stable_sort(launches.begin(), launches.end(),
                     [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  for (const FoundLaunch& host : launches) {
    const lang::Kernel* const text = kernel_of(unit, host);
    if (!host.is_known) continue;
    if (!first && !wanted.empty() && host.kernel != wanted) continue;
    launch::Launch launch =
        text != nullptr ? converter.convert(host, *text) : converter.convert_sizes(host);
    if (!first && text == nullptr) {
      if (unit.kernels.empty()) launch.kernel.clear();  // report every kernel's mistakes
      first = HostDefault{std::move(launch), place_of(unit, host.span), {}, false};
    } else if (first) {
      first->launch.then.push_back(std::move(launch));
    } else {
      first = completed(unit, *text, launch, host);
    }
    if (!all) break;
  }
  return first;
}

LaunchPlace unknown_launch(const lang::Unit& unit, const std::vector<FoundLaunch>& found,
                           const std::string& kernel) {
  for (const lang::HostLaunch& launch : unit.launches) {
    const bool is_known = std::any_of(found.begin(), found.end(), [&](const FoundLaunch& known) {
      return known.is_known && known.span.begin == launch.span.begin;
    });
    if (!is_known && (kernel.empty() || launch.kernel == kernel))
      return place_of(unit, launch.span);
  }
  return {};
}

std::optional<launch::Dim3> block_of_host(const std::vector<FoundLaunch>& found,
                                          const std::string& kernel) {
  for (const FoundLaunch& host : found) {
    if (host.knows_block && host.kernel == kernel) return host.block;
  }
  return std::nullopt;
}

std::vector<launch::Argument> arguments_of_host(const lang::Unit& unit,
                                                const std::vector<FoundLaunch>& found,
                                                const lang::Kernel& kernel) {
  for (const FoundLaunch& host : found) {
    if (host.kernel == kernel.name) return Converter(unit).convert(host, kernel).arguments;
  }
  return {};
}

std::vector<HostDefault> launches_of_host(const lang::Unit& unit,
                                          const std::vector<FoundLaunch>& found) {
  std::vector<HostDefault> launches;
  for (const FoundLaunch& host : found) {
    if (launches.size() == kMostHostLaunches) break;
    if (!host.is_known) continue;
    Converter converter(unit);
    const lang::Kernel* const text = kernel_of(unit, host);
    launches.push_back(
        text != nullptr
            ? completed(unit, *text, converter.convert(host, *text), host)
            : HostDefault{converter.convert_sizes(host), place_of(unit, host.span), {}, false});
  }
  return launches;
}

}  // namespace warplens::prepare
