#include "sim/prepare/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/base/worker_pool.hpp"
#include "sim/host/process.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/journal.hpp"
#include "sim/prepare/memory_shape.hpp"
#include "sim/prepare/pick.hpp"
#include "sim/prepare/prepare.hpp"
#include "sim/prepare/program_parts.hpp"
#include "sim/prepare/run_store.hpp"

namespace warplens::prepare {

namespace {

constexpr size_t kMostOutput = size_t{4} << 20;  // [bytes] of what a program writes, kept

// The struct's name of an array of structs of the file; "" for any other.
std::string struct_name_of(const lang::Type* type) {
  const bool is_struct = type->is_record() && !type->record->is_vector;
  return is_struct ? type->record->name : "";
}

// Names the arrays that a launch's parameters point to, and gives them the elements that these
// have. Returns their indices.
std::vector<uint32_t> name_arrays(const machine::GridContext& context,
                                  machine::GlobalMemory& memory) {
  const code::Program& program = *context.program;
  std::vector<bool> is_named(memory.array_count(), false);
  std::vector<uint32_t> named;
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const lang::Type* type = program.parameters[i].type;
    const std::optional<uint32_t> index =
        type->is_pointer() ? memory.array_at(context.parameter_bits[i]) : std::nullopt;
    if (!index || is_named[*index]) continue;
    is_named[*index] = true;
    named.push_back(*index);
    machine::GlobalArray& array = memory.array(*index);
    array.name = program.parameters[i].name;
    if (type->element->is_void()) continue;
    const MemoryShape shape = memory_shape(type->element);
    uint64_t bytes = base::size_of(shape.element);
    for (const uint64_t extent : shape.extents) bytes *= extent;
    if (bytes == 0 || array.bytes.size() % bytes != 0) continue;
    array.element = shape.element;
    array.struct_name = struct_name_of(type->element);
    array.extents = {array.bytes.size() / bytes};
    array.extents.insert(array.extents.end(), shape.extents.begin(), shape.extents.end());
  }
  return named;
}

lang::CompileOptions options_of_program(const Request& request, const model::Device& device) {
  lang::CompileOptions options = compile_options(request, device);
  options.kernels.clear();
  options.called = request.program->called;
  return options;
}

std::string key_of(const Request& request) {
  std::string key = request.file.text();
  const auto add = [&key](const std::string& part) { key += '\0' + part; };
  add(request.launch.device);
  for (const launch::Definition& definition : request.launch.defines)
    add(definition.name + "=" + definition.value);
  for (const std::string& folder : request.launch.includes.folders) add(folder);
  for (const std::string& argument : request.program->arguments) add(argument);
  add(request.program->called);
  add(std::to_string(request.program->seed));
  add(request.program->real_clock ? "real" : "");
  add(std::to_string(request.launch.step_limit));
  for (const launch::Argument& value : request.program->values) add(launch::print(value));
  return key;
}

void append(std::string& to, std::string_view text) {
  to += text.substr(0, kMostOutput - std::min(kMostOutput, to.size()));
}

// A kernel of ours that computes what a library of CUDA's gives: no launch of the program.
bool is_of_library(const std::string& kernel) {
  return kernel.starts_with("warplens_");
}

uint64_t most_bytes_of(const Request& request) {
  return request.store != nullptr ? request.store->limit() : MemoryLimits{}.arrays;
}

uint64_t step_limit_of_program(const Request& request) {
  return request.launch.step_limit != 0 ? request.launch.step_limit : kDefaultStepLimit;
}

host::Process::Options options_of(const Request& request, const model::Device& device,
                                  const lang::Unit& unit) {
  host::Process::Options options;
  options.arguments = {request.file.name()};
  const std::vector<std::string>& given = request.program->arguments;
  options.arguments.insert(options.arguments.end(), given.begin(), given.end());
  options.work_limit = std::max(
      request.most_program_work,
      std::min(request.launch.step_limit, ~uint64_t{0} / kProgramWorkOfStep) * kProgramWorkOfStep);
  options.output_limit = kMostWritten;
  options.follows = !unit.program->is_call;  // whose arrays no code allocates
  const uint64_t most = most_bytes_of(request);
  options.most_bytes = std::min(options.most_bytes, options.follows ? most / 2 : most);  // labels
  options.device.device = device;
  options.device.budget = std::make_shared<base::PageBudget>(most, request.cancelled);
  options.device.threads = request.launch.threads != 0 ? request.launch.threads
                                                       : std::min(base::WorkerPool::cores(), 2u);
  options.device.step_limit = step_limit_of_program(request);
  options.device.set_up_limit = std::max(options.device.step_limit / 2, kDefaultSetUpLimit);
  options.files.read = request.read_data;
  options.seed = request.program->seed;
  options.real_clock = request.program->real_clock;
  return options;
}

}  // namespace

class ProgramRun::Work {
 public:
  explicit Work(const Request& request)
      : request_(request), journal_(std::min(Journal::kMostKept, most_bytes_of(request) / 8)) {}

