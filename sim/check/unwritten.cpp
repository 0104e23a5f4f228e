// What an instruction computes is unwritten where one of its operands is. Of a selection both must
// be, and what warp functions hand from lane to lane counts as written: nothing is reported that
// might be right.
#include "sim/check/unwritten.hpp"

#include <bit>
#include <utility>

#include "sim/analysis/finding_place.hpp"
#include "sim/base/say.hpp"
#include "sim/check/words.hpp"
#include "sim/code/register_uses.hpp"

namespace warplens::check {

using code::Op;
using trace::kWarpSize;

namespace {

bool is_branch(Op op) {
  return op == Op::kIf || op == Op::kLoopTest || op == Op::kMaskDrop || op == Op::kMaskEnter;
}

bool hands_over(Op op) {
  return op == Op::kShuffle32 || op == Op::kShuffle64 || op == Op::kVote || op == Op::kReduce ||
         op == Op::kMatchAny32 || op == Op::kMatchAny64 || op == Op::kMatchAll32 ||
         op == Op::kMatchAll64;
}

bool selects(Op op) {
  return op == Op::kSelect32 || op == Op::kSelect64;
}

bool moves_under_mask(Op op) {
  return op == Op::kMove32 || op == Op::kMove64;
}

}  // namespace

Unwritten::Unwritten(std::shared_ptr<const code::Program> program, uint32_t shared_bytes,
                     trace::BlockId block, trace::BlockId id)
    : program_(std::move(program)),
      extent_(block),
      id_(id),
      slots_(program_->register_slots),
      registers_(size_t{(block.x * block.y * block.z + kWarpSize - 1) / kWarpSize} * slots_),
      written_(shared_bytes) {}

bool Unwritten::is_unwritten(uint64_t address, uint32_t bytes) const {
  for (uint64_t at = address; at < address + bytes; ++at) {
    if (at < written_.size() && !written_[at]) return true;
  }
  return false;
}

void Unwritten::use(const Taint& value, uint32_t warp, uint32_t pc, uint32_t mask) {
  const uint32_t lanes = value.lanes & mask;
  if (lanes == 0) return;
  Use& use = uses_[{pc, value.source.site}];
  if (use.count == 0) {
    use.source = value.source;
    use.thread = warp * kWarpSize + static_cast<uint32_t>(std::countr_zero(lanes));
  }
  use.count += trace::lane_count(lanes);
}

// Of an access `a` is the address, `b` what is stored or an atomic's operand.
void Unwritten::before(uint32_t warp, uint32_t pc, uint32_t mask) {
  const code::Instr& instr = program_->instrs[pc];
  const code::OpInfo op = code::info(instr.op);
  moved_ = {};
  if (mask == 0) return;
  if (is_branch(instr.op)) use(taint(warp, instr.a), warp, pc, mask);
  if (!op.is_access) return;
  use(taint(warp, instr.a), warp, pc, mask);
  if (op.operation == code::Operation::kAtomic) use(taint(warp, instr.b), warp, pc, mask);
  if (op.operation == code::Operation::kStore) moved_ = taint(warp, instr.b);
}

void Unwritten::access(const trace::WarpAccess& access) {
  const uint32_t step = step_++;
  const uint32_t pc = program_->sites[access.site].pc;
  if (access.space == trace::Space::kGlobal && access.operation == trace::Operation::kStore)
    use(moved_, access.warp, pc, access.mask);
  if (access.space != trace::Space::kShared) return;
  Taint loaded;
  for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint64_t address = access.addresses.of(lane);
    if (access.operation != trace::Operation::kStore && is_unwritten(address, access.bytes)) {
      if (loaded.lanes == 0) {
        const auto carried = carried_.find(address);
        loaded.source = carried != carried_.end()
                            ? carried->second
                            : Source{access.site, step, access.warp * kWarpSize + lane, address};
      }
      loaded.lanes |= 1u << lane;
    }
    if (access.operation == trace::Operation::kLoad) continue;
    const bool stays_unwritten =
        access.operation == trace::Operation::kStore && (moved_.lanes >> lane & 1) != 0;
    if (stays_unwritten) carried_[address] = moved_.source;
    for (uint64_t at = address; at < address + access.bytes && at < written_.size(); ++at)
      written_[at] = !stays_unwritten;
  }
  if (access.operation == trace::Operation::kAtomic) use(loaded, access.warp, pc, access.mask);
  if (access.operation == trace::Operation::kLoad) moved_ = loaded;
}

void Unwritten::after(uint32_t warp, uint32_t pc, uint32_t mask) {
  const code::Instr& instr = program_->instrs[pc];
  const code::OpInfo op = code::info(instr.op);
  const code::RegisterUses uses = code::register_uses(*program_, instr);
  if (uses.writes.empty()) return;
  Taint result;
  if (op.is_access) {
    if (op.operation == code::Operation::kLoad) result = moved_;
  } else if (!hands_over(instr.op)) {
    bool is_first = true;
    for (const code::SlotRange& range : uses.reads) {
      code::for_each_value(range, [&](const code::RegisterUse& read) {
        const Taint& operand = taint(warp, read.slot);
        if (selects(instr.op) && read.slot == instr.a) return;
        if (moves_under_mask(instr.op) && read.slot != instr.a) return;
        const uint32_t before = result.lanes;
        if (selects(instr.op) && !is_first)
          result.lanes &= operand.lanes;
        else
          result.lanes |= operand.lanes;
        if (before == 0) result.source = operand.source;
        is_first = false;
      });
    }
  }
  for (const code::SlotRange& range : uses.writes) {
    code::for_each_value(range, [&](const code::RegisterUse& write) {
      Taint& target = taint(warp, write.slot);
      if (!moves_under_mask(instr.op)) {
        target = result;
        return;
      }
      const uint32_t kept = target.lanes & ~mask, moved = result.lanes & mask;
      if (moved != 0) target.source = result.source;
      target.lanes = kept | moved;
    });
  }
}

std::vector<analysis::Finding> Unwritten::findings(const analysis::MemoryLayout& layout) const {
  std::vector<analysis::Finding> findings;
  for (const auto& [key, use] : uses_) {
    const auto& [pc, site] = key;
    const code::AccessSite& load = program_->sites[site];
    analysis::Finding finding;
    finding.kind = "unwritten_read";
    finding.count = use.count;
    const uint32_t own_site = program_->sites_of[pc];
    analysis::put_place(
        finding, *program_,
        own_site == code::kNoSite ? program_->spans[pc] : program_->sites[own_site].span,
        program_->frames_of[pc]);
    analysis::put_thread(finding, id_, use.thread, extent_);
    analysis::OtherAccess other;
    analysis::put_place(other, *program_, load.span, load.frame);
    analysis::put_thread(other, id_, use.source.thread, extent_);
    other.step = use.source.step;
    finding.message = say(
        "{thread} uses what it loaded from {element} in line {line}, which no thread of the block "
        "had written",
        "thread"_a = analysis::thread_words(finding.thread),
        "element"_a = element_words(layout, trace::Space::kShared, use.source.address),
        "line"_a = other.line);
    finding.other = std::move(other);
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace warplens::check
