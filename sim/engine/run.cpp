// The one way from a kernel's text and a launch to a finished run: compile, choose kernel and
// device, lower, check and bind the launch (bind.cpp, validate.cpp), then execute the grid with the
// totals and the recorder watching. Mistakes of the launch are gathered and returned together;
// mistakes in the text end the matter before.
#include "sim/engine/run.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "sim/analysis/totals_accumulator.hpp"
#include "sim/code/lower.hpp"
#include "sim/engine/arguments.hpp"
#include "sim/engine/bind.hpp"
#include "sim/engine/memory_shape.hpp"
#include "sim/engine/pick.hpp"
#include "sim/engine/validate.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::engine {
namespace {

using base::Diagnostics;
using base::placeless;

base::Checked<std::shared_ptr<const lang::Unit>> compile_unit(const Request& request,
                                                              const model::Device& device) {
  lang::CompileOptions options;
  for (const launch::Definition& definition : request.launch.defines) {
    options.defines.push_back({definition.name, definition.value});
  }
  if (!request.launch.kernel.empty()) options.kernels.push_back(request.launch.kernel);
  for (const launch::Launch& next : request.launch.then) {
    if (!next.kernel.empty()) options.kernels.push_back(next.kernel);
  }
  options.read_include = request.read_include;
  options.architecture = static_cast<int>(device.compute_major * 100 + device.compute_minor * 10);
  return lang::compile(request.file, options);
}

Diagnostics check_recorded_block(const Request& request) {
  const trace::BlockId block = request.recorded_block;
  const launch::Dim3 grid = request.launch.grid;
  if (!request.record || grid.count() == 0) return {};
  if (block.x < grid.x && block.y < grid.y && block.z < grid.z) return {};
  const auto words = [](uint32_t x, uint32_t y, uint32_t z) {
    return std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z);
  };
  return {placeless(
      "block " + words(block.x, block.y, block.z) + " is not in the grid of " +
          words(grid.x, grid.y, grid.z) + " blocks",
      "block numbers begin at 0, so the last one is " +
          words(std::max(grid.x, 1u) - 1, std::max(grid.y, 1u) - 1, std::max(grid.z, 1u) - 1))};
}

analysis::MemoryLayout layout_of(const machine::GridContext& context,
                                 const machine::GlobalMemory& memory) {
  analysis::MemoryLayout layout;
  static_assert(machine::GlobalMemory::kWindow == uint64_t{1} << 36);
  layout.window_shift = 36;
  for (const code::SharedArray& array : context.program->shared) {
    analysis::ArrayInfo info;
    info.name = array.name;
    info.base = array.offset;
    info.bytes = array.is_dynamic ? context.shared_bytes - array.offset : array.bytes;
    const MemoryShape shape = memory_shape(array.type);
    info.element_bytes = base::size_of(shape.element);
    info.extents = shape.extents;
    if (array.is_dynamic) info.extents = {info.bytes / info.element_bytes};
    layout.shared.push_back(std::move(info));
  }
  for (uint32_t i = 0; i < memory.array_count(); ++i) {
    const machine::GlobalArray& array = memory.array(i);
    layout.global.push_back({array.name, memory.address_of(i), array.bytes.size(),
                             base::size_of(array.element), array.extents});
  }
  for (const code::GlobalVariable& global : context.program->globals) {
    if (!global.is_constant) continue;
    const MemoryShape shape = memory_shape(global.variable->type);
    layout.constant.push_back({global.variable->name, global.offset,
                               lang::size_of(global.variable->type), base::size_of(shape.element),
                               shape.extents});
  }
  return layout;
}

Ending ending_of(machine::StopReason reason) {
  switch (reason) {
    case machine::StopReason::kStepLimit:
      return Ending::kStepLimit;
    case machine::StopReason::kCancelled:
      return Ending::kCancelled;
    case machine::StopReason::kTrapped:
      return Ending::kTrapped;
    case machine::StopReason::kDone:
    case machine::StopReason::kAccess:
      break;
  }
  return Ending::kComplete;
}

// Executes the bound launch and fills in what the run found.
void execute(Run& run, const Request& request, machine::GlobalMemory memory) {
  const machine::GridContext& context = *run.context;
  analysis::TotalsAccumulator totals(run.program, layout_of(context, memory),
                                     {context.block.x, context.block.y, context.block.z},
                                     run.device);
  trace::Recorder recorder(request.recorded_block, context.warps_per_block(),
                           request.record_budget);
  analysis::PrintLog prints(run.program, {context.block.x, context.block.y, context.block.z});
  std::vector<trace::Observer*> observers{&totals, &prints};
  if (request.record) observers.push_back(&recorder);

  const uint64_t blocks = context.grid.count();
  machine::GridOptions options;
  options.step_limit =
      request.launch.step_limit != 0 ? request.launch.step_limit : kDefaultStepLimit;
  options.cancelled = request.cancelled;
  if (request.progress) {
    options.progress = [&](uint64_t done) { request.progress(done, blocks); };
  }
  if (request.record) {
    options.is_watched = [&](trace::BlockId block) { return block == request.recorded_block; };
    options.before_block = [&](trace::BlockId, const machine::GlobalMemory& before) {
      run.memory_before_block = std::make_shared<const machine::GlobalMemory>(before);
    };
  }
  const machine::GridEnd end = machine::run_grid(run.context, memory, observers, options);

  run.ending = ending_of(end.reason);
  run.steps = end.steps;
  if (run.memory_before_block != nullptr) run.recording = recorder.finish();
  run.memory_after = std::make_shared<const machine::GlobalMemory>(std::move(memory));
  analysis::Summary summary = totals.finish();
  run.totals = summary.totals;
  run.accesses = std::move(summary.accesses);
  run.findings = std::move(summary.findings);
  run.prints = prints.finish();
}

