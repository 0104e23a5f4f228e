#include "sim/observe/unwritten/unwritten_global.hpp"

#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"

namespace warplens::observe {

std::vector<Finding> unwritten_findings(const Races& races, const code::Program& program,
                                        const MemoryLayout& layout, const RaceScope& scope) {
  std::vector<Finding> findings;
  for (const auto& [site, loads] : races.unwritten_loads()) {
    const code::AccessSite& place = program.sites[site];
    Finding& finding = findings.emplace_back();
    finding.kind = FindingKind::kUnwrittenRead;
    finding.severity = base::Severity::kError;
    finding.count = loads.count;
    finding.step = loads.step;
    put_place(finding, program, place.span, place.frame);
    put_thread(finding, trace::block_at(loads.block, scope.grid), loads.thread, scope.block);
    UnwrittenDetail detail;
    detail.source = UnwrittenDetail::Source::kGlobal;
    detail.element = layout.element_at(trace::Space::kGlobal, loads.address);
    finding.detail = std::move(detail);
    finding.message = sentence(finding);
  }
  return findings;
}

}  // namespace warplens::observe
