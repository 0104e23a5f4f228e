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

std::vector<Finding> hints_of(const Subject& subject) {
  std::vector<Finding> found;
  if (subject.recording.is_cut || subject.recording.size() > kMostSteps) return found;
  std::vector<std::unique_ptr<Hint>> hints;
  for (const auto make : {unneeded_barriers, unread_stores, atomic_order})
    hints.push_back(make(subject));
  if (!subject.are_lanes_independent) {
    for (const auto make : {refetches, exchanged_indices, wasted_sectors, row_padding, idle_lanes})
      hints.push_back(make(subject));
  }
  for (uint32_t step = 0; step < subject.recording.size(); ++step) {
    const trace::Access access = subject.recording.at(step);
    for (const auto& hint : hints) hint->access(access);
  }
  for (const auto& hint : hints) hint->add_findings(found);
  leave_exchanged(found);
  return found;
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
