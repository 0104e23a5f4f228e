// A barrier is needed between two intervals if, without it, two threads could meet at a place, at
// least one of them storing.
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>

#include "sim/code/opcodes.hpp"
#include "sim/lang/tree/walk.hpp"
#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/hints/hint.hpp"
#include "sim/trace/copy_groups.hpp"

namespace warplens::observe {

namespace {

using trace::Operation;

constexpr uint32_t kNobody = 0xffffffff, kSeveral = 0xfffffffe;

// Who stored to a word and who loaded it, in one interval.
struct Uses {
  uint32_t writer = kNobody, reader = kNobody, atomic = kNobody;
};

void add(uint32_t& user, uint32_t thread) {
  user = user == kNobody || user == thread ? thread : kSeveral;
}

bool is_another(uint32_t user, uint32_t thread) {
  return user != kNobody && user != thread;
}

class UnneededBarriers : public Hint {
 public:
  explicit UnneededBarriers(const Subject& subject)
      : Hint(subject),
        is_needed_(subject.recording.releases.size(), false),
        is_own_(subject.recording.releases.size(), false) {
    const std::vector<code::Instr>& instrs = subject.program.instrs;
    // With fences a barrier orders memory that other blocks see, too; behind an mbarrier's
    // initialisation, its use; before a copy in bulk, what one thread reads for all.
    is_judged_ = std::none_of(instrs.begin(), instrs.end(), [](const auto& instr) {
      return instr.op == code::Op::kFence || instr.op == code::Op::kMbarrierInit ||
             code::copies_in_bulk(instr.op);
    });
  }

  void access(const trace::Access& access) override {
    if (!is_judged_ || access.space == trace::Space::kConstant) return;
    const std::vector<trace::CopyNote>& notes = subject().recording.copies;
    for (; note_ < notes.size() && notes[note_].step <= access.step; ++note_) hear(notes[note_]);
    enter(access.interval);
    const bool is_target = access.space == trace::Space::kShared &&
                           subject().program.sites[access.site].operation == Operation::kCopy;
    if (is_target) copies_[access.warp].begin(access);
    for_each_lane(access, [&](uint32_t lane) {
      const uint32_t thread = access.warp * trace::kWarpSize + lane;
      for_each_word(access, lane, [&](uint64_t word) { use(access.operation, thread, word); });
    });
  }

  void add_findings(std::vector<Finding>& to) const override {
    if (!is_judged_) return;
    std::set<uint32_t> places;
    for (const trace::BarrierWait& wait : subject().recording.waits) places.insert(wait.pc);
    for (const uint32_t pc : places) {
      if (!needed_somewhere(pc)) to.push_back(finding(pc));
    }
  }

 private:
  using Words = std::unordered_map<uint64_t, Uses>;

  // A warp's copies that it has not waited for.
  struct Copies {
    struct Copy {
      trace::Access access;
      uint32_t open = 0;
      trace::GroupNumbers groups{};
    };
    trace::CopyGroups groups;
    std::vector<Copy> begun;

    void begin(const trace::Access& access) {
      begun.push_back({access, access.mask & ~access.out_of_bounds, groups.open()});
    }
  };

  void enter(uint32_t interval) {
    if (interval == interval_) return;
    before_ = interval == interval_ + 1 ? std::move(now_) : Words();
    now_.clear();
    interval_ = interval;
  }

  // What has been waited for is as if it were stored then, too.
  void hear(const trace::CopyNote& note) {
    using Kind = trace::CopyNote::Kind;
    if (note.kind == Kind::kArrival || note.kind == Kind::kHandOver) return;
    Copies& copies = copies_[note.warp];
    if (note.kind == Kind::kCommit || note.is_all) copies.groups.commit(note.mask);
    if (note.kind == Kind::kCommit) return;
    enter(note.interval);
    for (Copies::Copy& copy : copies.begun) {
      for (uint32_t left = copy.open & note.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(left));
        if (copy.groups[lane] > copies.groups.done(lane, note.newest)) continue;
        copy.open &= ~(1u << lane);
        for_each_word(copy.access, lane, [&](uint64_t word) {
          use(Operation::kStore, note.warp * trace::kWarpSize + lane, word);
        });
      }
    }
    std::erase_if(copies.begun, [](const Copies::Copy& copy) { return copy.open == 0; });
  }