  base::Progress advance(base::Slice& slice) {
    if (!result_ && process_ == nullptr) {
      if (slice.is_over()) return base::Progress::kMore;
      start();
      slice.spend(base::Slice::kUsual);
    }
    while (!result_) {
      if (slice.is_over()) return base::Progress::kMore;
      base::Slice own(kStepsAtOnce, slice.cancelled());
      if (process_->advance(own) == base::Progress::kDone)
        end();
      else if (slice.is_cancelled() && !process_->is_in_call())
        interrupt();
      slice.spend(base::Slice::kUsual);
    }
    return base::Progress::kDone;
  }

  Result take() { return std::move(*result_); }

 private:
  static constexpr uint64_t kStepsAtOnce = base::Slice::kUsual * 4;  // [steps of host code]

  void start();
  void watch(host::Process::Options& options);
  void note_launch(const host::Launched& launched,
                   const std::shared_ptr<const machine::GridContext>& context,
                   const machine::GlobalMemory& memory);
  void interrupt();
  void end();
  void fail(base::Diagnostics errors) { result_ = Result(base::fail(std::move(errors))); }

  const Request request_;
  const std::shared_ptr<ReachedProgram> reached_ = std::make_shared<ReachedProgram>();
  LeftArrays left_;
  JournalWriter journal_;
  std::vector<machine::ArrayShape> arrays_;  // of a called function
  std::unique_ptr<host::Process> process_;
  std::optional<Result> result_;
};

void ProgramRun::Work::start() {
  const base::Checked<model::Device> device = pick_device(request_.launch.device);
  if (!device.ok()) return fail(device.error());
  base::Checked<std::shared_ptr<const lang::Unit>> unit =
      lang::compile_program(request_.file, options_of_program(request_, *device));
  if (!unit.ok()) return fail(unit.error());
  reached_->unit = *unit;
  reached_->device = *device;
  host::Process::Options options = options_of(request_, *device, **unit);
  watch(options);
  auto process = host::Process::start(*unit, std::move(options));
  if (!process.ok()) return fail(process.error());
  process_ = std::move(*process);
  if (request_.program->called.empty()) return;
  auto bound =
      bind_call(*process_, request_.program->values, request_.file.name(), request_.read_file);
  if (!bound.ok()) return fail(bound.error());
  arrays_ = std::move(*bound);
}

void ProgramRun::Work::watch(host::Process::Options& options) {
  options.files.out = [this](std::string_view text) { append(reached_->out, text); };
  options.files.err = [this](std::string_view text) { append(reached_->err, text); };
  options.notice = [this](const std::string& sentence) { reached_->notices.push_back(sentence); };
  options.device.before_launch = [this](const auto& launched, const auto& context,
                                        const auto& memory) {
    note_launch(launched, context, memory);
  };
  options.device.after_launch = [this](const host::Launched& launched, uint64_t work,
                                       uint64_t of_step) {
    if (!is_of_library(launched.kernel) && reached_->all_launches <= kMostReached)
      std::tie(reached_->launches.back().work, reached_->launches.back().work_of_step) =
          std::tie(work, of_step);
  };
  options.device.before_free = [this](uint32_t array) {
    left_.free(array, process_->device.memory());
  };
  options.event = [this](const host::Event& event) { journal_.note(event, *process_); };
}

void ProgramRun::Work::note_launch(const host::Launched& launched,
                                   const std::shared_ptr<const machine::GridContext>& context,
                                   const machine::GlobalMemory& memory) {
  if (is_of_library(launched.kernel)) return;
  ++reached_->all_launches;
  if (reached_->launches.size() >= kMostReached) return;
  journal_.begin_launch(static_cast<uint32_t>(reached_->launches.size()), *context, memory,
                        process_->follower());
  reached_->launches.push_back({launched.span, launched.kernel, context, memory, 0, 0});
  machine::GlobalMemory& found = reached_->launches.back().memory;
  found.set_budget(nullptr);  // who runs the launch counts what it writes
  for (const uint32_t index : name_arrays(*context, found)) left_.note(index, found.array(index));
}

void ProgramRun::Work::interrupt() {
  reached_->message = say("interrupted");
  reached_->left = left_.take(*process_, arrays_);
  reached_->journal = journal_.take();
  result_ = Result(reached_);
}

void ProgramRun::Work::end() {
  const host::End& end = process_->end();
  if (const std::optional<base::Span>& cut = process_->device.cut_launch()) {
    reached_->notices.push_back(say(
        "the launch in line {line} was cut after {count} warp instructions, or half as much "
        "work to "
        "start its blocks: the program went on with error 702 (--step-limit N raises the limit)",
        "line"_a = reached_->unit->file.line_of(cut->begin),
        "count"_a = base::grouped(step_limit_of_program(request_))));
  }
  if (process_->files.bytes_shown() > kMostOutput) {
    reached_->notices.push_back(say("of the program's output, the first {bytes} bytes are shown",
                                    "bytes"_a = base::grouped(kMostOutput)));
  }
  reached_->work = process_->work();
  reached_->status = end.status;
  reached_->message = end.message;
  reached_->is_cut = end.is_cut;
  reached_->ended_at = end.place;
  if (end.refused) reached_->refused.push_back(*end.refused);
  const base::Span stop = end.refused ? end.refused->span : end.place;
  if ((end.refused || !end.message.empty()) && stop.begin != 0) journal_.note_end(stop);
  reached_->findings = host_findings(*process_, *reached_->unit, reached_->device);
  reached_->left = left_.take(*process_, arrays_);
  reached_->journal = journal_.take();
  reached_->files = process_->files.written();
  if (reached_->launches.empty() && end.refused) return fail(reached_->refused);
  result_ = Result(reached_);
}

