// For each register slot it is noted which counted instruction its value is from.
#include "sim/whatif/issue_streams.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/run/block_again.hpp"

namespace warplens::whatif {
namespace {

using model::kNoOp;
using model::Unit;
using model::WarpOp;

// What the instruction that was executed last has accessed; a constant's access is no step.
class LastAccess : public trace::Observer {
 public:
  void access(const trace::WarpAccess& access) override {
    space = access.space;
    operation = access.operation;
    has_access = true;
    ++step;
  }
  trace::Space space = trace::Space::kGlobal;
  trace::Operation operation = trace::Operation::kLoad;
  bool has_access = false;
  uint32_t step = 0;  // how many there were
};

bool is_clock(code::Op op) {
  return op == code::Op::kClock32 || op == code::Op::kClock64;
}

bool is_barrier(code::Op op) {
  return op == code::Op::kBarrier || op == code::Op::kBarrierVote;
}

bool is_product(code::Op op) {
  return op == code::Op::kMulF32 || op == code::Op::kMulF64 || op == code::Op::kKeepMulF32 ||
         op == code::Op::kKeepMulF64 || op == code::Op::kMulI32;
}

bool is_sum(code::Op op) {
  return op == code::Op::kAddF32 || op == code::Op::kSubF32 || op == code::Op::kAddF64 ||
         op == code::Op::kSubF64 || op == code::Op::kFusedF32 || op == code::Op::kFusedF64 ||
         op == code::Op::kAddI32 || op == code::Op::kSubI32;
}

// What a compiler's code has no instruction for, or none of its own.
bool is_free(code::Op op) {
  switch (op) {
    case code::Op::kConst32:
    case code::Op::kConst64:
    case code::Op::kMove32:
    case code::Op::kMove64:
    case code::Op::kBuiltin:
    case code::Op::kPhase:
    case code::Op::kIf:
    case code::Op::kElse:
    case code::Op::kJoin:
    case code::Op::kRejoin:
    case code::Op::kLoopTest:
    case code::Op::kLeave:
    case code::Op::kReturn:
    case code::Op::kMaskClear:
    case code::Op::kMaskTake:
    case code::Op::kMaskCopy:
    case code::Op::kMaskDrop:
    case code::Op::kMaskEnter:
    case code::Op::kEnd:
      return true;
    default:
      return false;
  }
}

struct WarpBuilder {
  model::Stream stream;
  std::vector<bool> fixed;      // of each instruction: nothing is moved across it
  std::vector<uint32_t> slots;  // the instruction that each one's value is of, or kNoOp

  // The latest of those that the instruction's operands are of, at most three. A fused sum waits
  // for the product, and so for its factors.
  std::array<uint32_t, 3> producers(code::Op op, const code::RegisterUses& uses) const {
    std::vector<uint32_t> found;
    const bool is_fused = op == code::Op::kFusedF32 || op == code::Op::kFusedF64;
    const size_t reads = uses.reads.size() - (uses.keeps_last ? 1 : 0);
    for (size_t i = is_fused ? 2 : 0; i < reads; ++i) {
      code::for_each_value(uses.reads[i], [&](const code::RegisterUse& use) {
        if (slots[use.slot] != kNoOp) found.push_back(slots[use.slot]);
      });
    }
    std::sort(found.rbegin(), found.rend());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::array<uint32_t, 3> latest{kNoOp, kNoOp, kNoOp};
    std::copy_n(found.begin(), std::min(found.size(), latest.size()), latest.begin());
    return latest;
  }

