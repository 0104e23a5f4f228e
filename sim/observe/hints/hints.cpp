#include "sim/observe/hints/hints.hpp"

#include <set>
#include <string>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"

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

enum class HintLanes : uint8_t { kAnyLanes, kInStep };

constexpr uint64_t kWorkOfStep = 32;  // what looking at a step costs, as Slice counts

// Where exchanged indices mend an access, that is reported, and not its wasted sectors.
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
  const auto add = [&](std::unique_ptr<Hint> hint, HintLanes lanes) {
    if (lanes == HintLanes::kAnyLanes || !subject.are_lanes_independent)
      hints_.push_back(std::move(hint));
  };
#define WL_HINT(function, lanes) add(function(subject_), HintLanes::lanes);
#include "sim/observe/finding/findings.def"
}

base::Progress HintSearch::advance(base::Slice& slice) {
  if (hints_.empty()) return base::Progress::kDone;
  for (; step_ < subject_.recording.size(); ++step_) {
    if (slice.is_over()) return base::Progress::kMore;
    const trace::Access access = subject_.recording.at(step_);
    access.for_each_side([this](const trace::Access& side) {
      for (const auto& hint : hints_) hint->access(side);
    });
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
  finding.detail = SizeDetail{threads};
  finding.message = sentence(finding);
  return {finding};
}

}  // namespace warplens::observe