struct Compiled {
  std::shared_ptr<const lang::Unit> unit;
  model::Device device;
};

base::Checked<Compiled> compile_request(const Request& request) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!device.ok()) return base::fail(device.error());
  const base::Checked<std::shared_ptr<const lang::Unit>> unit =
      compile_unit(request, device.value());
  if (!unit.ok()) return base::fail(unit.error());
  return Compiled{unit.value(), device.value()};
}

// Lowers, checks, binds and executes request.launch alone. `earlier` is replaced by what the
// launch leaves.
base::Checked<std::shared_ptr<const Run>> run_launch(const Compiled& compiled, Request request,
                                                     Earlier& earlier) {
  const base::Checked<const lang::Kernel*> kernel =
      pick_kernel(*compiled.unit, request.launch.kernel);
  if (!kernel.ok()) return base::fail(kernel.error());
  const base::Checked<std::shared_ptr<const code::Program>> program =
      code::lower(compiled.unit, *kernel.value());
  if (!program.ok()) return base::fail(program.error());

  auto result = std::make_shared<Run>();
  result->program = program.value();
  result->device = compiled.device;
  if (earlier.is_first) {
    result->warnings = compiled.unit->warnings;
    for (base::Diagnostic& warning : unused_definitions(*compiled.unit, request.launch)) {
      result->warnings.push_back(std::move(warning));
    }
  }
  Diagnostics errors =
      validate_launch(*program.value(), request.launch, compiled.device, result->warnings);
  const Diagnostics outside = check_recorded_block(request);
  errors.insert(errors.end(), outside.begin(), outside.end());
  std::vector<launch::Argument> texts = earlier.texts;
  base::Checked<Bound> bound = bind_arguments(*program.value(), request.launch, request.file.name(),
                                              request.read_file, std::move(earlier));
  if (!bound.ok()) errors.insert(errors.end(), bound.error().begin(), bound.error().end());
  if (!errors.empty()) return base::fail(std::move(errors));
  result->warnings.insert(result->warnings.end(), bound->warnings.begin(), bound->warnings.end());

  auto context = std::make_shared<machine::GridContext>();
  context->program = program.value();
  context->grid = request.launch.grid;
  context->block = request.launch.block;
  context->shared_bytes =
      static_cast<uint32_t>(program.value()->static_shared_bytes + request.launch.shared_bytes);
  context->parameter_bits = std::move(bound->parameter_bits);
  context->global_addresses = std::move(bound->global_addresses);
  context->constants = std::move(bound->constants);
  result->context = std::move(context);
  execute(*result, request, std::move(bound->memory));

  earlier = Earlier{};
  earlier.is_first = false;
  earlier.globals = std::move(bound->globals);
  earlier.texts = std::move(texts);
  for (const launch::Argument& argument : request.launch.arguments) {
    if (!std::holds_alternative<std::string>(argument.value)) continue;
    std::erase_if(earlier.texts, [&](const auto& text) { return text.name == argument.name; });
    earlier.texts.push_back(argument);
  }
  request.read_file = nullptr;
  request.read_include = nullptr;
  request.cancelled = nullptr;
  request.progress = nullptr;
  request.file = compiled.unit->file;  // with the texts that it includes
  result->request = std::move(request);
  return std::shared_ptr<const Run>(std::move(result));
}

base::Checked<std::shared_ptr<const Run>> compile_and_run(Request request) {
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Earlier earlier;
  return run_launch(compiled.value(), std::move(request), earlier);
}

// The request for one of the launches that follow.
Request next_request(const Request& first, const launch::Launch& next) {
  Request request = first;
  request.launch = next;
  request.launch.defines = first.launch.defines;
  request.launch.device = first.launch.device;
  request.launch.threads = first.launch.threads;
  request.launch.step_limit = first.launch.step_limit;
  request.launch_source.clear();
  const auto inside = [](uint32_t block, uint32_t blocks) {
    return std::min(block, std::max(blocks, 1u) - 1);
  };
  const launch::Dim3& grid = next.grid;
  request.recorded_block = {inside(first.recorded_block.x, grid.x),
                            inside(first.recorded_block.y, grid.y),
                            inside(first.recorded_block.z, grid.z)};
  return request;
}

base::Checked<std::vector<std::shared_ptr<const Run>>> compile_and_run_all(Request request) {
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  const std::vector<launch::Launch> following = std::exchange(request.launch.then, {});
  std::vector<std::shared_ptr<const Run>> runs;
  Earlier earlier;
  for (size_t i = 0; i <= following.size(); ++i) {
    base::Checked<std::shared_ptr<const Run>> run = run_launch(
        compiled.value(), i == 0 ? request : next_request(request, following[i - 1]), earlier);
    if (!run.ok()) {
      Diagnostics errors = run.error();
      if (i > 0) {
        for (base::Diagnostic& error : errors) {
          error.message = "launch " + std::to_string(i + 1) + ": " + error.message;
        }
      }
      return base::fail(std::move(errors));
    }
    runs.push_back(*run);
    if (runs.back()->ending != Ending::kComplete) break;
    earlier.memory = *runs.back()->memory_after;
  }
  return runs;
}

Diagnostics out_of_memory() {
  return {placeless("this launch needs more memory than the computer gives",
                    "make the arrays smaller")};
}

}  // namespace

base::Checked<std::shared_ptr<const Run>> run(Request request) {
  try {
    return compile_and_run(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(out_of_memory());
  }
}

base::Checked<std::vector<std::shared_ptr<const Run>>> run_sequence(Request request) {
  try {
    return compile_and_run_all(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(out_of_memory());
  }
}

}  // namespace warplens::engine
