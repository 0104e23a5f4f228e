#include "sim/observe/hints/hints.hpp"

#include <set>
#include <string>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/observe/finding/finding_place.hpp"

namespace warplens::observe {

Finding Hint::finding_at(FindingKind kind, uint32_t site) const {
  Finding finding;
  finding.severity = traits(kind).severity;
  finding.kind = kind;
  finding.count = 1;
  finding.block = subject_.recording.block;
  const code::AccessSite& place = subject_.program.sites[site];
  put_place(finding, subject_.program, place.span, place.frame);
  return finding;
}

namespace {

constexpr uint64_t kWorkOfStep = 32;  // what looking at a step costs, as Slice counts

// Where exchanged indices mend an access, that is what is said of it.
void leave_exchanged(std::vector<Finding>& found) {
  std::set<std::pair<std::string, uint32_t>> exchanged;
  for (const Finding& hint : found) {
    if (hint.kind == FindingKind::kExchangedIndices) exchanged.insert({hint.file, hint.line});
  }
  std::erase_if(found, [&](const Finding& hint) {
    return hint.kind == FindingKind::kWastedSectors && exchanged.contains({hint.file, hint.line});
  });
}

}  // namespace

HintSearch::HintSearch(const Subject& subject) : subject_(subject) {
  if (subject.recording.is_cut || subject.recording.size() > kMostSteps) return;
  for (const auto make : {unneeded_barriers, unread_stores, atomic_order})
    hints_.push_back(make(subject_));
  if (subject.are_lanes_independent) return;
  for (const auto make : {refetches, exchanged_indices, wasted_sectors, row_padding, idle_lanes})
    hints_.push_back(make(subject_));
}

base::Progress HintSearch::advance(base::Slice& slice) {
  if (hints_.empty()) return base::Progress::kDone;
  for (; step_ < subject_.recording.size(); ++step_) {
    if (slice.is_over()) return base::Progress::kMore;
    const trace::Access access = subject_.recording.at(step_);
    for (const auto& hint : hints_) hint->access(access);
    slice.spend(kWorkOfStep);
  }
  for (; hint_ < hints_.size(); ++hint_) {
    if (slice.is_over()) return base::Progress::kMore;
    hints_[hint_]->add_findings(found_);
    slice.spend(subject_.recording.size());
  }
  leave_exchanged(found_);
  return base::Progress::kDone;
}

std::vector<Finding> launch_hints(const code::Program& program, trace::BlockId block) {
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  const uint64_t rest = threads % trace::kWarpSize;
  if (rest == 0) return {};
  Finding finding;
  finding.severity = base::Severity::kHint;
  finding.kind = FindingKind::kBlockSize;
  finding.count = trace::kWarpSize - rest;
  put_place(finding, program, program.kernel->span, 0);
  finding.message =
      say("{threads} threads a block are no multiple of 32: {idle} lanes of each block's last warp "
          "do nothing",
          "threads"_a = threads, "idle"_a = finding.count);
  return {finding};
}

}  // namespace warplens::observe
