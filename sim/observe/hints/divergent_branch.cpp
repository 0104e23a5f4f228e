// Branches of which a warp executes both sides, one after the other: lanes of one side wait for the
// other. Counted are the warp instructions of each side, times the lanes that wait meanwhile.
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/instruction_hint.hpp"

namespace warplens::observe {

namespace {

using base::kWarpSize;

// Fewer lane-slots are not worth a sentence. [of all lane-slots: one in so many]
constexpr uint64_t kLeastShare = 10;
// A side that costs less is a default value beside the work.  [of the other side: one in so many]
constexpr uint64_t kLeastSide = 4;

// An if with an else. (Of ?: a compiler makes a selection.)
struct Branch {
  uint32_t begin = 0, side = 0, end = 0;  // pcs of If and Else, and behind the else side
};

class DivergentBranch : public InstructionHint {
 public:
  DivergentBranch(const FollowedBlock& subject, std::map<uint32_t, Branch> branches)
      : InstructionHint(subject), branches_(std::move(branches)), open_(subject.warps()) {}

  void before(const Instruction& instruction) override {
    const uint32_t pc = instruction.pc;
    std::vector<Open>& open = open_[instruction.warp];
    while (!open.empty() && (pc <= open.back().branch->begin || pc >= open.back().branch->end))
      open.pop_back();
    instructions_ += 1;
    for (Open& one : open) pay(one, instruction);
    const auto branch = branches_.find(pc);
    if (branch != branches_.end()) enter(branch->second, instruction, open);
  }

  void add_findings(std::vector<Finding>& to) const override {
    const uint64_t slots = instructions_ * kWarpSize;
    for (const auto& [begin, paid] : paid_) {
      const uint64_t lost = paid.lost_in_then + paid.lost_in_else;
      if (lost * kLeastShare < slots || is_one_sided(paid)) continue;
      if (paid.warps.size() < 2 && subject().warps() > 1) continue;
      Finding finding = finding_at(FindingKind::kDivergentBranch, subject().program.spans[begin],
                                   subject().program.frames_of[begin]);
      finding.count = lost;
      finding.detail =
          BranchDetail{paid.warps.size(), subject().warps(), (lost * 100 + slots / 2) / slots};
      finding.message = sentence(finding);
      to.push_back(std::move(finding));
    }
  }

 private:
  struct Open {
    const Branch* branch = nullptr;
    uint32_t waiting = 0;  // lanes, for the side that is executed
  };
  struct Paid {
    uint64_t lost_in_then = 0, lost_in_else = 0;  // lane-slots
    uint64_t then_length = 0, else_length = 0;    // instructions
    std::set<uint32_t> warps;
  };

  void pay(Open& open, const Instruction& instruction) {
    const Branch& branch = *open.branch;
    if (instruction.pc == branch.side) {  // Else: who has come through the first side waits
      open.waiting = static_cast<uint32_t>(std::popcount(instruction.mask));
      return;
    }
    Paid& paid = paid_[branch.begin];
    const bool is_then = instruction.pc < branch.side;
    (is_then ? paid.lost_in_then : paid.lost_in_else) += open.waiting;
    (is_then ? paid.then_length : paid.else_length) += 1;
  }

  // Only of a warp whose lanes part.
  void enter(const Branch& branch, const Instruction& instruction, std::vector<Open>& open) {
    const uint16_t condition = subject().program.instrs[branch.begin].a;
    uint32_t yes = 0;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      yes |= uint32_t{instruction.bits32(condition, lane) != 0} << lane;
    const uint32_t others = instruction.mask & ~yes;
    if ((instruction.mask & yes) == 0 || others == 0) return;
    open.push_back({&branch, static_cast<uint32_t>(std::popcount(others))});
    paid_[branch.begin].warps.insert(instruction.warp);
  }

  static bool is_one_sided(const Paid& paid) {
    const auto [less, more] = std::minmax(paid.then_length, paid.else_length);
    return less * kLeastSide < more;
  }

  const std::map<uint32_t, Branch> branches_;  // by the pc of the If
  std::vector<std::vector<Open>> open_;        // by warp, outermost first
  std::map<uint32_t, Paid> paid_;              // by the pc of the If
  uint64_t instructions_ = 0;
};

}  // namespace

std::unique_ptr<InstructionHint> divergent_branch(const FollowedBlock& subject) {
  const code::Program& program = subject.program;
  if (program.two_sided.empty() || !program.subroutines.empty()) return nullptr;
  std::map<uint32_t, Branch> branches;
  for (const uint32_t pc : program.two_sided) {
    const auto side = static_cast<uint32_t>(program.instrs[pc].imm);
    branches.emplace(pc, Branch{pc, side, static_cast<uint32_t>(program.instrs[side].imm)});
  }
  return std::make_unique<DivergentBranch>(subject, std::move(branches));
}

}  // namespace warplens::observe
