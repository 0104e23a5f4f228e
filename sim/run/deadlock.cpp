#include "sim/run/launch_findings.hpp"

#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/finding/words.hpp"

namespace warplens::run {

namespace {

using machine::StuckThreads;
constexpr size_t kMostShown = 4;  // reasons in a finding

observe::DeadlockDetail::Waiting waiting_of(const machine::GridContext& context,
                                            const observe::MemoryLayout& layout,
                                            const StuckThreads& stuck) {
  using Reason = observe::DeadlockDetail::Reason;
  observe::OtherAccess place;
  observe::put_place(place, *context.program, context.program->spans[stuck.pc],
                     context.program->frames_of[stuck.pc]);
  observe::DeadlockDetail::Waiting waiting{Reason::kSpin, stuck.count, place.line, {}, 0, {}};
  switch (stuck.reason) {
    case StuckThreads::Reason::kSpin:
      break;
    case StuckThreads::Reason::kBarrier:
      waiting.reason = Reason::kBarrier;
      break;
    case StuckThreads::Reason::kMeeting:
      waiting.reason = Reason::kMeeting;
      break;
    case StuckThreads::Reason::kMbarrier:
      waiting.reason = Reason::kMbarrier;
      waiting.mbarrier =
          observe::element_words(layout.element_at(base::Space::kShared, stuck.mbarrier.address));
      waiting.parity = stuck.mbarrier.parity;
      waiting.missing = trace::MbarrierState::of(stuck.mbarrier.word);
      break;
  }
  return waiting;
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
                                  const observe::MemoryLayout& layout,
                                  const std::vector<StuckThreads>& stuck) {
  observe::Finding finding = finding_at(context, stuck.front());
  finding.severity = base::Severity::kError;
  observe::DeadlockDetail detail;
  for (size_t i = 0; i < stuck.size() && i < kMostShown; ++i)
    detail.waiting.push_back(waiting_of(context, layout, stuck[i]));
  detail.has_more = stuck.size() > kMostShown;
  finding.detail = std::move(detail);
  finding.message = observe::sentence(finding);
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
  observe::DeadlockDetail detail;
  detail.ends_by_lanes = true;
  finding.detail = std::move(detail);
  finding.message = observe::sentence(finding);
  return finding;
}

}  // namespace warplens::run
