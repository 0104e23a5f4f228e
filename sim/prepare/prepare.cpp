// From a kernel's text and a launch to something that can be executed: compile, choose kernel and
// device, lower, check and bind the launch (bind.cpp, validate.cpp). All errors of the launch are
// returned together; after errors in the text the launch is not looked at.
#include "sim/prepare/prepare.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/code/lower.hpp"
#include "sim/prepare/array_elements.hpp"
#include "sim/prepare/changed_launch.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/text_warnings.hpp"
#include "sim/prepare/validate.hpp"

namespace warplens::prepare {
namespace {

using base::Diagnostics;
using base::placeless;

Diagnostics check_recorded_block(const Request& request) {
  const trace::BlockId block = request.recorded_block;
  const launch::Dim3 grid = request.launch.grid;
  if (!request.record || grid.count() == 0) return {};
  if (block.x < grid.x && block.y < grid.y && block.z < grid.z) return {};
  const auto words = [](uint32_t x, uint32_t y, uint32_t z) {
    return std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z);
  };
  return {placeless(
      say("block {block} is not in the grid of {grid} blocks",
          "block"_a = words(block.x, block.y, block.z), "grid"_a = words(grid.x, grid.y, grid.z)),
      say("block numbers begin at 0, so the last one is {block}",
          "block"_a = words(std::max(grid.x, 1u) - 1, std::max(grid.y, 1u) - 1,
                            std::max(grid.z, 1u) - 1)))};
}

// The block, or where the grid does not hold it, its last one.
trace::BlockId inside(trace::BlockId block, const launch::Dim3& grid) {
  const auto nearest = [](uint32_t at, uint32_t blocks) {
    return std::min(at, std::max(blocks, 1u) - 1);
  };
  return {nearest(block.x, grid.x), nearest(block.y, grid.y), nearest(block.z, grid.z)};
}

// The request for one of the launches that follow.
Request next_request(const Request& first, const launch::Launch& next) {
  Request request = first;
  request.launch = next;
  request.launch.defines = first.launch.defines;
  request.launch.includes = first.launch.includes;
  request.launch.device = first.launch.device;
  request.launch.threads = first.launch.threads;
  request.launch.checks = first.launch.checks;
  request.launch.schedule = first.launch.schedule;
  request.launch.step_limit = first.launch.step_limit;
  request.launch_place = {};
  request.guessed.clear();
  request.guess_note.clear();
  request.recorded_block = inside(first.recorded_block, next.grid);
  return request;
}

base::Checked<Prepared> prepare_all(const Request& request) {
  if (Diagnostics errors = check_launches(request); !errors.empty()) return base::fail(errors);
  base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return base::fail(compiled.error());
  Prepared prepared;
  prepared.compiled = std::move(*compiled);
  Earlier earlier;
  for (Request& one : requests_of(request, prepared.compiled.program.get())) {
    base::Checked<BoundLaunch> bound = bind_launch(prepared.compiled, std::move(one), earlier);
    if (!bound.ok()) return base::fail(numbered(bound.error(), prepared.launches.size()));
    earlier.memory = std::exchange(bound->memory, {});
    prepared.launches.push_back(std::move(*bound));
  }
  prepared.memory = std::move(earlier.memory);
  prepared.globals = std::move(earlier.globals);
  return prepared;
}

}  // namespace

lang::CompileOptions compile_options(const Request& request, const model::Device& device) {
  lang::CompileOptions options;
  for (const launch::Definition& definition : request.launch.defines) {
    options.defines.push_back({definition.name, definition.value});
  }
  if (!request.launch.kernel.empty()) options.kernels.push_back(request.launch.kernel);
  for (const launch::Launch& next : request.launch.then) {
    if (!next.kernel.empty()) options.kernels.push_back(next.kernel);
  }
  options.read_include = request.read_include;
  options.cancelled = request.cancelled;
  options.include_folders = request.launch.includes.folders;
  options.first_includes = request.launch.includes.first;
  options.architecture =
      static_cast<int>(device.multiprocessor.major * 100 + device.multiprocessor.minor * 10);
  return options;
}

base::Checked<Compiled> compile_request(const Request& request) {
  Compiling compiling(request);
  return base::whole(compiling, request.cancelled);
}

