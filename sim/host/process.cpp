#include "sim/host/process.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/base/format_text.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"
#include "sim/code/lower.hpp"
#include "sim/host/exploration.hpp"
#include "sim/host/runtime.hpp"

namespace warplens::host {

namespace {

// The program's clock: so many steps of host code a nanosecond.
constexpr uint64_t kStepsOfNanosecond = 2;

// As a shell reports what a signal ended: 128 and its number.
constexpr int kAborted = 128 + 6, kDivided = 128 + 8, kFaulted = 128 + 11;

// Where the day's clock begins if it counts steps: 14 November 2023.
constexpr uint64_t kBeginOfDay = 1'700'000'000ull, kNanosecondsOfSecond = 1'000'000'000ull;

uint64_t real_nanoseconds() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

bool is_wide(const lang::Type* type) {
  return lang::size_of(type) == 8;
}

}  // namespace

// -------------------------------------------------------------------------------------- calls

uint64_t Call::bits(size_t argument) const {
  const code::HostArgument& of = site_.arguments[argument];
  return is_wide(of.type) ? machine_.read_64(of.slot) : machine_.read_32(of.slot);
}

double Call::real(size_t argument) const {
  return std::bit_cast<double>(bits(argument));
}

std::string Call::text(size_t argument) const {
  std::optional<std::string> text = process.text_at(bits(argument));
  if (!text) throw BadPointer{bits(argument)};
  return std::move(*text);
}

std::byte* Call::copy_of(uint64_t address, uint64_t count, bool is_written) const {
  if (!process.device.is_own_to_host(address, count)) throw BadPointer{address};
  Copied copied{address, std::vector<std::byte>(count), is_written};
  if (!process.device.copy_out(address, copied.bytes)) throw BadPointer{address};
  copied_.push_back(std::move(copied));
  return copied_.back().bytes.data();
}

void Call::finish() {
  for (const Copied& copied : copied_) {
    if (copied.is_written) process.device.copy_in(copied.address, copied.bytes);
  }
}

std::byte* Call::bytes(size_t argument, uint64_t count) const {
  process.device.count_bytes(count);
  std::byte* const found = process.memory.at(bits(argument), count);
  if (found == nullptr) return copy_of(bits(argument), count, true);
  if (Follower* follower = process.follower()) follower->wrote(bits(argument), count);
  return found;
}

const std::byte* Call::read_bytes(size_t argument, uint64_t count) const {
  process.device.count_bytes(count);
  const std::byte* const found = process.memory.at(bits(argument), count);
  return found != nullptr ? found : copy_of(bits(argument), count, false);
}

void Call::prints(size_t argument) const {
  if (Follower* follower = process.follower())
    follower->use(machine_.label(site_.arguments[argument].slot));
}

void Call::store(size_t argument, uint64_t value, uint64_t bytes) const {
  store_at(bits(argument), value, bytes);
}

void Call::store_at(uint64_t address, uint64_t value, uint64_t bytes) const {
  if (Follower* follower = process.follower()) follower->wrote(address, bytes);
  if (std::byte* const to = process.memory.at(address, bytes))
    std::memcpy(to, &value, bytes);
  else if (!process.device.write(address, &value, bytes))
    throw BadPointer{address};
}

uint64_t Call::load_at(uint64_t address, uint64_t bytes) const {
  uint64_t value = 0;
  if (const std::byte* const from = process.memory.at(address, bytes))
    std::memcpy(&value, from, bytes);
  else if (!process.device.read(address, &value, bytes))
    throw BadPointer{address};
  return value;
}

// In the order in which the System V ABI lets a format find them: reals and others are in registers
// of their own, so that a conversion takes the next of its kind wherever that is in the call.
std::vector<uint64_t> Call::arguments_of(const std::string& pattern, size_t format) const {
  constexpr size_t kRegisters = 6, kRealRegisters = 8;
  std::vector<uint64_t> in_order, kinds[2];
  for (size_t i = format + 1; i < size(); ++i) {
    const lang::Type* const type = site_.arguments[i].type;
    const bool is_real = type->is_scalar() && base::is_floating(type->scalar);
    in_order.push_back(bits(i));
    kinds[is_real ? 1 : 0].push_back(bits(i));
  }
  if (kinds[0].size() + format + 1 > kRegisters || kinds[1].size() > kRealRegisters)
    return in_order;
  const std::vector<bool> reals = base::takes_reals(pattern);
  for (const bool is_real : {false, true}) {
    const auto wanted = std::count(reals.begin(), reals.end(), is_real);
    if (static_cast<size_t>(wanted) > kinds[is_real ? 1 : 0].size()) return in_order;
  }
  std::vector<uint64_t> found;
  size_t next[2] = {0, 0};
  for (const bool is_real : reals) found.push_back(kinds[is_real][next[is_real]++]);
  return found;
}

std::string Call::formatted(size_t format) const {
  for (size_t i = format + 1; i < size(); ++i) prints(i);
  const std::string pattern = text(format);
  return base::format_text(pattern, arguments_of(pattern, format),
                           [this](uint64_t address) { return process.string_at(address); });
}

std::string Call::formatted_of(size_t format, uint64_t arguments) const {
  const std::string pattern = text(format);
  // A conversion takes up to three: its width, its precision, its value.
  const auto most = 3 * static_cast<uint64_t>(std::count(pattern.begin(), pattern.end(), '%'));
  std::vector<uint64_t> values;
  for (uint64_t i = 0; i < most; ++i) {
    if (process.memory.at(arguments + 8 * i, 8) == nullptr) break;
    values.push_back(load_at(arguments + 8 * i, 8));
  }
  return base::format_text(pattern, values,
                           [this](uint64_t address) { return process.string_at(address); });
}

// ------------------------------------------------------------------------------------ process

base::Checked<std::unique_ptr<Process>> Process::start(std::shared_ptr<const lang::Unit> unit,
                                                       Options options) {
  WL_ASSERT(unit->program != nullptr, "a program has a main()");
  base::Checked<std::shared_ptr<const code::Program>> program =
      code::lower(unit, unit->program->entry);
  if (!program.ok()) return base::fail(program.error());
  std::unique_ptr<Process> process(
      new Process(std::move(unit), std::move(*program), std::move(options)));
  if (process->options_.exploration != nullptr && process->follower_ == nullptr)
    return base::fail(base::Diagnostics{
        base::placeless(say("there is not enough memory to follow the values of the program"))});
  process->bind_arguments();
  return process;
}

// What kernels print is part of the program's output, behind what the host wrote before.
Device::Options Process::device_options(const Options& of) {
  Device::Options options = of.device;
  options.native_after = of.native_after;
  options.counts_work = of.work_limit != 0;
  options.out = [this](std::string_view text) { files.write(Files::kOut, text); };
  options.err = [this](std::string_view text) { files.write(Files::kErr, text); };
  return options;
}

Files::Options Process::files_options(Files::Options options, bool has_listener) {
  options.notice = [this](const std::string& sentence) { say_once(sentence); };
  if (!has_listener) return options;
  options.written = [this](std::string_view text, bool is_error) {
    options_.event(
        {Event::Kind::kWrite, machine_.place(), 0, 0, text.size(), false, 0, text, is_error});
  };
  return options;
}

void Process::say_once(const std::string& sentence) {
  if (options_.notice && said_.insert(sentence).second) options_.notice(sentence);
}

// What programs call most, where nobody follows values: rand().
std::vector<DirectCall> Process::direct_calls() {
  std::vector<DirectCall> calls;
  for (const code::HostCallSite& site : program_->host_calls) {
    DirectCall& direct = calls.emplace_back();
    if (site.function->name != "rand" || !site.function->errors.empty()) continue;
    direct.function = [](void* of) {
      return static_cast<uint32_t>(static_cast<Random*>(of)->next());
    };
    direct.of = &random;
  }
  return calls;
}

Process::Process(std::shared_ptr<const lang::Unit> unit,
                 std::shared_ptr<const code::Program> program, Options options)
    : memory(*program, options.most_bytes),
      device(unit, device_options(options)),
      files(files_options(options.files, options.event != nullptr)),
      unit_(std::move(unit)),
      program_(std::move(program)),
      callees_(program_->host_calls.size()),
      options_(std::move(options)),
      machine_(program_, memory, device, options_.native_after),
      begin_(real_nanoseconds()) {
  if (!options_.follows && options_.exploration == nullptr) {
    machine_.call_directly(direct_calls());
    return;
  }
  follower_ = std::make_unique<Follower>(
      memory, device.memory(), [this] { return machine_.place(); },
      [this] { return machine_.all_registers(); }, frame_arrays(*program_),
      program_->static_arrays);
  if (!follower_->is_complete()) {
    follower_.reset();
    return;
  }
  memory.leave_gaps(Follower::kGap);
  machine_.follow(*follower_);
  device.set_follower(follower_.get());
  if (options_.exploration == nullptr) return;
  follower_->exploration = options_.exploration;
  unknown_ = follower_->doubts.add({});
}

std::vector<Mistake> Process::mistakes() const {
  if (follower_ == nullptr) return {};
  std::vector<Mistake> found = follower_->doubts.mistakes();
  const auto turn = machine_.last_turn();
  if (device.launches() == 0 && end_->status == 0 && turn) {
    Mistake mistake;
    mistake.fault = Fault::kNeverLaunched;
    mistake.place = turn->branch;
    mistake.other = turn->launch;
    found.push_back(std::move(mistake));
  }
  return found;
}

// argc and argv; the addresses of managed variables.
void Process::bind_arguments() {
  for (const code::GlobalVariable& global : program_->globals)
    machine_.write_64(global.slot, device.address_of(*global.variable));
  if (unit_->program->is_call) return;
  std::vector<uint64_t> addresses;
  for (const std::string& argument : options_.arguments) addresses.push_back(memory.keep(argument));
  addresses.push_back(0);
  const uint64_t argv = memory.keep(std::as_bytes(std::span(addresses)));
  WL_ASSERT(program_->parameters.size() == 2, "main() is given argc and argv");
  give({addresses.size() - 1, argv});
  if (unknown_ != 0) forget_arguments(addresses);
}

void Process::give(const std::vector<uint64_t>& parameter_bits) {
  WL_ASSERT(parameter_bits.size() == program_->parameters.size(), "each parameter has a value");
  for (size_t i = 0; i < parameter_bits.size(); ++i) {
    const code::Parameter& parameter = program_->parameters[i];
    if (is_wide(parameter.type))
      machine_.write_64(parameter.slot, parameter_bits[i]);
    else
      machine_.write_32(parameter.slot, static_cast<uint32_t>(parameter_bits[i]));
  }
}

const lang::Variable* Process::symbol(uint64_t index) const {
  return index < program_->symbols.size() ? program_->symbols[index] : nullptr;
}

const std::string* Process::kernel_of(uint64_t handle) const {
  const uint64_t index = handle - lang::kKernelHandle;
  return index < unit_->kernel_handles.size() ? &unit_->kernel_handles[index] : nullptr;
}

uint64_t Process::new_handle() {
  constexpr uint64_t kFirst = 0x1000, kStep = 16;
  return kFirst + kStep * handles_++;
}

uint64_t Process::nanoseconds() const {
  if (options_.real_clock) return real_nanoseconds() - begin_ + slept_;
  return machine_.steps() / kStepsOfNanosecond + device.nanoseconds() + slept_;
}

uint64_t Process::nanoseconds_of_day() const {
  if (options_.real_clock) return begin_ + nanoseconds();
  return (kBeginOfDay + options_.seed) * kNanosecondsOfSecond + nanoseconds();
}

void Process::tell_time() {
  if (options_.real_clock)
    say_once(say("the program's clocks and events show the time that this simulation takes"));
  else
    say_once(
        say("the program's clocks and events count executed steps, {steps} of host code a "
            "nanosecond: nothing is measured (--clock real takes this computer's clock)",
            "steps"_a = kStepsOfNanosecond));
}

// splitmix64 (Steele, Lea, Flood 2014).
uint64_t Process::entropy() {
  uint64_t z = options_.seed + ++drawn_ * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

uint64_t Process::kept_text(std::string_view text) {
  const auto known = kept_texts_.find(text);
  if (known != kept_texts_.end()) return known->second;
  const uint64_t address = memory.keep(std::string(text));
  kept_texts_.emplace(text, address);
  return address;
}

std::string Process::place() const {
  const base::LineColumn at = unit_->file.line_column(machine_.place().begin);
  return unit_->file.name(at.part) + ":" + std::to_string(at.line);
}

void Process::end_with(int status, std::string message) {
  files.flush();
  end_ = End{status, std::move(message), {}, false, machine_.place()};
}

void Process::refuse(const base::Diagnostic& error) {
  end_with(1, "");
  end_->refused = error;
}

void Process::fault(uint64_t address) {
  if (follower_ != nullptr) follower_->faulted(address);
  end_with(kFaulted, "Segmentation fault");
}

base::Progress Process::advance(base::Slice& slice) {
  while (!end_ && !slice.is_over()) {
    const uint64_t work = device.work();
    try {
      Stop stop = Stop::kCall;  // that was cut
      if (!going_on_) {
        if (machine_.steps() >= next_look_) next_look_ = machine_.steps() + kStretch;
        uint64_t budget = std::min(slice.left(), next_look_ - machine_.steps());
        const uint64_t before = budget;
        stop = machine_.run(budget);
        slice.spend(before - budget);
        if (stop != Stop::kBudget) handle(stop);
      }
      if (going_on_) {
        if (going_on_->advance(slice) == base::Progress::kMore) continue;
        going_on_.reset();
      }
      slice.spend(device.work() - work);
      const bool is_due = stop != Stop::kBudget || machine_.steps() >= next_look_;
      if (!end_ && is_due && is_over_limit()) cut_over_limit();
      if (stop == Stop::kBudget) continue;
      if (!end_ && options_.output_limit != 0 && files.bytes_shown() > options_.output_limit)
        cut(say("its output was cut after {count} bytes, at {place}",
                "count"_a = options_.output_limit, "place"_a = place()));
      if (!end_ && device.is_out_of_room()) {
        refuse(base::placeless(say("what the program writes to the device's arrays takes more "
                                   "memory than it may have"),
                               say("allow more with --memory SIZE")));
      }
    } catch (const BadPointer& bad) {
      fault(bad.address);
    } catch (ProgramEnds& ends) {
      files.flush();
      end_ = std::move(ends.end);
      end_->place = machine_.place();
    }
    slice.spend(1);
    --next_look_;
  }
  return end_ ? base::Progress::kDone : base::Progress::kMore;
}

void Process::cut(std::string message) {
  end_with(1, std::move(message));
  end_->is_cut = true;
}

bool Process::is_over_limit() const {
  return (options_.step_limit != 0 && machine_.steps() >= options_.step_limit) ||
         (options_.work_limit != 0 && (device.is_out_of_work() || work() >= options_.work_limit));
}

// Says what took most of it.
void Process::cut_over_limit() {
  if (device.is_out_of_work() || device.work() > machine_.work())
    cut(say("its work on the device was cut after {count} warp instructions, at {place}",
            "count"_a = device.steps(), "place"_a = place()));
  else
    cut(say("host code was cut after {count} steps, at {place} (an endless loop?)",
            "count"_a = base::grouped(machine_.steps()), "place"_a = place()));
}

void Process::handle(Stop stop) {
  switch (stop) {
    case Stop::kBudget:
      return;
    case Stop::kCall:
      return call();
    case Stop::kLaunch:
      return launch();
    case Stop::kPrint:
      return print();
    case Stop::kEnd:
      return end_with(0, "");
    case Stop::kBadAccess:
      return fault(machine_.address());
    case Stop::kStackFull:
      return end_with(kFaulted, "Segmentation fault");
    case Stop::kDivision:
      return end_with(kDivided, say("Floating point exception: an integer was divided by 0"));
    case Stop::kAssert: {
      const code::AssertSite& site = program_->asserts[machine_.number()];
      const base::LineColumn at = unit_->file.line_column(site.span.begin);
      files.write(Files::kErr, options_.arguments.front() + ": " + unit_->file.name(at.part) + ":" +
                                   std::to_string(at.line) + ": Assertion `" + site.text +
                                   "' failed.\n");
      return end_with(kAborted, "Aborted");
    }
    case Stop::kDeviceOnly:
      return end_with(
          1, say("{place} is for a kernel: host code cannot execute it", "place"_a = place()));
  }
}

Process::Callee Process::callee_of(const lang::Function& function) {
  Callee callee;
  callee.function = find_provided(function.name);
  WL_ASSERT(callee.function != nullptr, "a function without a body is provided");
  callee.is_void = function.return_type->is_void();
  callee.is_wide = !callee.is_void && is_wide(function.return_type);
  callee.returns_errors =
      function.name.starts_with("cuda") || function.name.starts_with("warplens_");
  return callee;
}

void Process::call() {
  const code::HostCallSite& site = program_->host_calls[machine_.number()];
  Exploration* const exploration = options_.exploration;
  if (!site.function->errors.empty())
    return exploration != nullptr ? pass_over(site) : refuse(site.function->errors.front());
  if (site.function->is_device_only) {
    return refuse(base::at(site.span,
                           say("'{name}' is a __device__ function: host code cannot call it",
                               "name"_a = site.function->name),
                           say("write __host__ __device__ before it")));
  }
  Callee& callee = callees_[machine_.number()];
  if (callee.function == nullptr) callee = callee_of(*site.function);
  Call call(*this, machine_, site);
  const Label made = exploration != nullptr && makes_unknown(site) ? unknown_ : Label{0};
  if (follower_ != nullptr) follower_->set_written(made);
  const Made as_made{site, callee, made, device.memory().array_count()};
  const uint64_t result = callee.function(call);
  call.finish();
  if (call.rest)
    going_on_ = go_on(as_made, std::move(*call.rest));
  else
    end_call(as_made, result);
}

base::Sliced<> Process::go_on(Made made, base::Sliced<uint64_t> rest) {
  const uint64_t result = co_await rest;
  end_call(made, result);
}

void Process::end_call(const Made& made, uint64_t result) {
  const code::HostCallSite& site = made.site;
  if (options_.exploration != nullptr && has_unknown(site))
    options_.exploration->note_sizes(made.arrays, device.memory().array_count());
  if (made.callee.is_void) return;
  if (follower_ != nullptr) {
    const bool is_failure = made.callee.returns_errors && result != 0;
    machine_.put_label(site.result, is_failure ? follower_->error_label() : made.label);
  }
  if (made.callee.is_wide)
    machine_.write_64(site.result, result);
  else
    machine_.write_32(site.result, static_cast<uint32_t>(result));
}

void Process::launch() {
  const code::LaunchSite& site = program_->launches[machine_.number()];
  const auto extents = [this](uint32_t slot) {
    return launch::Dim3{machine_.read_32(slot), machine_.read_32(slot + 1),
                        machine_.read_32(slot + 2)};
  };
  Launched launched;
  launched.span = site.span;
  launched.kernel = site.kernel;
  launched.grid = extents(site.grid);
  launched.block = extents(site.block);
  if (site.shared) launched.shared = machine_.read_64(*site.shared);
  if (site.stream) launched.stream = machine_.read_64(*site.stream);
  for (const code::HostArgument& argument : site.arguments) {
    launched.parameter_bits.push_back(is_wide(argument.type) ? machine_.read_64(argument.slot)
                                                             : machine_.read_32(argument.slot));
  }
  if (options_.exploration != nullptr) return note_launch(site, std::move(launched));
  going_on_ = launch_of_text(std::move(launched));
}

base::Sliced<> Process::launch_of_text(Launched launched) {
  co_await launch(std::move(launched));
}

base::Sliced<Error> Process::launch(Launched launched) {
  if (options_.exploration != nullptr) co_return Error::kSuccess;
  if (captured) {
    graphs[*captured].push_back([this, launched] { return launch(launched); });
    co_return Error::kSuccess;
  }
  if (options_.work_limit != 0)
    device.limit_work(options_.work_limit - std::min(options_.work_limit, work()));
  const base::Checked<Error> error = co_await device.launch(std::move(launched));
  if (!error.ok()) {
    refuse(error.error().front());
    co_return Error::kLaunchFailure;
  }
  tell(Event::Kind::kLaunch, 0, 0, 0, *error != Error::kSuccess);
  co_return *error;
}

void Process::tell(Event::Kind kind, uint64_t to, uint64_t from, uint64_t bytes, bool has_failed,
                   uint8_t value) {
  if (options_.event)
    options_.event({kind, machine_.place(), to, from, bytes, has_failed, value, {}, false});
}

// A printf of a function that kernels call, too.
void Process::print() {
  const code::PrintSite& site = program_->prints[machine_.number()];
  std::vector<uint64_t> arguments;
  for (const code::PrintSite::Argument& argument : site.arguments) {
    arguments.push_back(is_wide(argument.type) ? machine_.read_64(argument.slot)
                                               : machine_.read_32(argument.slot));
  }
  if (follower_ != nullptr) {
    for (const code::PrintSite::Argument& argument : site.arguments)
      follower_->use(machine_.label(argument.slot));
  }
  const auto read = [this](uint64_t address) { return string_at(address); };
  files.write(Files::kOut, base::format_text(site.format, arguments, read));
}

std::optional<std::string> Process::text_at(uint64_t address) {
  if (!device.is_own_to_host(address, 1)) return memory.text_at(address);
  std::string text;
  for (char c = 0; device.read(address, &c, 1); ++address) {
    if (c == 0) return text;
    text += c;
  }
  return std::nullopt;
}

std::string Process::string_at(uint64_t address) {
  if (address == 0) return "(null)";
  const std::optional<std::string> found = text_at(address);
  if (!found) throw BadPointer{address};
  return *found;
}

}  // namespace warplens::host
