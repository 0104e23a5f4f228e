// Time goes from one cycle in which something is issued to the next. All results that a warp's next
// instruction needs were issued before it, so when it can be issued is known except for the memory
// pipe, which others may take first.
#include "sim/model/latency_hiding.hpp"

#include <algorithm>
#include <limits>

namespace warplens::model {
namespace {

constexpr uint64_t kNoCycle = std::numeric_limits<uint64_t>::max();

// What all schedulers share, and one instruction after another passes through. Arithmetic has none.
enum class Pipe : uint8_t { kNone, kMemory, kConstant, kBarrier };
constexpr size_t kPipes = 4;

Pipe pipe_of(const WarpOp& op) {
  switch (op.unit) {
    case Unit::kShared:
    case Unit::kGlobal:
      return Pipe::kMemory;
    case Unit::kConstant:
      return Pipe::kConstant;
    case Unit::kBarrier:
      return Pipe::kBarrier;
    case Unit::kArithmetic:
    case Unit::kClock:
      break;
  }
  return Pipe::kNone;
}

struct Warp {
  const Stream* stream = nullptr;
  uint32_t next = 0;           // index of the instruction to issue
  std::vector<uint64_t> done;  // of each issued instruction: its result is there
  uint64_t idle_since = 0;     // the cycle behind its last issue
  uint64_t ready_at = 0;       // its operands are there; kNoCycle: waits at a barrier
  uint64_t pipe_until = 0;     // until when it was seen to wait for the pipe
  uint64_t last_done = 0;      // of all that it issued
  uint64_t shared_done = 0;    // of its accesses of shared memory, which a barrier waits for
  WarpState waits_for = WarpState::kArithmetic;
  uint64_t first_clock = kNoCycle, last_clock = 0;

  bool has_ended() const { return next == stream->size(); }
  const WarpOp& op() const { return (*stream)[next]; }
};

struct Block {
  uint32_t running = 0, arrived = 0;
};

}  // namespace

class HidingRun::Simulation {
 public:
  Simulation(const std::vector<Stream>& streams, const HidingSetup& setup)
      : setup_(setup),
        warps_(setup.warps),
        blocks_((setup.warps + setup.block_warps - 1) / setup.block_warps),
        next_pick_(setup.schedulers, 0) {
    if (setup.keeps_spans) hiding_.spans.resize(setup.warps);
    for (uint32_t w = 0; w < setup.warps; ++w) {
      warps_[w].stream = &streams[w % streams.size()];
      if (warps_[w].has_ended()) continue;
      warps_[w].done.reserve(warps_[w].stream->size());
      ++blocks_[w / setup.block_warps].running;
      ++running_;
    }
  }

  base::Progress advance(base::Slice& slice) {
    for (; running_ > 0; slice.spend(work_of_cycle())) {
      if (slice.is_cancelled()) return base::Progress::kDone;
      if (slice.is_over()) return base::Progress::kMore;
      bool has_issued = false;
      for (uint32_t k = 0; k < setup_.schedulers; ++k)  // none is first at the pipe every time
        has_issued |= issue_one(static_cast<uint32_t>((now_ + k) % setup_.schedulers), now_);
      now_ = has_issued ? now_ + 1 : next_time(now_);
    }
    return base::Progress::kDone;
  }

  Hiding take() {
    finish();
    return std::move(hiding_);
  }

 private:
  // All warps may be looked at. As base::Slice counts.
  uint64_t work_of_cycle() const { return 2 + warps_.size() / 8; }

  uint64_t free_at(const WarpOp& op) const {
    const uint64_t free = pipe_free_[static_cast<size_t>(pipe_of(op))];  // of kNone always 0
    if (pipe_of(op) != Pipe::kMemory) return free;
    // A warp's own passes are `pass` cycles apart: others' fit between them.
    const uint64_t between = uint64_t{op.passes} * (setup_.latencies.pass - 1);
    return free - std::min(free, between);
  }

  uint64_t can_issue_at(const Warp& warp) const {
    if (warp.has_ended()) return kNoCycle;
    return std::max(warp.ready_at, free_at(warp.op()));
  }

  uint64_t next_time(uint64_t now) const {
    uint64_t next = kNoCycle;
    for (const Warp& warp : warps_) next = std::min(next, can_issue_at(warp));
    return std::max(next, now + 1);
  }