namespace {

base::Checked<Compiled> with_program(const ProgramRun::Result& program) {
  if (!program.ok()) return base::fail(program.error());
  return Compiled{(*program)->unit, (*program)->device, *program};
}

base::Checked<Compiled> compile_kernels(const Request& request) {
  const base::Checked<model::Device> device = pick_device(request.launch.device);
  if (!device.ok()) return base::fail(device.error());
  const base::Checked<std::shared_ptr<const lang::Unit>> unit =
      lang::compile(request.file, compile_options(request, device.value()));
  if (!unit.ok()) return base::fail(unit.error());
  return Compiled{unit.value(), device.value(), nullptr};
}

}  // namespace

base::Progress Compiling::advance(base::Slice& slice) {
  if (compiled_) return base::Progress::kDone;
  if (slice.is_over()) return base::Progress::kMore;
  if (!request_.program) {
    compiled_ = compile_kernels(request_);
    slice.spend(base::Slice::kUsual);
    return base::Progress::kDone;
  }
  if (!program_ && request_.reached != nullptr) {
    if (auto known = request_.reached->find(request_)) {
      compiled_ = with_program(known);
      return base::Progress::kDone;
    }
  }
  if (!program_) program_.emplace(request_);
  if (program_->advance(slice) == base::Progress::kMore) return base::Progress::kMore;
  const ProgramRun::Result program = program_->take();
  if (program.ok() && request_.reached != nullptr) request_.reached->keep(request_, *program);
  compiled_ = with_program(program);
  return base::Progress::kDone;
}

namespace {

using Programs = decltype(Earlier::programs);

// The kernel's program, lowered once for all launches of it.
base::Checked<std::shared_ptr<const code::Program>> program_of(const Compiled& compiled,
                                                               const lang::Kernel& kernel,
                                                               const Request& request,
                                                               Programs& programs) {
  std::shared_ptr<const code::Program>& kept = programs[&kernel];
  if (kept != nullptr) return kept;
  base::Checked<std::shared_ptr<const code::Program>> program =
      code::lower(compiled.unit, kernel, request.cancelled);
  if (program.ok()) kept = program.value();
  return program;
}

Diagnostics warnings_before(const Compiled& compiled, const lang::Kernel& kernel,
                            const Request& request, Earlier& earlier) {
  Diagnostics warnings = warnings_about(*compiled.unit, kernel, earlier.warned);
  const auto append = [&](Diagnostics more) {
    std::move(more.begin(), more.end(), std::back_inserter(warnings));
  };
  if (request.launch.kernel.empty()) append(kernels_left_out(*compiled.unit, kernel));
  if (earlier.is_first) append(unused_definitions(*compiled.unit, request.launch));
  return warnings;
}

void give_budget(machine::GlobalMemory& memory, const Request& request) {
  if (memory.budget() != nullptr) return;
  const uint64_t limit = request.store != nullptr ? request.store->limit() : MemoryLimits{}.arrays;
  memory.set_budget(std::make_shared<base::PageBudget>(limit, request.cancelled, request.store));
}

std::shared_ptr<const machine::GridContext> context_of(std::shared_ptr<const code::Program> program,
                                                       const launch::Launch& launch, Bound& bound) {
  auto context = std::make_shared<machine::GridContext>();
  context->grid = launch.grid;
  context->block = launch.block;
  context->shared_bytes = static_cast<uint32_t>(program->static_shared_bytes + launch.shared_bytes);
  context->program = std::move(program);
  context->parameter_bits = std::move(bound.parameter_bits);
  context->global_addresses = std::move(bound.global_addresses);
  context->constants = std::move(bound.constants);
  return context;
}

// The arguments that the launch gives as texts replace those of the same names.
void remember_texts(const launch::Launch& launch, std::vector<launch::Argument>& texts) {
  for (const launch::Argument& argument : launch.arguments) {
    if (!std::holds_alternative<std::string>(argument.value)) continue;
    std::erase_if(texts, [&](const auto& text) { return text.name == argument.name; });
    texts.push_back(argument);
  }
}

}  // namespace

