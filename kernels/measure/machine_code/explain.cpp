// Two passes over the lines. The first finds where the accesses of a line that lost instructions
// moved: into a wider access, to the same access in the other branch, or to a line that has no such
// access in the text (the compiler lists what it moved under the loop's or the barrier's line). The
// second explains the differences of each line.
#include <algorithm>
#include <optional>

#include "kernels/measure/machine_code/flow.hpp"
#include "kernels/measure/machine_code/line_groups.hpp"
#include "kernels/measure/machine_code/machine_code.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure::machine_code {

namespace {

enum class MoveKind : uint8_t { kIntoWider, kOutOfBranches, kOutOfLoop, kElsewhere };

struct Move {
  LineAccess to;
  MoveKind kind = MoveKind::kElsewhere;
};

struct Reason {
  CauseKind kind = CauseKind::kUndetermined;
  std::string words;
};

std::string twin_words(Operation operation, size_t count, const std::string& branches,
                       size_t became, const std::string& lines) {
  switch (operation) {
    case Operation::kLoad:
      return say_count(
          "{count} load in different branches ({branches}) became {became}, executed for all of "
          "them (the machine code has it at {lines})",
          "{count} loads in different branches ({branches}) became {became}, executed for all of "
          "them (the machine code has it at {lines})",
          count, "branches"_a = branches, "became"_a = became, "lines"_a = lines);
    case Operation::kStore:
      return say_count(
          "{count} store in different branches ({branches}) became {became}, executed for all of "
          "them (the machine code has it at {lines})",
          "{count} stores in different branches ({branches}) became {became}, executed for all of "
          "them (the machine code has it at {lines})",
          count, "branches"_a = branches, "became"_a = became, "lines"_a = lines);
    case Operation::kAtomic:
      return say_count(
          "{count} atomic operation in different branches ({branches}) became {became}, executed "
          "for all of them (the machine code has it at {lines})",
          "{count} atomic operations in different branches ({branches}) became {became}, executed "
          "for all of them (the machine code has it at {lines})",
          count, "branches"_a = branches, "became"_a = became, "lines"_a = lines);
    case Operation::kCpAsync:
    case Operation::kBulk:
      break;
  }
  return "";
}

std::string in_both_branches(Operation operation) {
  switch (operation) {
    case Operation::kLoad:
      return say("the same load is in both branches of the line and is executed once");
    case Operation::kStore:
      return say("the same store is in both branches of the line and is executed once");
    case Operation::kAtomic:
      return say("the same atomic operation is in both branches of the line and is executed once");
    case Operation::kCpAsync:
    case Operation::kBulk:
      break;
  }
  return "";
}

std::string not_in_text(Operation operation) {
  switch (operation) {
    case Operation::kLoad:
      return say("the text has no such load here; it belongs to another line");
    case Operation::kStore:
      return say("the text has no such store here; it belongs to another line");
    case Operation::kAtomic:
      return say("the text has no such atomic operation here; it belongs to another line");
    case Operation::kCpAsync:
    case Operation::kBulk:
      break;
  }
  return "";
}

class Explanation {
 public:
  Explanation(const Listing& written, const Listing& compiled)
      : written_(written),
        compiled_(compiled),
        written_flow_(written),
        compiled_flow_(compiled),
        groups_(group_by_line(written, compiled)) {}

  std::vector<Cause> causes() {
    find_moves();
    std::vector<Cause> causes;
    for (const auto& [place, group] : groups_) {
      if (std::optional<Reason> reason = find(place, group)) {
        causes.push_back({place.file, place.line, place.space, place.operation, reason->kind,
                          std::move(reason->words)});
      }
    }
    return causes;
  }

 private:
  Widths as_written(const Group& group) const { return widths_of(written_, group.written); }
  Widths as_compiled(const Group& group) const { return widths_of(compiled_, group.compiled); }

  static uint32_t deepest(const Flow& flow, const std::vector<uint32_t>& instructions) {
    uint32_t depth = 0;
    for (const uint32_t i : instructions) {
      depth = std::max(depth, flow.depth(i));
    }
    return depth;
  }

  bool are_exclusive(const Group& one, const Group& other) {
    return std::ranges::any_of(one.written, [&](uint32_t a) {
      return std::ranges::any_of(other.written,
                                 [&](uint32_t b) { return written_flow_.are_exclusive(a, b); });
    });
  }

