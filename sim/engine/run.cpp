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
#include "sim/engine/bind.hpp"
#include "sim/engine/validate.hpp"
#include "sim/lang/compile.hpp"

namespace warplens::engine {
namespace {

using base::Diagnostics;
using base::placeless;

base::Checked<std::shared_ptr<const lang::Unit>> compile_unit(const Request& request) {
  lang::CompileOptions options;
  for (const launch::Definition& definition : request.launch.defines) {
    options.defines.push_back({definition.name, definition.value});
  }
  return lang::compile(request.file, options);
}

base::Checked<const lang::Kernel*> pick_kernel(const lang::Unit& unit, const std::string& name) {
  std::vector<std::string> names;
  std::string list;
  for (const lang::Kernel& kernel : unit.kernels) {
    if (!name.empty() && kernel.name == name) return &kernel;
    names.push_back(kernel.name);
    list += (list.empty() ? "" : ", ") + kernel.name;
  }
  if (names.empty()) {
    return base::fail(Diagnostics{
        placeless("the file holds no kernel", "write a __global__ void function in it")});
  }
  if (name.empty()) {
    if (names.size() == 1) return &unit.kernels.front();
    return base::fail(Diagnostics{placeless("the file holds several kernels: " + list,
                                            "choose one, for example --kernel " + names.front())});
  }
  const std::string near = base::nearest_name(name, names);
  return base::fail(
      Diagnostics{placeless("the file holds no kernel '" + name + "'",
                            near.empty() ? "it holds " + list : "did you mean '" + near + "'?")});
}

base::Checked<model::Device> pick_device(const std::string& id) {
  if (id.empty()) return model::default_device();
  if (const model::Device* device = model::find_device(id); device != nullptr) return *device;
  std::vector<std::string> ids;
  std::string list;
  for (const model::Device& device : model::devices()) {
    ids.push_back(device.id);
    list += (list.empty() ? "" : ", ") + device.id;
  }
  const std::string near = base::nearest_name(id, ids);
  return base::fail(Diagnostics{
      placeless("no device '" + id + "' is known",
                near.empty() ? "known devices: " + list : "did you mean '" + near + "'?")});
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
    const lang::Type* element =
        array.type->is_array() ? lang::innermost_element(array.type) : array.type;
    info.element_bytes = static_cast<uint32_t>(element != nullptr ? lang::size_of(element) : 8);
    info.extents = lang::extents_of(array.type);
    if (array.is_dynamic) info.extents = {info.bytes / info.element_bytes};
    layout.shared.push_back(std::move(info));
  }
  for (uint32_t i = 0; i < memory.array_count(); ++i) {
    const machine::GlobalArray& array = memory.array(i);
    layout.global.push_back({array.name, memory.address_of(i), array.bytes.size(),
                             base::size_of(array.element), array.extents});
  }
  return layout;
}

Ending ending_of(machine::StopReason reason) {
  switch (reason) {
    case machine::StopReason::kStepLimit:
      return Ending::kStepLimit;
    case machine::StopReason::kCancelled:
      return Ending::kCancelled;
    case machine::StopReason::kDone:
    case machine::StopReason::kAccess:
    case machine::StopReason::kTrapped:
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
  std::vector<trace::Observer*> observers{&totals};
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
}

base::Checked<std::shared_ptr<const Run>> compile_and_run(Request request) {
  const base::Checked<std::shared_ptr<const lang::Unit>> unit = compile_unit(request);
  if (!unit.ok()) return base::fail(unit.error());
  const base::Checked<const lang::Kernel*> kernel =
      pick_kernel(*unit.value(), request.launch.kernel);
  if (!kernel.ok()) return base::fail(kernel.error());
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!device.ok()) return base::fail(device.error());
  const base::Checked<std::shared_ptr<const code::Program>> program =
      code::lower(unit.value(), *kernel.value());
  if (!program.ok()) return base::fail(program.error());

  auto result = std::make_shared<Run>();
  result->program = program.value();
  result->device = device.value();
  result->warnings = unit.value()->warnings;
  for (base::Diagnostic& warning : unused_definitions(*unit.value(), request.launch)) {
    result->warnings.push_back(std::move(warning));
  }
  Diagnostics errors =
      validate_launch(*program.value(), request.launch, device.value(), result->warnings);
  const Diagnostics outside = check_recorded_block(request);
  errors.insert(errors.end(), outside.begin(), outside.end());
  base::Checked<Bound> bound =
      bind_arguments(*program.value(), request.launch, request.file.name(), request.read_file);
  if (!bound.ok()) errors.insert(errors.end(), bound.error().begin(), bound.error().end());
  if (!errors.empty()) return base::fail(std::move(errors));

  auto context = std::make_shared<machine::GridContext>();
  context->program = program.value();
  context->grid = request.launch.grid;
  context->block = request.launch.block;
  context->shared_bytes =
      static_cast<uint32_t>(program.value()->static_shared_bytes + request.launch.shared_bytes);
  context->parameter_bits = std::move(bound->parameter_bits);
  result->context = std::move(context);
  execute(*result, request, std::move(bound->memory));

  request.read_file = nullptr;
  request.cancelled = nullptr;
  request.progress = nullptr;
  result->request = std::move(request);
  return std::shared_ptr<const Run>(std::move(result));
}

}  // namespace

base::Checked<std::shared_ptr<const Run>> run(Request request) {
  try {
    return compile_and_run(std::move(request));
  } catch (const std::bad_alloc&) {
    return base::fail(Diagnostics{placeless("this launch needs more memory than the computer gives",
                                            "make the arrays smaller")});
  }
}

}  // namespace warplens::engine