  void write(const code::RegisterUses& uses, uint32_t op) {
    for (const code::SlotRange& range : uses.writes)
      code::for_each_value(range, [&](const code::RegisterUse& use) { slots[use.slot] = op; });
  }
};

// A product right before the sum that takes it: the sum is done with it.
bool is_fused(const code::Program& program, const WarpBuilder& warp, uint32_t pc,
              const std::array<uint32_t, 3>& waits) {
  if (!is_sum(program.instrs[pc].op) || waits[0] == kNoOp || pc == 0) return false;
  return waits[0] + 1 == warp.stream.size() && is_product(program.instrs[pc - 1].op) &&
         warp.stream.back().unit == Unit::kArithmetic;
}

void fuse(WarpOp& product, const std::array<uint32_t, 3>& waits) {
  for (size_t i = 1; i < waits.size(); ++i) {
    const auto free = std::find(product.waits.begin(), product.waits.end(), kNoOp);
    if (waits[i] != kNoOp && free != product.waits.end()) *free = waits[i];
  }
}

// Moves loads up, as compilers do: between two places that nothing is moved across, first what
// needs no load of there, then what needs one, then what needs a load that needs one, and so on.
// `fixed[i]`: nothing is moved across instruction i.
model::Stream with_early_loads(const model::Stream& stream, const std::vector<bool>& fixed) {
  std::vector<uint32_t> order(stream.size()), depth(stream.size()), place(stream.size());
  std::iota(order.begin(), order.end(), 0u);
  uint32_t begin = 0;
  for (uint32_t i = 0; i < stream.size(); ++i) {
    for (const uint32_t producer : stream[i].waits) {
      if (producer == kNoOp || producer < begin) continue;
      depth[i] = std::max(depth[i], depth[producer] + (stream[producer].is_load ? 1 : 0));
    }
    if (!fixed[i] && i + 1 < stream.size()) continue;
    const uint32_t end = fixed[i] ? i : i + 1;
    std::stable_sort(order.begin() + begin, order.begin() + end,
                     [&](uint32_t a, uint32_t b) { return depth[a] < depth[b]; });
    begin = i + 1;
  }
  model::Stream moved;
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  for (const uint32_t from : order) {
    moved.push_back(stream[from]);
    for (uint32_t& producer : moved.back().waits)
      if (producer != kNoOp) producer = place[producer];
  }
  return moved;
}

bool is_fixed(const WarpOp& made, const code::OpInfo& op) {
  const bool changes_memory = op.is_access && op.operation != code::Operation::kLoad;
  return changes_memory || made.unit == Unit::kBarrier || made.unit == Unit::kClock || op.jumps();
}

WarpOp op_of(code::Op op, const LastAccess& seen, const trace::StepCosts& costs) {
  WarpOp made;
  if (is_clock(op)) made.unit = Unit::kClock;
  if (is_barrier(op)) made.unit = Unit::kBarrier;
  if (!seen.has_access) return made;
  const trace::StepCost cost = costs[seen.step - 1];
  made.is_load = seen.operation != trace::Operation::kStore;
  switch (seen.space) {
    case trace::Space::kShared:
      made.unit = Unit::kShared;
      made.passes = std::max<uint32_t>(1, cost.paid);
      break;
    case trace::Space::kConstant:
      made.unit = Unit::kConstant;
      made.passes = std::max<uint32_t>(1, cost.paid);
      break;
    case trace::Space::kGlobal:
      made.unit = Unit::kGlobal;
      made.passes = std::max<uint32_t>(1, cost.lines);
      break;
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
      break;
  }
  return made;
}

}  // namespace

class IssueStreamsOfBlock::Followed {
 public:
  Followed(const run::Run& run, uint64_t most)
      : run_(run),
        program_(*run.context->program),
        most_(most),
        left_(run.steps),
        memory_(*run.memory_before_block->get()),
        again_(run.context, memory_, run.recording->block),
        warps_(again_.warps().size()) {
    for (WarpBuilder& warp : warps_) warp.slots.assign(program_.register_slots, kNoOp);
    for (const code::Instr& instr : program_.instrs)
      uses_.push_back(register_uses(program_, instr));
    note_pcs();
  }

  base::Progress advance(base::Slice& slice) {
    constexpr uint64_t kWorkOfStep = 8, kWorkOfOp = 4;  // as base::Slice counts
    for (; left_ > 0; --left_) {
      if (slice.is_cancelled()) return base::Progress::kDone;
      if (slice.is_over()) return base::Progress::kMore;
      if (!step()) break;
      slice.spend(kWorkOfStep);
    }
    left_ = 0;
    while (made_.warps.size() < warps_.size()) {
      if (slice.is_over()) return base::Progress::kMore;
      const WarpBuilder& warp = warps_[made_.warps.size()];
      made_.warps.push_back(with_early_loads(warp.stream, warp.fixed));
      slice.spend(kWorkOfOp * warp.stream.size());
    }
    return base::Progress::kDone;
  }

  IssueStreams take() { return std::move(made_); }

 private:
  void note_pcs() {
    pcs_.clear();
    for (const machine::WarpState& warp : again_.warps()) pcs_.push_back(warp.pc);
  }

  // False: it was the last one.
  bool step() {
    seen_.has_access = false;
    if (!again_.step(&seen_)) return false;
    made_.is_cut = issued_ == most_ || (seen_.has_access && seen_.step > run_.costs->size());
    if (made_.is_cut) return false;
    const uint32_t index = again_.executed();
    const uint32_t pc = pcs_[index];
    note_pcs();
    WarpBuilder& warp = warps_[index];
    const code::Op op = program_.instrs[pc].op;
    const std::array<uint32_t, 3> waits = warp.producers(op, uses_[pc]);
    if (is_free(op) && !seen_.has_access) {
      warp.write(uses_[pc], waits[0]);
      return true;
    }
    if (is_fused(program_, warp, pc, waits)) {
      fuse(warp.stream.back(), waits);
    } else {
      warp.stream.push_back(op_of(op, seen_, *run_.costs));
      warp.stream.back().waits = waits;
      warp.fixed.push_back(is_fixed(warp.stream.back(), code::info(op)));
      ++issued_;
    }
    warp.write(uses_[pc], static_cast<uint32_t>(warp.stream.size() - 1));
    return true;
  }

  const run::Run& run_;
  const code::Program& program_;
  const uint64_t most_;
  uint64_t left_;  // instructions that may be executed
  machine::GlobalMemory memory_;
  run::BlockAgain again_;
  std::vector<WarpBuilder> warps_;
  std::vector<code::RegisterUses> uses_;  // of each of the program's instructions
  std::vector<uint32_t> pcs_;             // of each warp
  LastAccess seen_;
  uint64_t issued_ = 0;
  IssueStreams made_;
};

IssueStreamsOfBlock::IssueStreamsOfBlock(const run::Run& run, uint64_t most)
    : followed_(std::make_unique<Followed>(run, most)) {}

IssueStreamsOfBlock::~IssueStreamsOfBlock() = default;

base::Progress IssueStreamsOfBlock::advance(base::Slice& slice) {
  return followed_->advance(slice);
}

IssueStreams IssueStreamsOfBlock::take() {
  return followed_->take();
}

IssueStreams issue_streams(const run::Run& run, uint64_t most) {
  IssueStreamsOfBlock streams(run, most);
  return base::whole(streams);
}

}  // namespace warplens::whatif