  // ---- where accesses moved ----

  void find_moves() {
    for (const auto& [place, group] : groups_) {
      if (group.compiled.size() < group.written.size() &&
          as_compiled(group).total < as_written(group).total) {
        if (std::optional<Move> move = find_move(place, group)) {
          arrived_[move->to].push_back(place);
          moves_.emplace(place, std::move(*move));
        }
      }
    }
    // Two that moved to one place, from different branches, left the branches.
    for (auto& [place, move] : moves_) {
      const std::vector<LineAccess>& others = arrived_[move.to];
      if (move.kind != MoveKind::kIntoWider &&
          std::ranges::any_of(others, [&, &from = place](const LineAccess& other) {
            return are_exclusive(groups_[from], groups_[other]);
          })) {
        move.kind = MoveKind::kOutOfBranches;
      }
    }
  }

  std::optional<Move> find_move(const LineAccess& place, const Group& group) {
    const uint32_t width = as_written(group).widest;
    std::optional<Move> best;
    for (const auto& [to, other] : groups_) {
      if (to == place || to.space != place.space || to.operation != place.operation ||
          other.compiled.empty()) {
        continue;
      }
      std::optional<Move> move;
      if (as_compiled(other).widest > std::max(width, as_written(other).widest)) {
        move = Move{to, MoveKind::kIntoWider};
      } else if (as_compiled(other).widest != width) {
        continue;
      } else if (other.written.empty()) {
        const bool leaves_loop =
            deepest(compiled_flow_, other.compiled) < deepest(written_flow_, group.written);
        move = Move{to, leaves_loop ? MoveKind::kOutOfLoop : MoveKind::kElsewhere};
      } else if (group.compiled.empty() && other.compiled.size() >= other.written.size() &&
                 are_exclusive(group, other)) {
        move = Move{to, MoveKind::kOutOfBranches};
      }
      if (move && (!best || distance(place, move->to) < distance(place, best->to))) {
        best = std::move(move);
      }
    }
    return best;
  }

  static uint64_t distance(const LineAccess& from, const LineAccess& to) {
    const uint64_t lines = from.line < to.line ? to.line - from.line : from.line - to.line;
    return from.file == to.file ? lines : lines + (uint64_t{1} << 32);
  }

  // ---- what differs at a line ----

  std::optional<Reason> find(const LineAccess& place, const Group& group) {
    if (group.written.empty()) {
      return find_stranger(place, group);
    }
    const auto move = moves_.find(place);
    if (move != moves_.end()) {
      return find_moved(place, move->second);
    }
    if (group.compiled.empty()) {
      return find_removed(place, group);
    }
    const Widths before = as_written(group), after = as_compiled(group);
    if (after.widest > before.widest) {
      return find_merged(place, group);
    }
    if (after.widest < before.widest && group.compiled.size() > group.written.size()) {
      return Reason{
          CauseKind::kSplit,
          say("{before} became {after}",
              "before"_a = name_accesses(place.operation, group.written.size(), before.widest),
              "after"_a = name_accesses(place.operation, group.compiled.size(), after.widest))};
    }
    if (group.compiled.size() < group.written.size()) {
      return find_fewer(place, group);
    }
    if (group.compiled.size() > group.written.size()) {
      return find_more(place, group);
    }
    if (leaves_loop(group)) {
      return Reason{CauseKind::kHoisted,
                    say("{access} moved out of the loop: executed once, not in every round",
                        "access"_a = the_access(place.operation))};
    }
    if (arrived_.contains(place)) {
      return find_twin(place, arrived_.at(place), place);
    }
    if (predicated(compiled_, group.compiled) > predicated(written_, group.written)) {
      return Reason{CauseKind::kPredicated,
                    say("the branch became a predicate: every warp executes {opcode}, with the "
                        "lanes switched off that do not take part",
                        "opcode"_a = compiled_.instructions[group.compiled.front()].opcode)};
    }
    return std::nullopt;
  }

  static size_t predicated(const Listing& listing, const std::vector<uint32_t>& instructions) {
    return static_cast<size_t>(std::ranges::count_if(
        instructions, [&](uint32_t i) { return listing.instructions[i].is_predicated; }));
  }

