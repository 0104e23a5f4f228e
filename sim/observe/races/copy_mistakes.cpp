// Pairs of one cause are one finding: with a copy, or the statement around the access, in common.
#include "sim/observe/races/copy_mistakes.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sim/observe/finding/finding_place.hpp"
#include "sim/observe/finding/sentence.hpp"
#include "sim/observe/finding/source_location.hpp"

namespace warplens::observe {

namespace {

FindingKind kind_of(CopyMistakes::Kind kind) {
  switch (kind) {
    case CopyMistakes::Kind::kNotWaited:
      return FindingKind::kCopyNotWaited;
    case CopyMistakes::Kind::kNoBarrier:
      return FindingKind::kCopyNoBarrier;
    case CopyMistakes::Kind::kNoProxyFence:
      return FindingKind::kNoProxyFence;
    case CopyMistakes::Kind::kOverwritten:
    case CopyMistakes::Kind::kSourceWritten:
      break;
  }
  return FindingKind::kCopyOverwritten;
}

bool is_overwriting(CopyMistakes::Kind kind) {
  return kind == CopyMistakes::Kind::kOverwritten || kind == CopyMistakes::Kind::kSourceWritten;
}

using CopyPair = std::pair<CopyMistakes::Key, CopyMistakes::Place>;

class CopyWriter {
 public:
  CopyWriter(const code::Program& program, const MemoryLayout& layout, trace::BlockId extent)
      : program_(program), layout_(layout), extent_(extent) {}

  bool is_one_cause(const CopyPair& one, const CopyPair& other) const {
    const CopyMistakes::Key &a = one.first, &b = other.first;
    return std::tie(a.kind, a.cause, a.wait) == std::tie(b.kind, b.cause, b.wait) &&
           (is_one_statement(a.copy_site, b.copy_site) || is_one_statement(a.site, b.site));
  }

  Finding finding(const std::vector<CopyPair>& pairs) const {
    const auto& [key, place] = pairs.front();
    Finding finding;
    finding.kind = kind_of(key.kind);
    finding.severity = base::Severity::kError;
    put(finding, key.site, place.block, place.thread, place.step);
    put(finding.other.emplace(), key.copy_site, place.block, place.owner, place.copy_step);
    finding.detail = detail_of(key, place);
    finding.message = sentence(finding);
    std::vector<std::pair<base::Span, base::Span>> known{{finding.other->span, finding.span}};
    for (const auto& [more, at] : pairs) {
      finding.count += at.count;
      AlsoRacing also{finding.kind, place_of(more.copy_site), place_of(more.site)};
      const std::pair spans(also.one.span, also.other.span);
      if (std::find(known.begin(), known.end(), spans) != known.end()) continue;
      known.push_back(spans);
      finding.also.push_back(std::move(also));
    }
    return finding;
  }

  Finding unwaited(uint32_t site, const CopyMistakes::Unwaited& seen) const {
    Finding finding;
    finding.kind = FindingKind::kCopyNeverWaited;
    finding.severity = base::Severity::kHint;
    finding.count = seen.count;
    put(finding, site, seen.block, seen.thread, seen.step);
    finding.detail = GroupDetail{seen.is_committed};
    finding.message = sentence(finding);
    return finding;
  }

  Finding idle_wait(uint32_t pc, const CopyMistakes::Wait& seen) const {
    Finding finding;
    finding.kind = FindingKind::kWaitWithoutCopies;
    finding.severity = base::Severity::kHint;
    finding.count = seen.count;
    put_place(finding, program_, program_.spans[pc], program_.frames_of[pc]);
    put_thread(finding, seen.block, seen.thread, extent_);
    finding.message = sentence(finding);
    return finding;
  }

 private:
  bool is_one_statement(uint32_t one, uint32_t other) const {
    const code::AccessSite &a = program_.sites[one], &b = program_.sites[other];
    return a.span == b.span || (a.statement == b.statement && a.frame == b.frame);
  }

