// What Unwritten found of what it followed.
#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/finding/source_location.hpp"
#include "sim/observe/unwritten/unwritten.hpp"

namespace warplens::observe {

using trace::kWarpSize;

// "x", "v.y", "a[5]".
std::string Unwritten::variable_words(const Source& source) const {
  const lang::Variable& variable = *program_->bare_declarations[source.declaration].variable;
  for (const lang::Leaf& leaf : lang::leaves_of(variable.type)) {
    if (leaf.offset <= source.offset && source.offset < leaf.offset + lang::size_of(leaf.type))
      return variable.name + leaf.path;
  }
  return variable.name;
}

Finding Unwritten::finding(uint32_t pc, const Use& use) const {
  Finding finding;
  finding.kind = FindingKind::kUnwrittenRead;
  finding.count = use.count;
  finding.step = use.step;
  const uint32_t site = program_->sites_of[pc];
  put_place(finding, *program_,
            site == code::kNoSite ? program_->spans[pc] : program_->sites[site].span,
            program_->frames_of[pc]);
  put_thread(finding, id_, use.thread, extent_);
  return finding;
}

UnwrittenDetail Unwritten::detail_of_load(const Finding& finding, const OtherAccess& load,
                                          const Use& use, const MemoryLayout& layout) const {
  UnwrittenDetail detail;
  detail.element = layout.element_at(trace::Space::kShared, use.source.address);
  const bool is_atomic = program_->sites[use.source.site].operation == code::Operation::kAtomic;
  if (is_atomic && finding.span == load.span)
    detail.source = UnwrittenDetail::Source::kChanged;
  else if (use.source.is_carried)
    detail.source = UnwrittenDetail::Source::kCarried;
  return detail;
}

AbsentDetail Unwritten::detail_of_shuffle(const Source& source) const {
  AbsentDetail detail;
  detail.absence = source.absence;
  detail.lane = source.from % kWarpSize;
  detail.warp = source.from / kWarpSize;
  detail.threads = uint64_t{extent_.x} * extent_.y * extent_.z;
  OtherAccess from;
  put_thread(from, id_, source.from, extent_);
  std::copy(std::begin(from.thread), std::end(from.thread), std::begin(detail.from));
  return detail;
}

std::vector<Finding> Unwritten::findings(const MemoryLayout& layout) const {
  std::vector<Finding> findings;
  for (const auto& [key, use] : uses_) {
    Finding& finding = findings.emplace_back(this->finding(key.first, use));
    OtherAccess other;
    if (use.source.shuffle != kNoShuffle) {
      const uint32_t pc = use.source.shuffle;
      finding.kind = FindingKind::kAbsentLane;
      finding.detail = detail_of_shuffle(use.source);
      put_place(other, *program_, program_->spans[pc], program_->frames_of[pc]);
      put_thread(other, id_, use.source.thread, extent_);
      finding.other = std::move(other);
      finding.message = sentence(finding);
      continue;
    }
    const code::AccessSite& load = program_->sites[key.second];
    put_place(other, *program_, load.span, load.frame);
    put_thread(other, id_, use.source.thread, extent_);
    other.step = use.source.step;
    finding.detail = detail_of_load(finding, other, use, layout);
    finding.other = std::move(other);
    finding.message = sentence(finding);
  }
  for (const auto& [declaration, first] : variable_uses_) {
    Finding& finding = findings.emplace_back(this->finding(first.first, first.second));
    const lang::Variable& variable = *program_->bare_declarations[declaration].variable;
    UnwrittenDetail detail;
    detail.source = UnwrittenDetail::Source::kVariable;
    detail.variable = variable_words(first.second.source);
    detail.line = source_location(*program_, variable.span, 0).line;
    finding.detail = std::move(detail);
    finding.message = sentence(finding);
  }
  return findings;
}

}  // namespace warplens::observe