  std::optional<Reason> find_moved(const LineAccess& place, const Move& move) {
    const std::vector<LineAccess>& together = arrived_.at(move.to);
    switch (move.kind) {
      case MoveKind::kIntoWider: {
        Reason reason = find_merged(move.to, groups_[move.to]);
        reason.words = say("{cause} at {lines}", "cause"_a = reason.words,
                           "lines"_a = name_lines({move.to}, place.file));
        return reason;
      }
      case MoveKind::kOutOfBranches:
        return find_twin(place, together, move.to);
      case MoveKind::kOutOfLoop:
        return Reason{CauseKind::kHoisted,
                      say("{access} moved out of the loop: executed once, not in every round (the "
                          "machine code has it at {lines})",
                          "access"_a = the_access(place.operation),
                          "lines"_a = name_lines({move.to}, place.file))};
      case MoveKind::kElsewhere:
        return Reason{CauseKind::kHoisted, say("{access} moved: the machine code has it at {lines}",
                                               "access"_a = the_access(place.operation),
                                               "lines"_a = name_lines({move.to}, place.file))};
    }
    return std::nullopt;
  }

  // For any of the lines that share the access at `at` in the machine code.
  Reason find_twin(const LineAccess& place, std::vector<LineAccess> together,
                   const LineAccess& at) {
    if (!groups_[at].written.empty()) {
      together.push_back(at);
    }
    size_t written = 0;
    for (const LineAccess& part : together) {
      written += groups_[part].written.size();
    }
    return {CauseKind::kHoisted,
            twin_words(place.operation, written, name_lines(together, place.file),
                       groups_[at].compiled.size(), name_lines({at}, place.file))};
  }

  Reason find_merged(const LineAccess& place, const Group& group) {
    const Widths after = as_compiled(group);
    uint32_t wide = 0;
    const Instruction* example = nullptr;
    for (const uint32_t i : group.compiled) {
      if (compiled_.instructions[i].bytes_per_lane == after.widest) {
        ++wide;
        example = &compiled_.instructions[i];
      }
    }
    std::vector<LineAccess> parts{place};
    Widths before = as_written(group);
    const auto arrived = arrived_.find(place);
    if (arrived != arrived_.end()) {
      for (const LineAccess& other : arrived->second) {
        const Widths widths = as_written(groups_[other]);
        before.narrowest = before.total == 0 ? widths.narrowest : before.narrowest;
        before.total += widths.total;
        parts.push_back(other);
      }
    }
    const uint32_t narrow = std::max(before.narrowest, 1u);
    const std::string accesses =
        name_accesses(place.operation, wide * after.widest / narrow, narrow);
    if (group.written.empty()) {
      parts.erase(parts.begin());
    }
    std::string words =
        parts.size() > 1 || group.written.empty()
            ? say("{accesses} ({lines}) became {count} of {bytes} ({opcode})",
                  "accesses"_a = accesses, "lines"_a = name_lines(parts, place.file),
                  "count"_a = wide, "bytes"_a = after.widest, "opcode"_a = example->opcode)
            : say("{accesses} became {count} of {bytes} ({opcode})", "accesses"_a = accesses,
                  "count"_a = wide, "bytes"_a = after.widest, "opcode"_a = example->opcode);
    const uint32_t copies = before.total == 0 ? 1 : after.total / before.total;
    if (copies > 1 && after.total == copies * before.total) {
      words = say("{cause}; the loop is unrolled: its body is there {count} times",
                  "cause"_a = words, "count"_a = copies);
    }
    return {CauseKind::kMerged, std::move(words)};
  }

  // The line lost some accesses, which did not move.
  Reason find_fewer(const LineAccess& place, const Group& group) {
    if (const auto constant = find_constant(place, group)) {
      return *constant;
    }
    if (are_exclusive(group, group)) {
      return {CauseKind::kHoisted, in_both_branches(place.operation)};
    }
    return {CauseKind::kRemoved,
            say_count("{count} of {total} is left; the others' value is in a register already",
                      "{count} of {total} are left; the others' value is in a register already",
                      group.compiled.size(), "total"_a = group.written.size())};
  }

  Reason find_removed(const LineAccess& place, const Group& group) {
    if (const auto constant = find_constant(place, group)) {
      return *constant;
    }
    if (place.operation == Operation::kLoad) {
      return {CauseKind::kRemoved,
              say("no instruction is left: the value is not used, or is in a register already")};
    }
    return {
        CauseKind::kRemoved,
        say("no instruction is left: the value stays in a register, or another store overwrites "
            "it")};
  }

