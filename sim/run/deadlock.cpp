#include "sim/run/deadlock.hpp"

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::run {

namespace {

using machine::StuckThreads;
constexpr size_t kMostShown = 4;  // reasons in a sentence

std::string words(const machine::GridContext& context, const StuckThreads& stuck) {
  observe::OtherAccess place;
  observe::put_place(place, *context.program, context.program->spans[stuck.pc],
                     context.program->frames_of[stuck.pc]);
  switch (stuck.reason) {
    case StuckThreads::Reason::kSpin:
      return say_count("{number} thread repeats line {line} and nothing changes",
                       "{number} threads repeat line {line} and nothing changes", stuck.count,
                       "number"_a = stuck.count, "line"_a = place.line);
    case StuckThreads::Reason::kBarrier:
      return say_count("{number} thread waits at the barrier of line {line}",
                       "{number} threads wait at the barrier of line {line}", stuck.count,
                       "number"_a = stuck.count, "line"_a = place.line);
    case StuckThreads::Reason::kMeeting:
      break;
  }
  return say_count("{number} thread waits in line {line} for lanes of its warp",
                   "{number} threads wait in line {line} for lanes of their warp", stuck.count,
                   "number"_a = stuck.count, "line"_a = place.line);
}

observe::Finding finding_at(const machine::GridContext& context, const StuckThreads& stuck) {
  observe::Finding finding;
  finding.kind = observe::FindingKind::kDeadlock;
  finding.count = stuck.count;
  observe::put_place(finding, *context.program, context.program->spans[stuck.pc],
                     context.program->frames_of[stuck.pc]);
  observe::put_thread(finding, stuck.block, stuck.thread, context.block_extents());
  return finding;
}

}  // namespace

observe::Finding deadlock_finding(const machine::GridContext& context,
                                  const std::vector<StuckThreads>& stuck) {
  observe::Finding finding = finding_at(context, stuck.front());
  finding.severity = base::Severity::kError;
  std::string list;
  for (size_t i = 0; i < stuck.size() && i < kMostShown; ++i)
    list += (i == 0 ? "" : "; ") + words(context, stuck[i]);
  if (stuck.size() > kMostShown) list += "; " + say("others wait elsewhere");
  finding.message = say("deadlock, no thread can go on: {threads}", "threads"_a = list);
  if (stuck.size() < 2) return finding;
  observe::OtherAccess& other = finding.other.emplace();
  observe::put_place(other, *context.program, context.program->spans[stuck[1].pc],
                     context.program->frames_of[stuck[1].pc]);
  observe::put_thread(other, stuck[1].block, stuck[1].thread, context.block_extents());
  return finding;
}

observe::Finding lockstep_finding(const machine::GridContext& context,
                                  const std::vector<StuckThreads>& stuck) {
  observe::Finding finding = finding_at(context, stuck.front());
  finding.severity = base::Severity::kHint;
  finding.message =
      say("{thread} waits here for a lane of its own warp, which goes on only where lanes progress "
          "independently (compute capability 7.0 and newer); the launch was run so",
          "thread"_a = observe::thread_words(finding.thread, context.block_extents()));
  return finding;
}

}  // namespace warplens::run