namespace {

// [bytes] Less is filled soon enough when it is bound.
constexpr uint64_t kLeastAhead = uint64_t{1} << 20;

// Its array of scalars: what members a struct has is known once the kernel is lowered.
const launch::ArrayArgument* scalars_of(const launch::Argument& argument, const lang::Unit& unit) {
  const auto* array = std::get_if<launch::ArrayArgument>(&argument.value);
  const bool is_variable =
      std::any_of(unit.globals.begin(), unit.globals.end(),
                  [&](const auto& variable) { return variable->name == argument.name; });
  return is_variable || array == nullptr || !array->struct_name.empty() ? nullptr : array;
}

}  // namespace

// Not where all of them together may lack room: binding says which one is too much.
ArraysAhead::ArraysAhead(const Compiled& compiled, const Request& request, Earlier& earlier)
    : earlier_(earlier) {
  if (compiled.program != nullptr) return;
  give_budget(earlier.memory, request);
  const std::shared_ptr<base::PageBudget>& budget = earlier.memory.budget();
  uint64_t all = 0;
  for (const launch::Argument& argument : request.launch.arguments) {
    const launch::ArrayArgument* const array = scalars_of(argument, *compiled.unit);
    if (array == nullptr) continue;
    const launch::StructLayout layout{base::size_of(array->element), {{array->element, 0}}};
    const std::optional<uint64_t> bytes = bytes_of(*array, layout.bytes);
    all += std::min(bytes.value_or(launch::kMostArrayBytes), launch::kMostArrayBytes);
    if (bytes && *bytes >= kLeastAhead && launch::ArrayFilling::is_for(*array, layout))
      fillings_.emplace_back(argument.name, launch::ArrayFilling(*array, layout, budget));
  }
  if (!budget->has_room_for(all)) fillings_.clear();
}

base::Progress ArraysAhead::advance(base::Slice& slice) {
  while (!fillings_.empty()) {
    auto& [name, filling] = fillings_.back();
    if (filling.advance(slice) == base::Progress::kMore) return base::Progress::kMore;
    if (auto content = filling.take()) earlier_.filled.emplace(name, std::move(*content));
    fillings_.pop_back();
  }
  return base::Progress::kDone;
}

namespace {

// A launch that a program reached.
base::Checked<BoundLaunch> bind_reached(const Compiled& compiled, Request request,
                                        Earlier& earlier) {
  const ReachedProgram& program = *compiled.program;
  const uint32_t number = request.program->launch;
  if (number >= program.launches.size()) {
    return base::fail(Diagnostics{
        placeless(program.launches.empty()
                      ? say("the program launches no kernel")
                      : say_count("the program launches {count} kernel",
                                  "the program launches {count} kernels", program.launches.size()),
                  program.launches.empty() ? std::string() : say("launches are numbered from 1"))});
  }
  const ReachedLaunch& reached = program.launches[number];
  BoundLaunch result;
  result.program = reached.context->program;
  result.context = reached.context;
  result.memory = reached.memory;
  result.reached = compiled.program;
  if (!request.program->changes.empty()) {
    base::Checked<ChangedLaunch> changed = change_launch(reached, compiled.device, request);
    if (!changed.ok()) return base::fail(changed.error());
    result.context = std::move(changed->context);
    result.memory = std::move(changed->memory);
    result.warnings = std::move(changed->warnings);
  }
  request.launch.kernel = reached.kernel;
  request.launch.grid = result.context->grid;
  request.launch.block = result.context->block;
  request.launch.shared_bytes = result.context->shared_bytes - result.program->static_shared_bytes;
  request.recorded_block = inside(request.recorded_block, request.launch.grid);
  const Diagnostics before = warnings_before(compiled, *result.program->kernel, request, earlier);
  result.warnings.insert(result.warnings.begin(), before.begin(), before.end());
  give_budget(result.memory, request);
  earlier.is_first = false;
  result.request = std::move(request);
  return result;
}

}  // namespace