  // The first ready warp behind the one that was picked last.
  bool issue_one(uint32_t scheduler, uint64_t now) {
    const auto count = static_cast<uint32_t>((warps_.size() + setup_.schedulers - 1 - scheduler) /
                                             setup_.schedulers);
    for (uint32_t k = 0; k < count; ++k) {
      const uint32_t place = (next_pick_[scheduler] + k) % count;
      const uint32_t index = scheduler + place * setup_.schedulers;
      Warp& warp = warps_[index];
      if (warp.has_ended() || warp.ready_at > now) continue;
      if (const uint64_t free = free_at(warp.op()); free > now) {
        warp.pipe_until = free;
        continue;
      }
      next_pick_[scheduler] = place + 1;
      issue(index, now);
      return true;
    }
    return false;
  }

  void note(uint32_t index, uint64_t begin, uint64_t end, WarpState state) {
    if (begin >= end) return;
    hiding_.warp_cycles[static_cast<size_t>(state)] += end - begin;
    if (setup_.keeps_spans) hiding_.spans[index].push_back({begin, end, state});
  }

  void issue(uint32_t index, uint64_t now) {
    Warp& warp = warps_[index];
    const WarpOp& op = warp.op();
    const uint64_t waited = std::clamp(warp.ready_at, warp.idle_since, now);
    const uint64_t piped = std::clamp(warp.pipe_until, waited, now);
    note(index, warp.idle_since, waited, warp.waits_for);
    note(index, waited, piped, WarpState::kPipe);
    note(index, piped, now, WarpState::kReady);
    note(index, now, now + 1, WarpState::kIssues);
    warp.idle_since = now + 1;
    ++hiding_.issued;
    if (op.unit == Unit::kClock) {
      warp.first_clock = std::min(warp.first_clock, now);
      warp.last_clock = now;
    }
    occupy(op, now);
    warp.done.push_back(now + latency_of(op));
    warp.last_done = std::max(warp.last_done, warp.done.back());
    if (op.unit == Unit::kShared) warp.shared_done = std::max(warp.shared_done, warp.done.back());
    const bool is_barrier = op.unit == Unit::kBarrier;
    ++warp.next;
    Block& block = blocks_[index / setup_.block_warps];
    if (warp.has_ended()) {
      --block.running;
      --running_;
    } else {
      wait_for_operands(warp, now);
      if (is_barrier) {
        ++block.arrived;
        warp.ready_at = kNoCycle;
        warp.waits_for = WarpState::kBarrier;
      }
    }
    if (block.arrived > 0 && block.arrived == block.running) release(index, now);
  }

  void occupy(const WarpOp& op, uint64_t now) {
    const Pipe pipe = pipe_of(op);
    if (pipe == Pipe::kNone) return;
    uint64_t cycles = op.passes;
    if (pipe == Pipe::kConstant) cycles *= setup_.latencies.constant_rate;
    if (pipe == Pipe::kBarrier) cycles = setup_.latencies.arrival;
    uint64_t& free = pipe_free_[static_cast<size_t>(pipe)];
    free = std::max(free, now) + cycles;
  }

  uint64_t latency_of(const WarpOp& op) const {
    const Latencies& latencies = setup_.latencies;
    const uint64_t further = uint64_t{op.passes - 1} * latencies.pass;
    switch (op.unit) {
      case Unit::kShared:
        return op.is_load ? latencies.shared + further : latencies.pass + further;
      case Unit::kGlobal:
        return op.is_load ? latencies.global + further : latencies.pass + further;
      case Unit::kConstant:
        return latencies.constant + further;
      case Unit::kArithmetic:
        return latencies.arithmetic;
      case Unit::kBarrier:
      case Unit::kClock:
        break;
    }
    return 1;
  }

  void wait_for_operands(Warp& warp, uint64_t now) {
    warp.ready_at = now + 1;
    warp.waits_for = WarpState::kArithmetic;
    if (warp.op().unit == Unit::kBarrier && warp.shared_done > warp.ready_at) {
      warp.ready_at = warp.shared_done;
      warp.waits_for = WarpState::kMemory;
    }
    for (const uint32_t producer : warp.op().waits) {
      if (producer == kNoOp || warp.done[producer] <= warp.ready_at) continue;
      warp.ready_at = warp.done[producer];
      const Unit unit = (*warp.stream)[producer].unit;
      warp.waits_for = unit == Unit::kArithmetic ? WarpState::kArithmetic : WarpState::kMemory;
    }
  }