  std::optional<Reason> find_constant(const LineAccess& place, const Group& group) const {
    const bool reads_constant =
        place.space == Space::kGlobal && place.operation == Operation::kLoad &&
        std::ranges::any_of(compiled_.instructions, [&](const Instruction& instruction) {
          return instruction.is_constant &&
                 (group.compiled.empty() ||
                  (instruction.file == place.file && instruction.line == place.line));
        });
    if (!reads_constant) {
      return std::nullopt;
    }
    return Reason{CauseKind::kRemoved,
                  say("a __constant__ variable is read through the constant cache (LDC), which "
                      "is not counted as global memory")};
  }

  Reason find_more(const LineAccess& place, const Group& group) {
    if (const auto constant = find_constant(place, group)) {
      return *constant;
    }
    const size_t copies = group.compiled.size() / group.written.size();
    const bool is_whole = group.compiled.size() % group.written.size() == 0;
    if (deepest(written_flow_, group.written) > 0) {
      return {CauseKind::kUnrolled,
              is_whole
                  ? say("the loop is unrolled: its body appears {count} times in the machine code; "
                        "lanes that run different numbers of rounds go through different copies of "
                        "it",
                        "count"_a = copies)
                  : say("the loop is unrolled: its body appears several times in the machine code; "
                        "lanes that run different numbers of rounds go through different copies of "
                        "it")};
    }
    const std::string access = the_access(place.operation);
    return {CauseKind::kUndetermined,
            is_whole ? say("{access} appears {count} times in the machine code, in copies of its "
                           "branch",
                           "access"_a = access, "count"_a = copies)
                     : say("{access} appears several times in the machine code, in copies of its "
                           "branch",
                           "access"_a = access)};
  }

  // Whether the loop around the line as written still exists, and the line is outside it.
  bool leaves_loop(const Group& group) const {
    const uint32_t depth = deepest(compiled_flow_, group.compiled);
    if (depth >= deepest(written_flow_, group.written)) {
      return false;
    }
    const std::optional<Loop> loop = written_flow_.innermost(group.written.front());
    return loop && std::ranges::any_of(groups_, [&](const auto& entry) {
             return std::ranges::any_of(
                        entry.second.written,
                        [&](uint32_t i) { return loop->head <= i && i <= loop->tail; }) &&
                    deepest(compiled_flow_, entry.second.compiled) > depth;
           });
  }

  // The text has no such access at this line.
  Reason find_stranger(const LineAccess& place, const Group& group) {
    const auto arrived = arrived_.find(place);
    if (arrived != arrived_.end()) {
      const Move& move = moves_.at(arrived->second.front());
      switch (move.kind) {
        case MoveKind::kIntoWider:
          return find_merged(place, group);
        case MoveKind::kOutOfBranches:
          return find_twin(place, arrived->second, place);
        case MoveKind::kOutOfLoop:
        case MoveKind::kElsewhere:
          return {CauseKind::kHoisted,
                  move.kind == MoveKind::kOutOfLoop
                      ? say("this is {access} of {lines}, moved out of the loop",
                            "access"_a = the_access(place.operation),
                            "lines"_a = name_lines(arrived->second, place.file))
                      : say("this is {access} of {lines}, moved",
                            "access"_a = the_access(place.operation),
                            "lines"_a = name_lines(arrived->second, place.file))};
      }
    }
    LineAccess atomic = place;
    atomic.operation = Operation::kAtomic;
    const auto loop = groups_.find(atomic);
    if (loop != groups_.end() && std::ranges::any_of(loop->second.compiled, [&](uint32_t i) {
          return compiled_.instructions[i].opcode.find("CAS") != std::string::npos;
        })) {
      return {CauseKind::kSplit,
              say("the atomic operation is a loop of a load and a compare-and-swap")};
    }
    return {CauseKind::kUndetermined, not_in_text(place.operation)};
  }

  const Listing& written_;
  const Listing& compiled_;
  Flow written_flow_, compiled_flow_;
  Groups groups_;
  std::map<LineAccess, Move> moves_;                       // from where
  std::map<LineAccess, std::vector<LineAccess>> arrived_;  // the other way round
};

}  // namespace

std::vector<Cause> explain(const Listing& as_written, const Listing& as_compiled) {
  return Explanation(as_written, as_compiled).causes();
}

}  // namespace warplens::measure::machine_code
