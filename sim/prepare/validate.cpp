// Checks a launch's sizes against the device's limits, in the order in which a user would correct
// them: grid and block axis by axis, threads of a block, static shared memory (with the array that
// exceeds the limit), dynamic shared memory.
#include "sim/prepare/validate.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/base/names.hpp"
#include "sim/base/say.hpp"
#include "sim/base/warp.hpp"
#include "sim/code/needed_capability.hpp"
#include "sim/machine/block.hpp"
#include "sim/model/device_limits.hpp"
#include "sim/prepare/shared_opt_in.hpp"

namespace warplens::prepare {
namespace {

using base::at;
using base::Diagnostic;
using base::Diagnostics;
using base::placeless;

std::string dim_words(const launch::Dim3& dim) {
  std::string words = std::to_string(dim.x) + " x " + std::to_string(dim.y);
  if (dim.z != 1) words += " x " + std::to_string(dim.z);
  return words;
}

enum class Extent { kGrid, kBlock };

std::string zero_size(Extent what, char axis) {
  return what == Extent::kGrid ? say("the grid's {axis} size is 0", "axis"_a = axis)
                               : say("the block's {axis} size is 0", "axis"_a = axis);
}

Diagnostic size_over_limit(Extent what, char axis, uint32_t size, uint64_t limit) {
  if (what == Extent::kGrid) {
    return placeless(say("the grid's {axis} size is {size}, but the device allows {limit}",
                         "axis"_a = axis, "size"_a = size, "limit"_a = limit),
                     say("use a smaller grid"));
  }
  return placeless(say("the block's {axis} size is {size}, but the device allows {limit}",
                       "axis"_a = axis, "size"_a = size, "limit"_a = limit),
                   say("use a smaller block"));
}

// One axis at a time; false if any is wrong, so that a product is not worth checking.
bool check_axes(Extent what, const launch::Dim3& dim, const std::array<uint64_t, 3>& limits,
                Diagnostics& errors) {
  const size_t before = errors.size();
  const std::array<uint32_t, 3> sizes{dim.x, dim.y, dim.z};
  for (size_t axis = 0; axis < 3; ++axis) {
    const char name = "xyz"[axis];
    if (sizes[axis] == 0) {
      errors.push_back(placeless(zero_size(what, name), say("give it at least 1")));
    } else if (sizes[axis] > limits[axis]) {
      errors.push_back(size_over_limit(what, name, sizes[axis], limits[axis]));
    }
  }
  return errors.size() == before;
}

void check_sizes(const launch::Launch& launch, const model::Device& device, Diagnostics& errors) {
  const uint64_t threads = device.multiprocessor.block_threads;
  check_axes(Extent::kGrid, launch.grid, model::most_blocks(device.multiprocessor), errors);
  const bool axes_fit =
      check_axes(Extent::kBlock, launch.block, model::most_threads(device.multiprocessor), errors);
  if (axes_fit && launch.block.count() > threads) {
    errors.push_back(
        placeless(say("a block of {size} has {count} threads, but {device} allows {limit}",
                      "size"_a = dim_words(launch.block), "count"_a = launch.block.count(),
                      "device"_a = device.name, "limit"_a = threads),
                  say("use a smaller block and more blocks")));
  }
}

// Of the array with which the static arrays exceed the limit.
base::Span span_over_limit(const code::Program& program, uint32_t limit) {
  for (size_t i = 0; i < program.shared.size(); ++i) {
    const code::SharedArray& array = program.shared[i];
    if (array.is_dynamic || uint64_t{array.offset} + array.bytes <= limit) continue;
    for (const lang::Variable* variable : program.kernel->shared) {
      if (variable->name == array.name) return variable->span;
    }
  }
  return program.kernel->span;
}

void check_opt_in(const code::Program& program, const launch::Launch& launch,
                  const lang::Variable& dynamic, Diagnostics& errors, Diagnostics& warnings) {
  const OptIn opt_in = shared_opt_in(*program.unit, program.kernel->name,
                                     program.static_shared_bytes, launch.shared_bytes);
  const std::string call = opt_in_call(program.kernel->name, launch.shared_bytes);
  if (opt_in == OptIn::kLacking) {
    errors.push_back(
        at(dynamic.span,
           say("the launch fails with 'invalid argument', and the kernel never runs: {bytes} bytes "
               "of shared memory are more than 48 KiB, for which the host code has to opt in",
               "bytes"_a = program.static_shared_bytes + launch.shared_bytes),
           say("call {call} before the launch", "call"_a = call)));
  } else if (opt_in == OptIn::kUnknown) {
    Diagnostic warning = at(
        dynamic.span,
        say("{bytes} bytes of shared memory are more than 48 KiB: the launch fails unless the host "
            "code opts in",
            "bytes"_a = program.static_shared_bytes + launch.shared_bytes),
        say("with {call}", "call"_a = call));
    warning.severity = base::Severity::kWarning;
    warnings.push_back(std::move(warning));
  }
}

void check_shared(const code::Program& program, const launch::Launch& launch,
                  const model::Device& device, Diagnostics& errors, Diagnostics& warnings) {
  const lang::Variable* dynamic = program.kernel->dynamic_shared;
  const uint64_t fixed = program.static_shared_bytes;
  if (fixed > device.static_shared_limit()) {
    errors.push_back(at(
        span_over_limit(program, device.static_shared_limit()),
        say("the kernel's __shared__ arrays take {bytes} bytes, but {device} "
            "allows {limit} bytes of static shared memory a block",
            "bytes"_a = fixed, "device"_a = device.name, "limit"_a = device.static_shared_limit()),
        say("make the tile smaller, or use extern __shared__ and let the launch give its bytes")));
  } else if (launch.shared_bytes > device.dynamic_shared_limit() ||
             fixed + launch.shared_bytes > device.dynamic_shared_limit()) {
    const std::string message =
        say("{static} bytes of static and {dynamic} bytes of dynamic shared memory are more than "
            "the {limit} bytes that {device} allows a block",
            "static"_a = fixed, "dynamic"_a = launch.shared_bytes,
            "limit"_a = device.dynamic_shared_limit(), "device"_a = device.name);
    const std::string hint = say("give the launch fewer dynamic bytes");
    errors.push_back(dynamic != nullptr ? at(dynamic->span, message, hint)
                                        : placeless(message, hint));
  } else if (dynamic != nullptr) {
    check_opt_in(program, launch, *dynamic, errors, warnings);
  }
  if (dynamic != nullptr && launch.shared_bytes == 0) {
    Diagnostic warning =
        at(dynamic->span,
           say("'{name}' is extern __shared__, but the launch gives it no bytes",
               "name"_a = dynamic->name),
           say("add --shared BYTES, the third value of a <<<grid, block, bytes>>> launch"));
    warning.severity = base::Severity::kWarning;
    warnings.push_back(std::move(warning));
  }
  if (dynamic == nullptr && launch.shared_bytes != 0) {
    Diagnostic warning =
        placeless(say("--shared {bytes} is used by nothing: '{kernel}' declares no extern "
                      "__shared__ array",
                      "bytes"_a = launch.shared_bytes, "kernel"_a = program.kernel->name),
                  say("leave --shared out"));
    warning.severity = base::Severity::kWarning;
    warnings.push_back(std::move(warning));
  }
}

// Registers, local arrays and, if a block is recorded, the origin of every value.
void check_block_memory(const code::Program& program, const launch::Launch& launch, bool record,
                        Diagnostics& errors) {
  const uint64_t warps = (launch.block.count() + base::kWarpSize - 1) / base::kWarpSize;
  const uint64_t bytes = machine::warp_bytes(program, record) * warps;
  if (bytes <= machine::kMostBlockBytes) return;
  errors.push_back(
      at(program.kernel->span,
         say("a block takes {size} MiB, {local} bytes of local arrays a thread, but at most "
             "{limit} MiB of a block are simulated",
             "size"_a = bytes >> 20, "local"_a = program.local_bytes,
             "limit"_a = machine::kMostBlockBytes >> 20),
         say("make the local arrays smaller, or use a smaller block")));
}

// Instructions that the device does not have.
void check_capability(const code::Program& program, const model::Device& device,
                      Diagnostics& errors) {
  const std::optional<code::NeededCapability> needed = code::needed_capability(program);
  const uint32_t of_device = device.multiprocessor.major * 10 + device.multiprocessor.minor;
  if (!needed || needed->number <= of_device) return;
  const std::string capability =
      std::to_string(needed->number / 10) + "." + std::to_string(needed->number % 10);
  errors.push_back(at(
      needed->span,
      say("'{instruction}' needs compute capability {needed}; the device is {device}",
          "instruction"_a = needed->instruction, "needed"_a = capability, "device"_a = device.name),
      say("choose a device of {needed} or more with --device", "needed"_a = capability)));
}

}  // namespace

Diagnostics validate_launch(const code::Program& program, const launch::Launch& launch,
                            const model::Device& device, bool record, Diagnostics& warnings) {
  Diagnostics errors;
  check_sizes(launch, device, errors);
  if (errors.empty()) check_block_memory(program, launch, record, errors);
  check_capability(program, device, errors);
  check_shared(program, launch, device, errors, warnings);
  if (launch.schedule.independent_lanes && !program.subroutines.empty()) {
    errors.push_back(placeless(
        say("'{kernel}' calls a function that calls itself: its lanes can't progress independently",
            "kernel"_a = program.kernel->name),
        say("leave --lanes independent out")));
  }
  return errors;
}

Diagnostics unused_definitions(const lang::Unit& unit, const launch::Launch& launch) {
  const std::string text = text_of_code(unit);
  Diagnostics warnings;
  for (const launch::Definition& definition : launch.defines) {
    if (definition.name.empty() || base::holds_name(text, definition.name)) continue;
    const std::string near = base::nearest_name(definition.name, unit.macro_names);
    Diagnostic warning = placeless(
        say("-D {name} changes nothing: the text does not use {name}", "name"_a = definition.name),
        near.empty() || near == definition.name ? ""
                                                : say("did you mean {name}?", "name"_a = near));
    warning.severity = base::Severity::kWarning;
    warnings.push_back(std::move(warning));
  }
  return warnings;
}

}  // namespace warplens::prepare