  template <class Placed>
  void put(Placed& placed, uint32_t site, trace::BlockId block, uint32_t thread,
           uint32_t step) const {
    const code::AccessSite& at = program_.sites[site];
    put_place(placed, program_, at.span, at.frame);
    put_thread(placed, block, thread, extent_);
    placed.step = step;
  }

  AlsoRacing::Place place_of(uint32_t site) const {
    AlsoRacing::Place place;
    put_place(place, program_, program_.sites[site].span, program_.sites[site].frame);
    return place;
  }

  CopyDetail detail_of(const CopyMistakes::Key& key, const CopyMistakes::Place& place) const {
    CopyDetail detail;
    detail.is_source = key.kind == CopyMistakes::Kind::kSourceWritten;
    const bool is_global = detail.is_source && key.cause != CopyDetail::Cause::kBulkWait;
    detail.element = layout_.element_at(is_global ? trace::Space::kGlobal : trace::Space::kShared,
                                        place.address);
    detail.operation = program_.sites[key.site].operation;
    detail.is_own = place.owner == place.thread;
    detail.cause = key.cause;
    detail.newest = place.newest;
    detail.allowed = place.allowed;
    if (key.wait != CopyMistakes::kNoPc)
      detail.wait_line =
          source_location(program_, program_.spans[key.wait], program_.frames_of[key.wait]).line;
    return detail;
  }

  const code::Program& program_;
  const MemoryLayout& layout_;
  const trace::BlockId extent_;
};

}  // namespace

void CopyMistakes::add(const Key& key, const Place& place) {
  const auto [at, is_new] = places.try_emplace(key, place);
  if (!is_new) at->second.count += place.count;
}

void CopyMistakes::merge(const CopyMistakes& later) {
  for (const auto& [key, place] : later.places) add(key, place);
  for (const auto& [site, seen] : later.unwaited) {
    const auto [at, is_new] = unwaited.try_emplace(site, seen);
    if (!is_new) at->second.count += seen.count;
  }
  for (const auto& [pc, seen] : later.waits) {
    const auto [at, is_new] = waits.try_emplace(pc, seen);
    if (is_new) continue;
    at->second.count += seen.count;
    at->second.has_copies = at->second.has_copies || seen.has_copies;
  }
}

std::vector<Finding> CopyMistakes::findings(const code::Program& program,
                                            const MemoryLayout& layout,
                                            trace::BlockId block) const {
  const CopyWriter writer(program, layout, block);
  // Who forgets the wait writes over the copy soon: that is one mistake.
  const auto is_unwaited = [&](uint32_t site) {
    return std::any_of(places.begin(), places.end(), [&](const auto& known) {
      return known.first.kind == Kind::kNotWaited && known.first.copy_site == site;
    });
  };
  std::vector<std::vector<CopyPair>> causes;
  for (const auto& known : places) {
    const CopyPair pair = known;
    if (is_overwriting(pair.first.kind) && is_unwaited(pair.first.copy_site)) continue;
    const auto same =
        std::find_if(causes.begin(), causes.end(), [&](const std::vector<CopyPair>& cause) {
          return std::any_of(cause.begin(), cause.end(),
                             [&](const CopyPair& one) { return writer.is_one_cause(one, pair); });
        });
    if (same == causes.end())
      causes.push_back({pair});
    else
      same->push_back(pair);
  }
  std::vector<Finding> findings;
  for (const std::vector<CopyPair>& cause : causes) findings.push_back(writer.finding(cause));
  const auto is_found = [&](uint32_t site) {
    return std::any_of(places.begin(), places.end(),
                       [&](const auto& known) { return known.first.copy_site == site; });
  };
  for (const auto& [site, seen] : unwaited)
    if (!is_found(site)) findings.push_back(writer.unwaited(site, seen));
  for (const auto& [pc, seen] : waits)
    if (!seen.has_copies) findings.push_back(writer.idle_wait(pc, seen));
  return findings;
}

}  // namespace warplens::observe