  // All of the block that still run have arrived.
  void release(uint32_t index, uint64_t now) {
    const uint32_t first = index / setup_.block_warps * setup_.block_warps;
    const auto end = static_cast<uint32_t>(
        std::min<uint64_t>(warps_.size(), uint64_t{first} + setup_.block_warps));
    for (uint32_t w = first; w < end; ++w) {
      Warp& warp = warps_[w];
      if (warp.has_ended()) continue;
      wait_for_operands(warp, now);
      warp.ready_at = std::max(warp.ready_at, now + setup_.latencies.barrier);
      warp.waits_for = WarpState::kBarrier;
    }
    blocks_[first / setup_.block_warps].arrived = 0;
  }

  void finish() {
    uint64_t begin = kNoCycle, end = 0;
    for (uint32_t w = 0; w < warps_.size(); ++w) {
      const Warp& warp = warps_[w];
      note(w, warp.idle_since, warp.last_done, WarpState::kMemory);
      hiding_.cycles = std::max({hiding_.cycles, warp.idle_since, warp.last_done});
      begin = std::min(begin, warp.first_clock);
      end = std::max(end, warp.last_clock);
    }
    hiding_.timed = end > begin ? end - begin : hiding_.cycles;
  }

  HidingSetup setup_;
  std::vector<Warp> warps_;
  std::vector<Block> blocks_;
  std::vector<uint32_t> next_pick_;  // by scheduler: where it looks first among its warps
  uint32_t running_ = 0;
  uint64_t now_ = 0;                          // [cycles]
  std::array<uint64_t, kPipes> pipe_free_{};  // the cycle from which on it takes another one
  Hiding hiding_;
};

Latencies lecture_latencies() {
  return {.arithmetic = 1, .shared = 5, .constant = 5, .global = 500};
}

Latencies h200_latencies(Served served) {
  constexpr uint32_t kGlobal[] = {70, 294, 668};  // [cycles] from L1, L2, DRAM
  return {.arithmetic = 4,
          .shared = 25,
          .constant = 31,
          .global = kGlobal[static_cast<size_t>(served)],
          .barrier = 15,
          .pass = 2,
          .arrival = 2,
          .constant_rate = 2};
}

const MeasuredPasses* measured_passes(uint32_t passes) {
  static constexpr std::array<MeasuredPasses, 32> kMeasured{
      {{29.3, 1.0},  {31.3, 2.0},  {33.3, 3.0},  {35.3, 4.0},  {37.3, 5.0},  {39.3, 6.0},
       {41.3, 7.0},  {43.3, 8.0},  {45.3, 9.0},  {47.3, 10.0}, {49.3, 11.0}, {51.3, 12.0},
       {53.3, 13.0}, {55.3, 14.0}, {57.3, 15.0}, {59.3, 16.0}, {61.3, 17.0}, {63.2, 18.0},
       {65.2, 19.0}, {67.2, 20.0}, {69.2, 21.0}, {71.2, 22.0}, {73.2, 23.0}, {75.2, 24.0},
       {77.2, 25.0}, {79.2, 26.0}, {81.2, 27.0}, {83.2, 28.0}, {85.2, 29.0}, {87.2, 30.0},
       {89.2, 31.0}, {91.2, 32.0}}};
  return passes == 0 || passes > kMeasured.size() ? nullptr : &kMeasured[passes - 1];
}

uint32_t usable_latency(int64_t wanted) {
  return static_cast<uint32_t>(
      std::clamp<int64_t>(wanted, int64_t{kLeastLatency}, int64_t{kMostLatency}));
}

HidingRun::HidingRun(const std::vector<Stream>& streams, const HidingSetup& setup) {
  HidingSetup used = setup;
  used.block_warps = std::max(1u, setup.block_warps);
  used.schedulers = std::max(1u, setup.schedulers);
  if (!streams.empty() && setup.warps > 0)
    simulation_ = std::make_unique<Simulation>(streams, used);
}

HidingRun::~HidingRun() = default;

base::Progress HidingRun::advance(base::Slice& slice) {
  return simulation_ != nullptr ? simulation_->advance(slice) : base::Progress::kDone;
}

Hiding HidingRun::take() {
  return simulation_ != nullptr ? simulation_->take() : Hiding();
}

Hiding hide_latencies(const std::vector<Stream>& streams, const HidingSetup& setup) {
  HidingRun run(streams, setup);
  return base::whole(run);
}

}  // namespace warplens::model