base::Checked<BoundLaunch> bind_launch(const Compiled& compiled, Request request,
                                       Earlier& earlier) {
  if (compiled.program != nullptr) return bind_reached(compiled, std::move(request), earlier);
  const base::Checked<const lang::Kernel*> kernel =
      pick_kernel(*compiled.unit, request.launch.kernel);
  if (!kernel.ok()) return base::fail(kernel.error());
  Programs programs = std::move(earlier.programs);
  const base::Checked<std::shared_ptr<const code::Program>> program =
      program_of(compiled, *kernel.value(), request, programs);
  if (!program.ok()) return base::fail(program.error());

  BoundLaunch result;
  result.program = program.value();
  result.warnings = warnings_before(compiled, *kernel.value(), request, earlier);
  Diagnostics errors = validate_launch(*program.value(), request.launch, compiled.device,
                                       request.record, result.warnings);
  give_budget(earlier.memory, request);
  Earlier next;
  next.is_first = false;
  next.texts = earlier.texts;
  next.warned = std::move(earlier.warned);
  next.programs = std::move(programs);
  base::Checked<Bound> bound = bind_arguments(*program.value(), request.launch, request.file.name(),
                                              request.read_file, std::move(earlier));
  if (!bound.ok()) errors.insert(errors.end(), bound.error().begin(), bound.error().end());
  // Whatever else is wrong, the grid may be another one once it is right.
  if (errors.empty()) errors = check_recorded_block(request);
  if (!errors.empty()) return base::fail(std::move(errors));
  result.warnings.insert(result.warnings.end(), bound->warnings.begin(), bound->warnings.end());

  result.context = context_of(program.value(), request.launch, *bound);
  result.memory = std::move(bound->memory);
  next.globals = std::move(bound->globals);
  remember_texts(request.launch, next.texts);
  earlier = std::move(next);
  result.request = std::move(request);
  return result;
}

std::optional<uint64_t> static_shared_bytes(const Request& request) {
  const base::Checked<Compiled> compiled = compile_request(request);
  if (!compiled.ok()) return std::nullopt;
  const base::Checked<const lang::Kernel*> kernel =
      pick_kernel(*compiled->unit, request.launch.kernel);
  if (!kernel.ok()) return std::nullopt;
  Programs programs;
  const base::Checked<std::shared_ptr<const code::Program>> program =
      program_of(*compiled, *kernel.value(), request, programs);
  if (!program.ok()) return std::nullopt;
  return program.value()->static_shared_bytes;
}

Diagnostics check_launches(const Request& request) {
  const size_t launches = request.launch.then.size() + 1;
  if (launches <= kMostLaunches) return {};
  return {placeless(say("the sequence has {count} launches, but at most {limit} are run",
                        "count"_a = launches, "limit"_a = kMostLaunches),
                    say("leave some of them out"))};
}

std::vector<Request> requests_of(const Request& request, const ReachedProgram* program) {
  std::vector<Request> requests{request};
  requests.front().launch.then.clear();
  if (program == nullptr) {
    for (const launch::Launch& next : request.launch.then)
      requests.push_back(next_request(requests.front(), next));
    if (requests.size() > 1)
      requests.front().recorded_block = inside(request.recorded_block, request.launch.grid);
    return requests;
  }
  requests.front().program->count = 1;
  const uint32_t first = request.program->launch;
  for (uint32_t i = 1; i < request.program->count && first + i < program->launches.size(); ++i) {
    requests.push_back(requests.front());
    requests.back().program->launch = first + i;
  }
  return requests;
}

Request up_to_launch(Request request, uint32_t launch) {
  if (request.program) {
    request.program->launch += launch;
    request.program->count = 1;
    request.shown_launch = 0;
    return request;
  }
  if (launch < request.launch.then.size()) {
    request.launch.then.resize(launch);
    // A later launch may have had it.
    request.recorded_block = inside(request.recorded_block, request.launch.grid);
  }
  request.shown_launch = launch;
  return request;
}

Diagnostics numbered(Diagnostics errors, size_t launch) {
  if (launch == 0) return errors;
  for (base::Diagnostic& error : errors) {
    error.message =
        say("launch {number}: {problem}", "number"_a = launch + 1, "problem"_a = error.message);
  }
  return errors;
}

Diagnostics out_of_memory() {
  return {placeless(say("this launch needs more memory than the computer has"),
                    say("make the arrays smaller"))};
}

base::Checked<Prepared> prepare(const Request& request) {
  try {
    return prepare_all(request);
  } catch (const std::bad_alloc&) {
    return base::fail(out_of_memory());
  }
}

}  // namespace warplens::prepare
