#include "sim/host/device.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "sim/base/assert.hpp"
#include "sim/code/lower.hpp"
#include "sim/host/executed.hpp"
#include "sim/host/follower.hpp"
#include "sim/host/grid_events.hpp"
#include "sim/host/launch_labels.hpp"
#include "sim/host/launch_trial.hpp"
#include "sim/host/repeated_launches.hpp"
#include "sim/machine/avx2/warp_code.hpp"
#include "sim/machine/grid/grid.hpp"
#include "sim/model/device_limits.hpp"
#include "sim/model/memory_system.hpp"

namespace warplens::host {

namespace {

// What a launch takes on the program's clock: so many warp instructions a nanosecond and
// multiprocessor, and what starting it takes.
constexpr uint64_t kNanosecondsOfLaunch = 5'000;
constexpr uint32_t kDeepestLaunch = 24;  // of kernels by kernels (CUDA Programming Guide 13.0)

// The driver's pages. Past an array by more than that is past what it maps around it.
constexpr uint64_t kMapped = uint64_t{2} << 20;

static_assert(machine::GlobalMemory::kWindow == uint64_t{1} << PageView::kShift);

// None if it has no room for any value.
PageView view_of(uint64_t address, std::byte* bytes, uint64_t size) {
  if (size < sizeof(uint64_t)) return {};
  return {address, bytes, {size - 1, size - 2, size - 4, size - 8}};
}

// Whether the host can access an array of the kind; nothing: it is freed.
bool is_hosts(const std::optional<Kind>& kind) {
  return kind && *kind != Kind::kDevice;
}

}  // namespace

// A grid of a launch while it is executed.
struct GridExecution {
  Launched launched;
  std::shared_ptr<const machine::GridContext> context;
  machine::GridOptions options;
  LaunchPrice price;  // where work is counted
  bool meets_work_limit = false;
  bool may_repeat = false, is_kept = false;     // RepeatedLaunches
  bool may_wait = false;                        // a block for others, which need their turns
  bool may_wait_for_lanes = false;              // a lane for others of its warp
  bool takes_turns = false;                     // since it did
  uint32_t resident = 0;                        // blocks
  std::optional<machine::GlobalMemory> before;  // shares the pages that it does not write to
  std::unique_ptr<GridEvents> events;
  std::unique_ptr<machine::GridRun> run;
};

Device::Device(std::shared_ptr<const lang::Unit> unit, Options options)
    : unit_(std::move(unit)),
      options_(std::move(options)),
      most_bytes_(model::memory_bytes(options_.device)),
      orders_(std::make_unique<WarpOrders>()),
      repeats_(std::make_unique<RepeatedLaunches>()) {
  memory_.set_budget(options_.budget);
}

Device::~Device() = default;

uint64_t Device::repeated_launches() const {
  return repeats_->repeated();
}

// ------------------------------------------------------------------------------------- memory

uint64_t Device::allocate(uint64_t bytes, Kind kind) {
  const uint64_t address = add_array(bytes, kind);
  if (address == 0) return 0;
  if (follower_ != nullptr) follower_->added_array(bytes, kind);
  return address;
}

uint64_t Device::add_array(uint64_t bytes, Kind kind) {
  if (!has_room_for(bytes, kind)) return 0;
  repeats_->leave_room(memory_, bytes);
  machine::GlobalArray array;
  array.name = "array " + std::to_string(memory_.array_count());
  array.element = base::Scalar::kUChar;
  array.extents = {bytes};
  array.bytes = base::PagedBytes(granted(bytes, kind), memory_.budget());
  std::vector<uint32_t>& freed = freed_[array.bytes.size()];
  if (freed.empty() || is_looked_at()) return keep(std::move(array), kind, bytes);
  const uint32_t index = freed.back();
  freed.pop_back();
  count(bytes, kind);
  kinds_[index] = kind;
  sizes_[index] = bytes;
  memory_.array(index) = std::move(array);
  return machine::GlobalMemory::address_of(index);
}

// A GPU gives memory in units: a kernel that writes just past its array finds there again what it
// wrote. Who looks at launches is to see where the array ends.
uint64_t Device::granted(uint64_t bytes, Kind kind) const {
  constexpr uint64_t kUnit = 512;
  return kind != Kind::kDevice || is_looked_at() ? bytes : (bytes + kUnit - 1) / kUnit * kUnit;
}

std::optional<machine::GlobalMemory::Range> Device::range_at(uint64_t address,
                                                             uint64_t bytes) const {
  const auto range = memory_.range_at(address, bytes);
  const bool is_inside = range && range->offset + bytes <= sizes_[range->array];
  return is_inside ? range : std::nullopt;
}

bool Device::has_room_for(uint64_t bytes, Kind kind) const {
  return bytes <= kMostOfArray && (kind != Kind::kDevice || bytes <= most_bytes_ - used_);
}

uint64_t Device::add(machine::GlobalArray array, Kind kind) {
  const uint64_t bytes = array.bytes.size();
  return has_room_for(bytes, kind) ? keep(std::move(array), kind, bytes) : 0;
}

uint64_t Device::keep(machine::GlobalArray array, Kind kind, uint64_t bytes) {
  count(bytes, kind);
  kinds_.push_back(kind);
  sizes_.push_back(bytes);
  return memory_.add(std::move(array));
}

std::optional<Kind> Device::kind_at(uint64_t address) const {
  const std::optional<uint32_t> index = memory_.array_at(address);
  return index ? kinds_[*index] : std::nullopt;
}

Error Device::free(uint64_t address, bool is_pinned) {
  if (address == 0) return Error::kSuccess;
  const std::optional<uint32_t> index = memory_.array_at(address);
  const bool is_known = index && kinds_[*index] &&
                        (*kinds_[*index] == Kind::kPinned) == is_pinned &&
                        address == machine::GlobalMemory::address_of(*index);
  if (!is_known) {
    if (follower_ != nullptr && index && !kinds_[*index]) follower_->freed_array_again(*index);
    return Error::kInvalidValue;
  }
  if (follower_ != nullptr) follower_->freed_array(*index);
  if (options_.before_free) options_.before_free(*index);
  if (kinds_[*index] == Kind::kDevice) used_ -= sizes_[*index];
  pools_.freed(address);
  freed_[memory_.array(*index).bytes.size()].push_back(*index);
  memory_.array(*index).bytes = base::PagedBytes();
  kinds_[*index].reset();
  forget_views();
  return Error::kSuccess;
}

uint64_t Device::address_of(const lang::Variable& variable) {
  const auto [known, is_new] = globals_.emplace(&variable, 0);
  if (is_new) {
    const uint64_t bytes = lang::size_of(variable.type);
    known->second = add_array(bytes, variable.is_managed ? Kind::kManaged : Kind::kDevice);
    if (follower_ != nullptr) follower_->added_array(bytes, std::nullopt);
    memory_.array(*memory_.array_at(known->second)).name = variable.name;
    copy_in(known->second, std::as_bytes(std::span(variable.initial)));
  }
  return known->second;
}

std::vector<std::byte>& Device::constant(const lang::Variable& variable) {
  const auto [known, is_new] = constants_.try_emplace(&variable);
  if (is_new) {
    known->second.resize(lang::size_of(variable.type));
    std::copy_n(std::as_bytes(std::span(variable.initial)).begin(), variable.initial.size(),
                known->second.begin());
  }
  return known->second;
}

bool Device::copy_in(uint64_t address, std::span<const std::byte> from) {
  forget_views();
  if (from.empty()) return true;
  const auto range = range_at(address, from.size());
  if (!range) return false;
  count_bytes(from.size());
  if (follower_ != nullptr) follower_->device.put(range->array, range->offset, from.size(), 0);
  return memory_.write(address, from);
}

bool Device::copy_out(uint64_t address, std::span<std::byte> to) {
  count_bytes(to.size());
  return to.empty() || (range_at(address, to.size()) && memory_.read(address, to));
}

bool Device::fill(uint64_t address, std::byte value, uint64_t bytes) {
  const auto range = range_at(address, std::max<uint64_t>(bytes, 1));
  if (!range) return bytes == 0;
  base::PagedBytes& content = memory_.array(range->array).bytes;
  forget_views();
  count_bytes(bytes);
  if (follower_ != nullptr) follower_->device.put(range->array, range->offset, bytes, 0);
  if (range->offset == 0 && bytes == content.size()) {
    content = base::PagedBytes(bytes, {value}, memory_.budget());
    return true;
  }
  for (uint64_t at = range->offset; at < range->offset + bytes;) {
    const base::PagedBytes::MutableView page = content.view_to_write(at);
    const uint64_t end = std::min(page.end, range->offset + bytes);
    std::memset(page.bytes + (at - page.begin), static_cast<int>(value), end - at);
    at = end;
  }
  return true;
}

std::optional<machine::GlobalMemory::Range> Device::range_of_host(uint64_t address,
                                                                  uint64_t bytes) const {
  const auto range = memory_.range_at(address, bytes);
  return range && is_hosts(kinds_[range->array]) ? range : std::nullopt;
}

// A page that was found is kept, one of an array: the next access of it is mostly in it, too.
bool Device::read(uint64_t address, void* to, uint64_t bytes) {
  PageView& view = reads_[PageView::index_of(address)];
  if (const std::byte* from = view.at(address, bytes)) {
    std::memcpy(to, from, bytes);
    return true;
  }
  const auto range = range_of_host(address, bytes);
  if (!range) return false;
  const base::PagedBytes::View page = memory_.array(range->array).bytes.view(range->offset);
  view = view_of(address - range->offset + page.begin, const_cast<std::byte*>(page.bytes),
                 page.end - page.begin);
  return memory_.read(address, {static_cast<std::byte*>(to), bytes});
}

bool Device::write(uint64_t address, const void* from, uint64_t bytes) {
  PageView& view = writes_[PageView::index_of(address)];
  if (std::byte* to = view.at(address, bytes)) {
    std::memcpy(to, from, bytes);
    return true;
  }
  const auto range = range_of_host(address, bytes);
  if (!range) return false;
  const base::PagedBytes::MutableView page =
      memory_.array(range->array).bytes.view_to_write(range->offset);
  reads_[PageView::index_of(address)] = {};  // the page may have moved
  view = view_of(address - range->offset + page.begin, page.bytes, page.end - page.begin);
  return memory_.write(address, {static_cast<const std::byte*>(from), bytes});
}

Label Device::label(uint64_t address, uint64_t bytes) {
  const auto range = memory_.range_at(address, bytes);
  if (follower_ == nullptr || !range) return 0;
  follower_->read_array(range->array);
  follower_->read_by_host(range->array, address, bytes);
  return follower_->device.first(range->array, range->offset, bytes);
}

void Device::put_label(uint64_t address, uint64_t bytes, Label label) {
  const auto range = memory_.range_at(address, bytes);
  if (follower_ == nullptr || !range) return;
  follower_->device.put(range->array, range->offset, bytes, label);
  follower_->written_by_host(range->array, address, bytes);
}

// ------------------------------------------------------------------------------------- launches

base::Checked<std::shared_ptr<const code::Program>> Device::program_of(const std::string& kernel) {
  const auto known = programs_.find(kernel);
  if (known != programs_.end()) return known->second;
  const auto found = std::find_if(unit_->kernels.begin(), unit_->kernels.end(),
                                  [&](const lang::Kernel& one) { return one.name == kernel; });
  WL_ASSERT(found != unit_->kernels.end(), "a launched kernel is in the unit");
  auto lowered = code::lower(unit_, *found);
  if (lowered.ok()) programs_.emplace(kernel, *lowered);
  return lowered;
}

uint64_t Device::shared_limit(const std::string& kernel) const {
  const auto opted = shared_limits_.find(kernel);
  const uint64_t usual = options_.device.multiprocessor.static_shared();
  return opted == shared_limits_.end() ? usual : std::max(usual, opted->second);
}

bool Device::is_possible(const Launched& launched, const code::Program& program) const {
  const model::Multiprocessor& of = options_.device.multiprocessor;
  const std::array<uint64_t, 3> most_blocks = model::most_blocks(of);
  const std::array<uint64_t, 3> most_threads = model::most_threads(of);
  const launch::Dim3& grid = launched.grid;
  const launch::Dim3& block = launched.block;
  const bool is_empty = grid.count() == 0 || block.count() == 0;
  const bool is_too_large = grid.x > most_blocks[0] || grid.y > most_blocks[1] ||
                            grid.z > most_blocks[2] || block.x > most_threads[0] ||
                            block.y > most_threads[1] || block.z > most_threads[2] ||
                            block.count() > of.block_threads;
  const uint32_t bound = program.kernel->most_threads;
  const uint64_t shared = program.static_shared_bytes + launched.shared;
  return !is_empty && !is_too_large && (bound == 0 || block.count() <= bound) &&
         shared <= shared_limit(launched.kernel);
}

base::Sliced<base::Checked<Error>> Device::launch(Launched launched) {
  const base::Checked<std::shared_ptr<const code::Program>> program = program_of(launched.kernel);
  if (!program.ok()) co_return base::fail(program.error());
  if (broken_ != Error::kSuccess) co_return broken_;
  if (unseen_ != Error::kSuccess) co_return Error::kSuccess;  // it never begins
  if (!is_possible(launched, **program)) {
    if (follower_ != nullptr)
      follower_->launch_failed(launched, **program, shared_limit(launched.kernel));
    co_return note(Error::kInvalidValue);
  }
  // What kernels launch begins when their own grids have ended, in the order of the launches.
  std::deque<std::pair<Launched, uint32_t>> waiting;  // and how deep it is nested
  waiting.emplace_back(std::move(launched), 0);
  // An error while one of them ran is seen later.
  while (!waiting.empty() && unseen_ == Error::kSuccess) {
    const auto [next, depth] = std::move(waiting.front());
    waiting.pop_front();
    const base::Checked<std::shared_ptr<const code::Program>> of = program_of(next.kernel);
    if (!of.ok()) co_return base::fail(of.error());
    if (!is_possible(next, **of)) continue;
    const std::unique_ptr<GridExecution> grid = co_await begin(next, *of);
    if (grid == nullptr) continue;
    co_await execute(*grid);
    std::vector<Launched> nested = co_await end(*grid);
    for (Launched& child : nested) {
      child.stream = next.stream;
      if (depth < kDeepestLaunch) waiting.emplace_back(std::move(child), depth + 1);
    }
  }
  co_return Error::kSuccess;
}

base::Sliced<std::unique_ptr<GridExecution>> Device::begin(
    const Launched& launched, std::shared_ptr<const code::Program> of) {
  const code::Program& program = *of;
  auto context = std::make_shared<machine::GridContext>();
  context->program = of;
  std::shared_ptr<machine::KernelCode>& code = codes_[of.get()];
  if (code == nullptr) code = std::make_shared<machine::KernelCode>(program, options_.native_after);
  context->code = code;
  context->thread_indices = code->indices_of(launched.block);
  context->grid = launched.grid;
  context->block = launched.block;
  context->shared_bytes = static_cast<uint32_t>(program.static_shared_bytes + launched.shared);
  context->parameter_bits = launched.parameter_bits;
  context->constants.resize(program.constant_bytes);
  for (const code::GlobalVariable& global : program.globals) {
    context->global_addresses.push_back(global.is_constant ? 0 : address_of(*global.variable));
    if (!global.is_constant) continue;
    const std::vector<std::byte>& bytes = constant(*global.variable);
    std::copy(bytes.begin(), bytes.end(), context->constants.begin() + global.offset);
  }
  forget_views();
  ++launches_;
  if (options_.before_launch) options_.before_launch(launched, context, memory_);
  const bool may_repeat = !is_looked_at() && !options_.counts_work;
  if (may_repeat) {
    repeats_->leave_room(memory_);
    if (const machine::GridEnd* end = repeats_->repeat(context, memory_)) {
      count_time(*end);
      co_return nullptr;
    }
  }
  auto execution = std::make_unique<GridExecution>();
  machine::GridOptions& grid = execution->options;
  grid.step_limit = options_.step_limit != 0 ? options_.step_limit : ~uint64_t{0};
  grid.set_up_limit = options_.set_up_limit != 0 ? options_.set_up_limit : ~uint64_t{0};
  if (options_.counts_work) {
    const LaunchPrice price = execution->price = prices_.of(context, memory_);
    const uint64_t left = work_limit_ - std::min(work_limit_, work_);
    execution->meets_work_limit = price.steps_for(left) < grid.step_limit ||
                                  LaunchPrice::set_up_for(left) < grid.set_up_limit;
    grid.step_limit = std::min(grid.step_limit, price.steps_for(left));
    grid.set_up_limit = std::min(grid.set_up_limit, LaunchPrice::set_up_for(left));
  }
  grid.threads = options_.threads;
  execution->may_wait = context->code->may_wait_for_others();
  execution->may_wait_for_lanes =
      context->code->may_wait_for_lanes() && !options_.device.runs_in_lockstep();
  execution->may_repeat = may_repeat;
  execution->is_kept = may_repeat && repeats_->is_worth_keeping(context, memory_);
  if (execution->may_wait || execution->may_wait_for_lanes || follower_ != nullptr ||
      execution->is_kept)
    execution->before = memory_;
  execution->resident = static_cast<uint32_t>(std::min<uint64_t>(
      options_.device.resident_blocks(launched.block.count(), context->shared_bytes),
      launch::kMostResident));
  if (co_await orders_->matters(context, memory_, execution->resident)) {
    grid.scheduling.emplace();
    grid.scheduling->schedule = {.order = launch::Order::kRoundRobin,
                                 .resident = execution->resident};
  }
  execution->launched = launched;
  execution->events =
      std::make_unique<GridEvents>(of, launched.block, context->shared_bytes,
                                   [this](uint64_t address) { return is_silent(address); });
  execution->run = machine::begin_grid(context, memory_, execution->events.get(), grid);
  execution->context = std::move(context);
  co_return execution;
}

base::Sliced<> Device::execute(GridExecution& grid) {
  for (;;) {
    const machine::GridEnd end = co_await executed(*grid.run);
    const bool spins = end.reason == machine::StopReason::kSpins;
    const bool is_stuck = spins || end.reason == machine::StopReason::kDeadlock;
    const bool may_go_on = (spins && grid.may_wait) || (is_stuck && grid.may_wait_for_lanes);
    if (!may_go_on || grid.takes_turns) co_return;
    grid.takes_turns = true;
    memory_ = *grid.before;
    grid.events->clear();
    grid.options.scheduling.emplace();
    grid.options.scheduling->schedule.resident = grid.resident;
    grid.options.scheduling->schedule.independent_lanes = grid.may_wait_for_lanes;
    grid.run = machine::begin_grid(grid.context, memory_, grid.events.get(), grid.options);
  }
}

base::Sliced<std::vector<Launched>> Device::end(GridExecution& grid) {
  const machine::GridEnd end = grid.run->end();
  const GridEvents& events = *grid.events;
  grid.run.reset();
  count_time(end);
  printed_ += events.printed();
  failed_ += events.failed_assertion();
  const bool is_cut = end.reason == machine::StopReason::kStepLimit ||
                      end.reason == machine::StopReason::kSetUpLimit;
  is_out_of_work_ = is_cut && grid.meets_work_limit;
  if (is_cut && !is_out_of_work_ && !cut_launch_) cut_launch_ = grid.launched.span;
  note_end(end.reason, events);
  if (grid.may_repeat && end.reason == machine::StopReason::kDone && events.has_none())
    repeats_->executed(grid.context, end, grid.is_kept ? &*grid.before : nullptr, memory_);
  uint64_t work = end.work();
  if (options_.counts_work) {
    work_ += grid.price.of(end);
    steps_ += end.steps;
    work = grid.price.of(end) / LaunchPrice::kOfWeighted;
    if (options_.after_launch)
      options_.after_launch(grid.launched, grid.price.of(end),
                            grid.price.per_step / LaunchPrice::kParts);
  }
  if (follower_ != nullptr) {
    const uint64_t repeated = follower_->repeated();
    const EndedLaunch ended{grid.launched, grid.context, grid.options, end.work(),
                            work,          *grid.before, memory_};
    co_await note_effects(ended, events);
    work_ += (follower_->repeated() - repeated) * LaunchPrice::kOfWeighted;
  }
  co_return events.launched();
}

void Device::count_time(const machine::GridEnd& end) {
  nanoseconds_ += kNanosecondsOfLaunch + end.work() / options_.device.multiprocessors;
}

// Nothing follows what a launch leaves that broke off.
base::Sliced<> Device::note_effects(const EndedLaunch& ended, const GridEvents& events) {
  const code::Program& program = *ended.context->program;
  if (const auto stray = events.stray()) follower_->strayed(*stray, ended.launched, program);
  if (unseen_ != Error::kSuccess) co_return;
  co_await label_effects(ended, *follower_);
  co_await follower_->ended(ended, !events.printed().empty());
  follower_->gave_launch(ended);
}

void Device::note_end(machine::StopReason reason, const GridEvents& events) {
  if (unseen_ != Error::kSuccess) return;
  broke_off_for_room_ = reason == machine::StopReason::kMemory;
  if (events.has_assertion()) {
    unseen_ = Error::kAssert;
  } else if (events.is_broken()) {
    unseen_ = Error::kIllegalAddress;
  } else if (events.refused()) {
    unseen_ = *events.refused();
  } else if (reason == machine::StopReason::kTrapped) {
    unseen_ = Error::kLaunchFailure;
  } else if (reason != machine::StopReason::kDone) {
    unseen_ = Error::kLaunchTimeout;
  }
}

// Just past an array, where a GPU reads and writes what is there without a word: small arrays share
// pages; a large one has pages of its own, behind which there is nothing.
bool Device::is_silent(uint64_t address) const {
  constexpr uint64_t kMostOfSmall = uint64_t{1} << 20;
  const std::optional<uint32_t> index = memory_.array_at(address);
  if (!index || !kinds_[*index]) return false;
  const uint64_t begin = machine::GlobalMemory::address_of(*index);
  const uint64_t bytes = memory_.array(*index).bytes.size();
  if (address < begin) return begin - address <= kMapped;
  const uint64_t past = address - begin - bytes;
  const bool is_large = kinds_[*index] == Kind::kDevice && bytes > kMostOfSmall;
  return is_large ? past < (kMapped - bytes % kMapped) % kMapped : past <= kMapped;
}

// ------------------------------------------------------------------------------------- errors

// What kernels printed appears when the host waits for them, and so does what broke one off.
void Device::compute(uint64_t operations) {
  constexpr uint64_t kLanes = 32;
  constexpr uint64_t kWorkOfOperation = 2;
  nanoseconds_ += kNanosecondsOfLaunch + operations / kLanes / options_.device.multiprocessors;
  work_ += operations * kWorkOfOperation;
}

Error Device::synchronize() {
  if (follower_ != nullptr) follower_->streams.order.host_waits_for_all();
  return notice();
}

Error Device::wait_for_stream(uint64_t stream) {
  if (follower_ != nullptr) follower_->streams.order.host_waits_for_stream(stream);
  return notice();
}

Error Device::wait_for_event(uint64_t event) {
  if (follower_ != nullptr) follower_->streams.order.host_waits_for_event(event);
  return notice();
}

// Streams run when they are given work: whoever waits for some of it sees all of it.
Error Device::notice() {
  if (options_.out && !printed_.empty()) options_.out(printed_);
  if (options_.err && !failed_.empty()) options_.err(failed_);
  printed_.clear();
  failed_.clear();
  pools_.host_waits();
  if (broken_ == Error::kSuccess) broken_ = unseen_;
  return broken_;
}

Error Device::note(Error error) {
  if (broken_ != Error::kSuccess) return broken_;
  if (error != Error::kSuccess) last_ = error;
  return error;
}

Error Device::take_error() {
  if (broken_ != Error::kSuccess) return broken_;
  return std::exchange(last_, Error::kSuccess);
}

// A kernel that broke off leaves nothing that a reset brings back.
void Device::reset() {
  if (synchronize() != Error::kSuccess) broken_ = Error::kDevicesUnavailable;
  last_ = unseen_ = Error::kSuccess;
}

}  // namespace warplens::host