ProgramRun::ProgramRun(const Request& request) : work_(std::make_unique<Work>(request)) {}

ProgramRun::~ProgramRun() = default;

base::Progress ProgramRun::advance(base::Slice& slice) {
  return work_->advance(slice);
}

ProgramRun::Result ProgramRun::take() {
  return work_->take();
}

base::Checked<std::shared_ptr<const ReachedProgram>> ReachedPrograms::of(const Request& request) {
  const std::lock_guard lock(running_);
  if (auto known = find(request)) return known;
  ProgramRun run(request);
  auto reached = base::whole(run, request.cancelled);
  if (reached.ok()) keep(request, *reached);
  return reached;
}

std::shared_ptr<const ReachedProgram> ReachedPrograms::find(const Request& request) {
  WL_ASSERT(request.program.has_value(), "the request is for a program's launch");
  const std::string key = key_of(request);
  const std::lock_guard lock(mutex_);
  for (const Known& known : known_) {
    if (known.key == key) return known.program;
  }
  return nullptr;
}

void ReachedPrograms::keep(const Request& request, std::shared_ptr<const ReachedProgram> program) {
  if (request.cancelled != nullptr && request.cancelled->load()) return;
  std::string key = key_of(request);
  const std::lock_guard lock(mutex_);
  if (known_.size() == kKept) known_.erase(known_.begin());
  known_.push_back({std::move(key), std::move(program)});
}

uint64_t most_work_of_survey(const ReachedProgram& program) {
  constexpr uint64_t kAll = kMostProgramWork + kLeastSurvey * host::LaunchPrice::kOfWeighted;
  const uint64_t left =
      (kAll - std::min(program.work, kMostProgramWork)) / host::LaunchPrice::kOfWeighted;
  return std::min(left, kMostWork);
}

uint64_t most_work_of(const ReachedLaunch& launch, uint64_t share) {
  constexpr uint64_t kUsual = host::LaunchPrice::kOfWeighted / 2;  // within a weighted step
  const uint64_t beyond = launch.work_of_step - std::min(launch.work_of_step, kUsual);
  return share * host::LaunchPrice::kOfWeighted / (host::LaunchPrice::kOfWeighted + beyond);
}

std::string scalar_words(base::Scalar scalar, uint64_t bits) {
  if (scalar == base::Scalar::kFloat)
    return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (scalar == base::Scalar::kDouble) return fmt::format("{}", std::bit_cast<double>(bits));
  const uint32_t unused = 64 - 8 * base::size_of(scalar);
  if (base::is_signed(scalar))
    return std::to_string(static_cast<int64_t>(bits << unused) >> unused);
  return std::to_string(bits << unused >> unused);
}

bool is_same_kind(const ReachedLaunch& a, const ReachedLaunch& b) {
  return a.kernel == b.kernel && a.span == b.span && a.context->grid == b.context->grid &&
         a.context->block == b.context->block && a.context->shared_bytes == b.context->shared_bytes;
}

launch::Launch launch_of(const ReachedLaunch& reached) {
  const machine::GridContext& context = *reached.context;
  const code::Program& program = *context.program;
  launch::Launch launch;
  launch.kernel = reached.kernel;
  launch.grid = context.grid;
  launch.block = context.block;
  launch.shared_bytes = context.shared_bytes - program.static_shared_bytes;
  std::map<uint32_t, std::string> named;  // by array: the first parameter that points to it
  for (size_t i = 0; i < program.parameters.size(); ++i) {
    const code::Parameter& parameter = program.parameters[i];
    if (parameter.name.find_first_of(".[") != std::string::npos) continue;  // of a struct
    launch::Argument argument{parameter.name, std::string()};
    const uint64_t bits = context.parameter_bits[i];
    if (!parameter.type->is_pointer()) {
      argument.value = scalar_words(parameter.type->scalar, bits);
    } else if (const auto index = reached.memory.array_at(bits)) {
      const auto [known, is_new] = named.emplace(*index, parameter.name);
      const uint64_t bytes = reached.memory.array(*index).bytes.size();
      const lang::Type* element = parameter.type->element;
      const uint64_t size = element->is_void() ? 1 : lang::size_of(element);
      if (is_new)
        argument.value = array_of(element, size == 0 ? bytes : bytes / size);
      else
        argument.value = "@" + known->second;
    } else {
      continue;
    }
    launch.arguments.push_back(std::move(argument));
  }
  return launch;
}

bool may_be_program(const base::SourceFile& file) {
  const std::string& text = file.text();
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  return has("main") &&
         (has("<<<") || has("cudaLaunch") || has("cudaGraphAddKernelNode") || !has("__global__"));
}

}  // namespace warplens::prepare
