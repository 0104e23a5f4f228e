#include "sim/run/one_way_branches.hpp"

#include <algorithm>
#include <utility>

#include "sim/code/opcodes.hpp"
#include "sim/lang/tree/walk.hpp"

namespace warplens::run {
namespace {

using code::Op;

bool meets_other_lanes(Op op) {
  switch (op) {
    case Op::kBarrier:
    case Op::kBarrierVote:
    case Op::kMma:
    case Op::kMmaF64:
    case Op::kShuffle32:
    case Op::kShuffle64:
    case Op::kVote:
    case Op::kMatchAny32:
    case Op::kMatchAny64:
    case Op::kMatchAll32:
    case Op::kMatchAll64:
    case Op::kReduce:
    case Op::kTurnMatrix:
    case Op::kSyncWarp:
      return true;
    default:
      return false;
  }
}

bool leaves(Op op) {
  return op == Op::kLeave || op == Op::kReturn;
}

}  // namespace

OneWayBranches::OneWayBranches(std::shared_ptr<const machine::GridContext> context,
                               machine::GlobalMemory memory, trace::BlockId block)
    : context_(std::move(context)),
      program_(*context_->program),
      executed_(program_.instrs.size(), false),
      memory_(std::move(memory)),
      first_block_(trace::index_of(block, context_->grid_extents())),
      next_(first_block_) {
  has_barriers_ =
      std::any_of(program_.instrs.begin(), program_.instrs.end(), [](const code::Instr& instr) {
        return instr.op == Op::kBarrier || instr.op == Op::kBarrierVote;
      });
  find_built_in(*program_.kernel);
  for (const lang::Function* function : program_.kernel->reached) find_built_in(*function);
  if (program_.subroutines.empty()) add_sides();
}

void OneWayBranches::find_built_in(const lang::Function& function) {
  if (!function.is_own || function.body == nullptr) return;
  lang::for_each_statement(*function.body, [&](const lang::Stmt& stmt) {
    lang::for_each_expression(stmt, [&](const lang::Expr& whole) {
      lang::any_part(whole, [&](const lang::Expr& expr) {
        if (expr.kind != lang::ExprKind::kCall) return false;
        const lang::Function* called = lang::as<lang::Call>(expr).function;
        if (called != nullptr && !called->is_own) built_in_.push_back(expr.span);
        return false;
      });
    });
  });
}

// A side ends where the branch's other lanes go on.
void OneWayBranches::add_sides() {
  const std::vector<code::Instr>& instrs = program_.instrs;
  const auto add = [&](const Side& side) {
    if (matters(side)) sides_.push_back(side);
  };
  for (uint32_t pc = 0; pc < instrs.size(); ++pc) {
    if (instrs[pc].op != Op::kIf && instrs[pc].op != Op::kLoopTest) continue;
    if (std::find(built_in_.begin(), built_in_.end(), program_.spans[pc]) != built_in_.end())
      continue;
    const auto end = static_cast<uint32_t>(instrs[pc].imm);
    add({pc, pc + 1, end});
    const bool has_else = instrs[pc].op == Op::kIf && instrs[end].op == Op::kElse &&
                          instrs[end].dst == instrs[pc].dst;
    if (has_else) add({pc, end + 1, static_cast<uint32_t>(instrs[end].imm)});
  }
}

bool OneWayBranches::matters(const Side& side) const {
  for (uint32_t pc = side.begin; pc < side.end; ++pc) {
    const Op op = program_.instrs[pc].op;
    if (program_.sites_of[pc] != code::kNoSite || meets_other_lanes(op)) return true;
    if (has_barriers_ && leaves(op)) return true;
  }
  return false;
}

base::Progress OneWayBranches::advance(base::Slice& slice) {
  if (sides_.empty()) return base::Progress::kDone;
  for (; next_ < context_->grid.count(); ++next_) {
    if (!again_)
      again_.emplace(context_, memory_, trace::block_at(next_, context_->grid_extents()));
    const base::Progress progress = again_->follow(left_, slice, [this] {
      if (again_->state().mask != 0) executed_[again_->state().pc] = true;
      again_->step(nullptr);
    });
    if (progress == base::Progress::kMore) return progress;
    if (again_->stop() != machine::StopReason::kDone) return base::Progress::kDone;
    again_.reset();
  }
  is_whole_ = first_block_ == 0;
  return base::Progress::kDone;
}

void OneWayBranches::forget_memory() {
  again_.reset();
  memory_ = {};
}

// Whether every lane that begins the side would make an access that none has made.
bool OneWayBranches::is_without_access(const Side& side, const std::vector<bool>& accessed) const {
  for (uint32_t pc = side.begin; pc < side.end; ++pc) {
    const Op op = program_.instrs[pc].op;
    if (op == Op::kIf || op == Op::kLoopTest || leaves(op)) return false;
    const uint32_t site = program_.sites_of[pc];
    if (site != code::kNoSite) return !accessed[site];
  }
  return false;
}

std::vector<uint32_t> OneWayBranches::lines(const std::vector<observe::AccessRow>& accesses) const {
  std::vector<bool> accessed(program_.sites.size(), false);
  for (const observe::AccessRow& row : accesses)
    for (const uint32_t site : row.sites) accessed[site] = true;
  const base::SourceFile& file = program_.unit->file;
  std::vector<uint32_t> lines;
  uint32_t behind =
      0;  // the outermost side that was not executed, so that those in it are left out
  for (const Side& side : sides_) {
    if (side.begin < behind || executed_[side.begin]) continue;
    if (!is_whole_ && !is_without_access(side, accessed)) continue;
    behind = side.end;
    const uint32_t at = program_.spans[side.branch].begin;
    if (file.part_of(at) == 0) lines.push_back(file.line_of(at));
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

}  // namespace warplens::run
