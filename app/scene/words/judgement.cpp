#include "app/scene/words/judgement.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace warplens::scene {

Judgement judge(uint64_t taken, uint64_t least) {
  return taken > least ? Judgement::kWaste : Judgement::kGood;
}

Judgement judge(const observe::SharedTotal& total) {
  return judge(total.wavefronts, total.wavefronts - total.conflicts);
}

Judgement judge(const observe::GlobalTotal& total) {
  return judge(total.sectors, total.ideal_sectors);
}

Judgement judge(const observe::ConstantTotal& total) {
  return judge(total.broadcasts, total.requests);
}

Judgement judge_access(const Moment& moment) {
  return moment.finding.empty() ? judge_cost(moment) : Judgement::kError;
}

Judgement judge_access(const run::Run& run, const observe::AccessRow& row) {
  const bool is_wrong =
      std::any_of(run.findings.begin(), run.findings.end(), [&](const observe::Finding& finding) {
        return finding.severity == base::Severity::kError && finding.is_at(row.span);
      });
  if (is_wrong) return Judgement::kError;
  switch (row.space) {
    case trace::Space::kShared:
      return judge(row.shared);
    case trace::Space::kConstant:
      return judge(row.constant);
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
    case trace::Space::kGlobal:
      break;
  }
  return judge(row.global);
}

Judgement judge_hint(const observe::Finding& hint) {
  return observe::traits(hint.kind).about == observe::FindingAbout::kWaste ? Judgement::kWaste
                                                                           : Judgement::kNone;
}

Judgement judge_access(const Moment& moment, const run::Run& run, const observe::AccessRow& row) {
  const bool is_this =
      std::find(row.sites.begin(), row.sites.end(), moment.access.site) != row.sites.end();
  const Judgement judged = judge_access(run, row);
  const bool is_shown_with_error = is_this && !moment.finding.empty();
  return is_shown_with_error && judged == Judgement::kGood ? Judgement::kNone : judged;
}

Judgement judge_cost(const Moment& moment) {
  if (moment.is_wasteful) return Judgement::kWaste;
  return moment.finding.empty() ? Judgement::kGood : Judgement::kNone;
}

Judgement judge_pass(const Moment& moment, uint32_t pass) {
  // Where lanes leave in groups, each group has passes that it needs.
  const auto& planned = moment.plan.wavefronts;
  const bool is_more = pass < planned.size() ? planned[pass].pass > 0 : pass >= moment.passes.least;
  if (is_more) return Judgement::kWaste;
  return moment.finding.empty() ? Judgement::kGood : Judgement::kNone;
}

Judgement judge_cost(const Bar& bar) {
  return judge(bar.cost, bar.ideal);
}

Judgement judge_cost(const TotalsCell& cell) {
  if (cell.is_wasteful) return Judgement::kWaste;
  return cell.verdict == Verdict::kBetter ? Judgement::kGood : Judgement::kNone;
}

}  // namespace warplens::scene
