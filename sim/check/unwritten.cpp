// What an instruction computes is unwritten where one of its operands is. Of a selection both must
// be, and what warp functions hand from lane to lane counts as written: nothing is reported that
// might be right. A variable becomes unwritten where its declaration is passed; its registers may
// hold others, of inlined calls, before and after.
#include "sim/check/unwritten.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sim/analysis/finding_place.hpp"
#include "sim/base/say.hpp"
#include "sim/check/words.hpp"
#include "sim/code/pointer.hpp"

namespace warplens::check {

using code::Op;
using trace::kWarpSize;

namespace {

bool is_branch(Op op) {
  return op == Op::kIf || op == Op::kLoopTest || op == Op::kMaskDrop;
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

uint32_t word_of(const WarpMoment& now, uint32_t slot, uint32_t lane) {
  return now.registers[slot * kWarpSize + lane];
}

// Of 64 bits: lane after lane, each in two words.
uint64_t wide_of(const WarpMoment& now, uint32_t slot, uint32_t lane) {
  const size_t at = size_t{slot} * kWarpSize + size_t{lane} * 2;
  return now.registers[at] | uint64_t{now.registers[at + 1]} << 32;
}

uint32_t slots_of(const lang::Type* type) {
  return lang::size_of(type) == 8 ? 2 : 1;
}

}  // namespace

Unwritten::Unwritten(std::shared_ptr<const code::Program> program, uint32_t shared_bytes,
                     trace::BlockId block, trace::BlockId id, std::vector<bool> variables)
    : program_(std::move(program)),
      extent_(block),
      id_(id),
      slots_(program_->register_slots),
      variables_(std::move(variables)),
      steps_(program_->instrs.size()),
      written_(shared_bytes) {
  const size_t warps = (size_t{block.x} * block.y * block.z + kWarpSize - 1) / kWarpSize;
  registers_.resize(warps * slots_);
  last_pc_.assign(warps, 0xffffffff);
  for (size_t i = 0; i < variables_.size(); ++i) {
    if (!variables_[i] || !program_->bare_declarations[i].is_local) continue;
    local_.resize(warps * kWarpSize * program_->local_bytes);
    break;
  }
}

const Unwritten::Step& Unwritten::step_at(uint32_t pc) {
  std::optional<Step>& step = steps_[pc];
  if (!step) {
    const code::Instr& instr = program_->instrs[pc];
    const code::OpInfo op = code::info(instr.op);
    step = Step{op, code::register_uses(*program_, instr),
                op.is_access ? code::value_count(instr, op) : uint8_t{1}};
  }
  return *step;
}

void Unwritten::note(Taint& taint, uint32_t lane, const Source& source) const {
  if (taint.lanes == 0) taint.source = source;
  taint.lanes |= 1u << lane;
}

// Only who comes from the instruction before has passed the declaration: a loop's test may be
// behind it.
void Unwritten::declare(const WarpMoment& now) {
  const bool has_passed = std::exchange(last_pc_[now.warp], now.pc) + 1 == now.pc;
  if (!has_passed) return;
  const auto& all = program_->bare_declarations;
  auto at =
      std::lower_bound(all.begin(), all.end(), now.pc,
                       [](const code::BareDeclaration& one, uint32_t pc) { return one.pc < pc; });
  for (; at != all.end() && at->pc == now.pc; ++at) {
    const auto index = static_cast<uint32_t>(at - all.begin());
    if (!variables_[index]) continue;
    Source source;
    source.declaration = index;
    if (at->is_local) {
      source.offset = kWhole;
      fill_local(now, at->offset, static_cast<uint32_t>(lang::size_of(at->variable->type)),
                 origin_of(source));
      continue;
    }
    uint32_t slot = at->slot;
    for (const lang::Leaf& leaf : lang::leaves_of(at->variable->type)) {
      source.offset = static_cast<uint32_t>(leaf.offset);
      Taint& target = taint(now.warp, slot);
      target = {target.lanes | now.mask, source};
      slot += slots_of(leaf.type);
    }
  }
}

void Unwritten::use(const Taint& value, uint32_t warp, uint32_t pc, uint32_t mask) {
  const uint32_t lanes = value.lanes & mask;
  if (lanes == 0) return;
  const uint32_t declaration = value.source.declaration;
  if (declaration != kNoDeclaration) variable_uses_.try_emplace(declaration, pc, Use{});
  if (declaration != kNoDeclaration && variable_uses_.at(declaration).first != pc) return;
  Use& use = declaration != kNoDeclaration ? variable_uses_.at(declaration).second
                                           : uses_[{pc, value.source.site}];
  if (use.count == 0) {
    use.source = value.source;
    use.thread = warp * kWarpSize + static_cast<uint32_t>(std::countr_zero(lanes));
  }
  use.count += trace::lane_count(lanes);
}

// A switch has no active lanes while it looks for their labels: those that it holds, and only at
// its first label.
void Unwritten::use_condition(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  uint32_t mask = now.mask;
  if (instr.op == Op::kMaskDrop) {
    for (uint32_t at = now.pc; at-- > 0;) {
      const code::Instr& earlier = program_->instrs[at];
      if (earlier.op == Op::kMaskDrop && earlier.dst == instr.dst) return;
      if (earlier.op == Op::kMaskCopy && earlier.dst == instr.dst) break;
    }
    mask = now.mask_words[instr.dst];
  }
  use(taint(now.warp, instr.a), now.warp, now.pc, mask);
}

// 0 & x, and true || x.
uint32_t Unwritten::lanes_decided(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  if (instr.op != Op::kAndI32 && instr.op != Op::kOrI32) return 0;
  uint32_t lanes = 0;
  const auto look = [&](uint32_t slot, uint32_t other) {
    for (uint32_t left = taint(now.warp, other).lanes & ~taint(now.warp, slot).lanes; left != 0;
         left &= left - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(left));
      const uint32_t value = word_of(now, slot, lane);
      const bool decides = instr.op == Op::kAndI32
                               ? value == 0
                               : value == ~0u || (value == 1 && word_of(now, other, lane) <= 1);
      if (decides) lanes |= 1u << lane;
    }
  };
  look(instr.a, instr.b);
  look(instr.b, instr.a);
  return lanes;
}

// Of an access `a` is the address, `b` what is stored or an atomic's operand, `c` its second one.
void Unwritten::before(const WarpMoment& now) {
  declare(now);
  const code::Instr& instr = program_->instrs[now.pc];
  const Step& step = step_at(now.pc);
  if (is_branch(instr.op)) use_condition(now);
  decided_ = lanes_decided(now);
  if (instr.op == Op::kClearLocal) clear_local(now);
  if (!step.op.is_access) return;
  std::fill_n(moved_.begin(), step.values, Taint{});
  if (now.mask == 0) return;
  use(taint(now.warp, instr.a), now.warp, now.pc, now.mask);
  if (step.op.operation == code::Operation::kAtomic) {
    use(taint(now.warp, instr.b), now.warp, now.pc, now.mask);
    if (code::is_register(step.op.operands[3]))
      use(taint(now.warp, instr.c), now.warp, now.pc, now.mask);
  }
  if (step.op.operation == code::Operation::kStore) {
    const code::SlotRange& stored = step.uses.reads.back();
    for (uint32_t k = 0; k < step.values; ++k)
      moved_[k] = taint(now.warp, stored.slot + k * stored.width);
  }
  if (!local_.empty()) access_local(now, step);
}

void Unwritten::access(const trace::WarpAccess& access) {
  const uint32_t number = step_++;
  const uint32_t pc = program_->sites[access.site].pc;
  const Step& step = step_at(pc);
  if (access.space == trace::Space::kGlobal && access.operation == trace::Operation::kStore) {
    Taint stored;
    for (uint32_t k = 0; k < step.values; ++k) {
      if (moved_[k].lanes == 0) continue;
      if ((stored.lanes & access.mask) == 0) stored.source = moved_[k].source;
      stored.lanes |= moved_[k].lanes;
    }
    use(stored, access.warp, pc, access.mask);
  }
  if (access.space != trace::Space::kShared) return;
  for (uint32_t k = 0; k < step.values; ++k)
    access_value(access, number, k, access.bytes / step.values);
  if (access.operation == trace::Operation::kAtomic) use(moved_[0], access.warp, pc, access.mask);
}

// One of the neighbouring values that each lane accesses in shared memory.
void Unwritten::access_value(const trace::WarpAccess& access, uint32_t step, uint32_t value,
                             uint32_t bytes) {
  Taint& moved = moved_[value];
  for (uint32_t left = access.mask & ~access.out_of_bounds; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const uint64_t address = access.addresses.of(lane) + uint64_t{value} * bytes;
    if (access.operation != trace::Operation::kStore && is_unwritten(address, bytes)) {
      const auto carried = carried_.find(address);
      note(moved, lane,
           carried != carried_.end() ? carried->second
                                     : Source{kNoDeclaration, 0, access.site, step,
                                              access.warp * kWarpSize + lane, address});
    }
    if (access.operation == trace::Operation::kLoad) continue;
    const bool stays_unwritten =
        access.operation == trace::Operation::kStore && (moved.lanes >> lane & 1) != 0;
    if (stays_unwritten) {
      Source& carried = carried_[address];
      carried = moved.source;
      carried.is_carried = true;
    }
    for (uint64_t at = address; at < address + bytes && at < written_.size(); ++at)
      written_[at] = !stays_unwritten;
  }
}

bool Unwritten::is_unwritten(uint64_t address, uint32_t bytes) const {
  for (uint64_t at = address; at < address + bytes; ++at) {
    if (at < written_.size() && !written_[at]) return true;
  }
  return false;
}

// What an instruction makes of its operands.
Unwritten::Taint Unwritten::computed(const WarpMoment& now, const Step& step) {
  const code::Instr& instr = program_->instrs[now.pc];
  Taint result;
  bool is_first = true;
  for (const code::SlotRange& range : step.uses.reads) {
    code::for_each_value(range, [&](const code::RegisterUse& read) {
      const Taint& operand = taint(now.warp, read.slot);
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
  result.lanes &= ~decided_;
  return result;
}

void Unwritten::after(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  const Step& step = step_at(now.pc);
  if (step.uses.writes.empty()) return;
  const bool is_load = step.op.is_access && step.op.operation == code::Operation::kLoad;
  Taint result;
  if (!step.op.is_access && !hands_over(instr.op)) result = computed(now, step);
  uint32_t index = 0;
  for (const code::SlotRange& range : step.uses.writes) {
    code::for_each_value(range, [&](const code::RegisterUse& write) {
      Taint& target = taint(now.warp, write.slot);
      if (!moves_under_mask(instr.op)) {
        target = is_load ? moved_[index++] : result;
        return;
      }
      const uint32_t kept = target.lanes & ~now.mask, moved = result.lanes & now.mask;
      if (moved != 0) target.source = result.source;
      target.lanes = kept | moved;
    });
  }
}

std::optional<uint32_t> Unwritten::local_offset(const WarpMoment& now, const Step& step,
                                                uint32_t lane) const {
  const code::Instr& instr = program_->instrs[now.pc];
  if (step.op.is_local) return word_of(now, instr.a, lane) + static_cast<uint32_t>(instr.imm);
  if (step.op.operands[1] != code::Operand::kWideRegister) return std::nullopt;  // shared memory
  const uint64_t pointer = wide_of(now, instr.a, lane) + static_cast<uint64_t>(int64_t{instr.imm});
  if (code::space_of(pointer) != code::PointerSpace::kLocal) return std::nullopt;
  return static_cast<uint32_t>(code::offset_of(pointer));
}

void Unwritten::access_local(const WarpMoment& now, const Step& step) {
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const std::optional<uint32_t> offset = local_offset(now, step, lane);
    const uint64_t bytes = uint64_t{step.op.bytes} * step.values;
    if (!offset || *offset + bytes > program_->local_bytes) continue;
    const size_t at = (size_t{now.warp} * kWarpSize + lane) * program_->local_bytes + *offset;
    for (uint32_t k = 0; k < step.values; ++k) {
      const size_t value_at = at + size_t{k} * step.op.bytes;
      if (step.op.operation == code::Operation::kStore)
        store_local(value_at, lane, k, step.op.bytes);
      else
        load_local(value_at, lane, k, step.op.bytes);
    }
  }
}

void Unwritten::load_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes) {
  for (size_t byte = at; byte < at + bytes; ++byte) {
    if (local_[byte] == 0) continue;
    Source source = sources_[local_[byte]];
    // A copy keeps the place that it was copied from.
    if (source.offset == kWhole) {
      const auto in_frame = static_cast<uint32_t>(byte % program_->local_bytes);
      source.offset = in_frame - program_->bare_declarations[source.declaration].offset;
    }
    note(moved_[value], lane, source);
    return;
  }
}

void Unwritten::store_local(size_t at, uint32_t lane, uint32_t value, uint32_t bytes) {
  const Taint& stored = moved_[value];
  const uint16_t origin = (stored.lanes >> lane & 1) != 0 ? origin_of(stored.source) : uint16_t{0};
  std::fill_n(local_.begin() + static_cast<ptrdiff_t>(at), bytes, origin);
}

void Unwritten::clear_local(const WarpMoment& now) {
  const code::Instr& instr = program_->instrs[now.pc];
  fill_local(now, static_cast<uint32_t>(instr.imm), instr.a + (uint32_t{instr.b} << 16), 0);
}

void Unwritten::fill_local(const WarpMoment& now, uint32_t offset, uint32_t bytes,
                           uint16_t origin) {
  if (local_.empty()) return;
  for (uint32_t left = now.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(left));
    const size_t at = (size_t{now.warp} * kWarpSize + lane) * program_->local_bytes + offset;
    std::fill_n(local_.begin() + static_cast<ptrdiff_t>(at), bytes, origin);
  }
}

// 0, which is none, where there are too many.
uint16_t Unwritten::origin_of(const Source& source) {
  const auto found = origins_.find(source);
  if (found != origins_.end()) return found->second;
  if (sources_.size() > 0xffff) return 0;
  const auto origin = static_cast<uint16_t>(sources_.size());
  sources_.push_back(source);
  origins_.emplace(source, origin);
  return origin;
}

// "x", "v.y", "a[5]".
std::string Unwritten::variable_words(const Source& source) const {
  const lang::Variable& variable = *program_->bare_declarations[source.declaration].variable;
  for (const lang::Leaf& leaf : lang::leaves_of(variable.type)) {
    if (leaf.offset <= source.offset && source.offset < leaf.offset + lang::size_of(leaf.type))
      return variable.name + leaf.path;
  }
  return variable.name;
}

// Names the block, too, unless it is the grid's first.
std::string Unwritten::who(const analysis::Finding& finding) const {
  const std::string thread = analysis::thread_words(finding.thread, extent_);
  if (id_ == trace::BlockId{}) return thread;
  return say("{thread} of {block}", "thread"_a = thread, "block"_a = block_words(id_));
}

analysis::Finding Unwritten::finding(uint32_t pc, const Use& use) const {
  analysis::Finding finding;
  finding.kind = "unwritten_read";
  finding.count = use.count;
  const uint32_t site = program_->sites_of[pc];
  analysis::put_place(finding, *program_,
                      site == code::kNoSite ? program_->spans[pc] : program_->sites[site].span,
                      program_->frames_of[pc]);
  analysis::put_thread(finding, id_, use.thread, extent_);
  return finding;
}

std::string Unwritten::words_of_load(const analysis::Finding& finding,
                                     const analysis::OtherAccess& load, const Use& use,
                                     const analysis::MemoryLayout& layout) const {
  const std::string element = element_words(layout, trace::Space::kShared, use.source.address);
  const bool is_atomic = program_->sites[use.source.site].operation == code::Operation::kAtomic;
  if (is_atomic && finding.span == load.span)
    return say(
        "{thread} changes {element} by an atomic function, and no thread of the block had written "
        "it: shared memory holds whatever was left there until it is stored to",
        "thread"_a = who(finding), "element"_a = element);
  if (use.source.is_carried)
    return say(
        "{thread} uses a value that went through shared memory: in line {line} it was loaded from "
        "where no thread of the block had written",
        "thread"_a = who(finding), "line"_a = load.line);
  return say(
      "{thread} uses what it loaded from {element} in line {line}, which no thread of the block "
      "had written: shared memory holds whatever was left there until it is stored to",
      "thread"_a = who(finding), "element"_a = element, "line"_a = load.line);
}

std::vector<analysis::Finding> Unwritten::findings(const analysis::MemoryLayout& layout) const {
  std::vector<analysis::Finding> findings;
  for (const auto& [key, use] : uses_) {
    const code::AccessSite& load = program_->sites[key.second];
    analysis::Finding& finding = findings.emplace_back(this->finding(key.first, use));
    analysis::OtherAccess other;
    analysis::put_place(other, *program_, load.span, load.frame);
    analysis::put_thread(other, id_, use.source.thread, extent_);
    other.step = use.source.step;
    finding.message = words_of_load(finding, other, use, layout);
    finding.other = std::move(other);
  }
  for (const auto& [declaration, first] : variable_uses_) {
    analysis::Finding& finding = findings.emplace_back(this->finding(first.first, first.second));
    const lang::Variable& variable = *program_->bare_declarations[declaration].variable;
    finding.message =
        say("{thread} uses '{variable}', declared in line {line}, which it had not given a value",
            "thread"_a = who(finding), "variable"_a = variable_words(first.second.source),
            "line"_a = analysis::source_location(*program_, variable.span, 0).line);
  }
  return findings;
}

}  // namespace warplens::check