  void use(trace::Operation operation, uint32_t thread, uint64_t word) {
    Uses& here = now_[word];
    add(operation == trace::Operation::kLoad    ? here.reader
        : operation == trace::Operation::kStore ? here.writer
                                                : here.atomic,
        thread);
    if (interval_ == 0 || interval_ > is_needed_.size()) return;
    const auto earlier = before_.find(word);
    if (earlier == before_.end()) return;
    const Uses& there = earlier->second;
    if (operation == trace::Operation::kLoad && there.writer == thread)
      is_own_[interval_ - 1] = true;
    const bool meets = is_another(there.writer, thread) ||
                       (operation != trace::Operation::kLoad && is_another(there.reader, thread)) ||
                       (operation != trace::Operation::kAtomic && is_another(there.atomic, thread));
    if (meets) is_needed_[interval_ - 1] = true;
  }

  bool needed_somewhere(uint32_t pc) const {
    if (subject().program.instrs[pc].op != code::Op::kBarrier) return true;  // it votes, too
    const auto& waits = subject().recording.waits;
    return std::any_of(waits.begin(), waits.end(), [&](const trace::BarrierWait& wait) {
      return wait.pc == pc && (wait.interval >= is_needed_.size() || is_needed_[wait.interval]);
    });
  }

  // Whether a loop is around the place, here or around a call that leads here.
  bool is_in_loop(uint32_t pc) const {
    const code::Program& program = subject().program;
    base::Span span = program.spans[pc];
    for (uint32_t frame = program.frames_of[pc];; frame = program.frames[frame].parent) {
      const lang::Function* function = program.frames[frame].function;
      bool is_inside = false;
      lang::for_each_statement(*function->body, [&](const lang::Stmt& stmt) {
        const bool is_loop = stmt.kind == lang::StmtKind::kFor ||
                             stmt.kind == lang::StmtKind::kWhile ||
                             stmt.kind == lang::StmtKind::kDoWhile;
        is_inside |= is_loop && stmt.span.begin <= span.begin && span.end <= stmt.span.end;
      });
      if (is_inside) return true;
      if (frame == 0) return false;
      span = program.frames[frame].call;
    }
  }

  NeedDetail detail_of(uint32_t pc) const {
    std::set<uint32_t> intervals;
    bool is_own = false;
    for (const trace::BarrierWait& wait : subject().recording.waits) {
      if (wait.pc != pc) continue;
      intervals.insert(wait.interval);
      is_own |= is_own_[wait.interval];
    }
    if (intervals.size() == 1 && is_in_loop(pc)) return {NeedDetail::Why::kOnePhase};
    return {is_own ? NeedDetail::Why::kOwnValues : NeedDetail::Why::kNothingShared};
  }

  Finding finding(uint32_t pc) const {
    Finding result;
    result.severity = base::Severity::kHint;
    result.kind = FindingKind::kUnneededBarrier;
    result.count = 1;
    result.block = subject().recording.block;
    put_place(result, subject().program, subject().program.spans[pc],
              subject().program.frames_of[pc]);
    result.detail = detail_of(pc);
    result.message = sentence(result);
    return result;
  }

  bool is_judged_ = true;
  uint32_t interval_ = 0;
  size_t note_ = 0;                    // the next one of the recording's copies
  std::map<uint32_t, Copies> copies_;  // by warp
  Words before_, now_;
  // By the interval that the barrier ends.
  std::vector<bool> is_needed_;
  std::vector<bool> is_own_;  // a thread loads behind it what it stored before it
};

}  // namespace

std::unique_ptr<Hint> unneeded_barriers(const Subject& subject) {
  return std::make_unique<UnneededBarriers>(subject);
}

}  // namespace warplens::observe
