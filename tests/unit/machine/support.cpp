#include "support.hpp"

#include <doctest/doctest.h>

#include <bit>

#include "sim/code/lower.hpp"
#include "sim/lang/compile.hpp"
#include "sim/machine/avx2/warp_code.hpp"

namespace warplens::machine::test {

namespace {

// Looks at nothing, so that chunks run natively, too.
class RareEvents : public trace::Observer {
 public:
  trace::Observer* hearer_of_accesses() override { return nullptr; }
  bool hears_only_rare_events() const override { return true; }
  std::unique_ptr<trace::Observer> for_chunk(Apart) override {
    return std::make_unique<RareEvents>();
  }
};

constexpr uint64_t kSmallChunk = 200;  // [warp instructions] a few blocks

}  // namespace

void EventLog::access(const trace::WarpAccess& access) {
  LoggedAccess logged;
  logged.head = access;
  logged.block = block_;
  logged.addresses = *access.addresses;
  if (access.values != nullptr) logged.values = *access.values;
  if (access.high_values != nullptr) logged.high_values = *access.high_values;
  if (access.results != nullptr) logged.results = *access.results;
  if (access.origins != nullptr) logged.origins = *access.origins;
  if (access.source != nullptr) {
    logged.source = *access.source;
    logged.source_addresses = *access.source->addresses;
  }
  if (access.operation == trace::Operation::kCopy)
    words += "copy" + std::to_string(access.warp) + ";";
  accesses.push_back(logged);
}

void EventLog::phase(uint32_t warp, uint32_t loop, bool entered, bool has_value, int64_t value) {
  words += (entered ? "phase" : "leave") + std::to_string(warp) + ":" + std::to_string(loop);
  if (has_value) words += "=" + std::to_string(value);
  words += ";";
}

void EventLog::barrier_arrives(uint32_t warp, uint32_t, uint32_t) {
  words += "arrive" + std::to_string(warp) + ";";
}

void EventLog::copies_commit(uint32_t warp, uint32_t, uint32_t) {
  words += "commit" + std::to_string(warp) + ";";
}

void EventLog::copies_wait(uint32_t warp, uint32_t, const trace::CopyWait& wait) {
  const auto first = static_cast<size_t>(std::countr_zero(wait.mask));
  const std::string newest = wait.is_all ? "all" : std::to_string(wait.newest[first]);
  words += "wait" + std::to_string(warp) + ":" + newest + ";";
}

void EventLog::copy_arrives(uint32_t warp, uint32_t copy, uint32_t) {
  words += "landed" + std::to_string(warp) + ":" + std::to_string(copy) + ";";
}

void EventLog::prints(uint32_t warp, uint32_t print, uint32_t mask,
                      const trace::PrintArguments& arguments) {
  printed.push_back({warp, print, mask, arguments.bits});
}

void EventLog::lane_event(uint32_t, trace::LaneEvent event, uint32_t index, uint32_t mask) {
  events.push_back({event, index, mask});
}

void EventLog::local_fault(const trace::LocalFault& fault) {
  faults.push_back(fault);
  faults.back().addresses = nullptr;
}

Launched::Launched(const std::string& text) {
  const base::SourceFile file("test.cu", text);
  const auto unit = lang::compile(file, {});
  REQUIRE_MESSAGE(unit.ok(), (unit.ok() ? "" : base::render(unit.error(), file)));
  REQUIRE((*unit)->kernels.size() == 1);
  const auto program = code::lower(*unit, (*unit)->kernels.front());
  REQUIRE_MESSAGE(program.ok(), (program.ok() ? "" : base::render(program.error(), file)));
  context_->program = *program;
  context_->shared_bytes = (*program)->static_shared_bytes;
}

Launched& Launched::grid(uint32_t x, uint32_t y, uint32_t z) {
  context_->grid = {x, y, z};
  return *this;
}

Launched& Launched::block(uint32_t x, uint32_t y, uint32_t z) {
  context_->block = {x, y, z};
  return *this;
}

Launched& Launched::dynamic_shared(uint32_t bytes) {
  context_->shared_bytes += bytes;
  return *this;
}

Launched& Launched::run() {
  GridOptions options;
  options.step_limit = limit_;
  options.is_watched = [this](trace::BlockId) { return follow_; };
  const GlobalMemory before = memory;
  end = run_grid(context_, memory, &log, options);
  if (memory.budget() != nullptr) return *this;  // all runs would share it
  run_natively(before, base::Slice::kWhole, 1);
  // Cut anywhere, so that the interpreter goes on where native code left off, and the other way
  // round.
  constexpr uint64_t kOddSlice = 37, kMostSteps = 100'000;
  if (end.steps < kMostSteps) run_natively(before, kOddSlice, 1);
  run_natively(before, base::Slice::kWhole, 3);
  return *this;
}

// Native code leaves what the interpreter does, in as many steps.
void Launched::run_natively(const GlobalMemory& before, uint64_t slice_steps, uint32_t threads) {
  CAPTURE(slice_steps);
  CAPTURE(threads);
  GlobalMemory native_memory = before;
  const auto native = std::make_shared<GridContext>(*context_);
  native->code = std::make_shared<KernelCode>(*context_->program, 0);
  native->thread_indices = thread_indices(context_->block);
  GridOptions options;
  options.step_limit = limit_;
  options.threads = threads;
  options.chunk_sizes = {kSmallChunk, 1};
  RareEvents events;
  const std::unique_ptr<GridRun> grid = begin_grid(native, native_memory, &events, options);
  for (bool is_done = false; !is_done;) {
    base::Slice slice(slice_steps);
    is_done = grid->advance(slice) == base::Progress::kDone;
  }
  const GridEnd& native_end = grid->end();
  CHECK(native_end.reason == end.reason);
  CHECK(native_end.steps == end.steps);
  CHECK(native_end.flops == end.flops);
  CHECK(native_end.extra_work == end.extra_work);
  CHECK(native_end.blocks_done == end.blocks_done);
  REQUIRE(native_memory.array_count() == memory.array_count());
  for (uint32_t array = 0; array < memory.array_count(); ++array) {
    CAPTURE(array);
    CHECK(native_memory.array(array).bytes == memory.array(array).bytes);
  }
}

std::string Launched::text_of(const LoggedAccess& access) const {
  const code::AccessSite& site = program().sites[access.head.site];
  return std::string(program().unit->file.slice(site.span));
}

}  // namespace warplens::machine::test
