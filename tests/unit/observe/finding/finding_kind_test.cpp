// What is shown of each kind of finding: findings.def.
#include "sim/observe/finding/finding.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace warplens;
using observe::FindingKind;

namespace {

constexpr FindingKind kAll[] = {
#define WL_FINDING(name, ...) FindingKind::name,
#include "sim/observe/finding/findings.def"
};

}  // namespace

TEST_CASE("finding kinds: each has a word of its own, and advice is never an error") {
  std::set<std::string> words;
  for (const FindingKind kind : kAll) {
    const observe::FindingTraits& of = observe::traits(kind);
    CAPTURE(of.word);
    CHECK(words.emplace(of.word).second);
    if (of.about == observe::FindingAbout::kWaste) CHECK(of.severity == base::Severity::kHint);
    if (of.mending == observe::FindingMending::kFixable)
      CHECK(of.about == observe::FindingAbout::kWaste);
  }
  CHECK(words.size() >= 28);
}

TEST_CASE("finding kinds: what depends on the order of threads") {
  std::set<std::string> races, others;
  for (const FindingKind kind : kAll) {
    observe::Finding finding;
    finding.kind = kind;
    if (observe::word(kind).starts_with("host_")) continue;  // of a program of one thread
    if (observe::traits(kind).order == observe::FindingOrder::kFixed) {
      CHECK_FALSE(finding.is_race());
      continue;
    }
    (finding.is_race() ? races : others).emplace(observe::word(kind));
  }
  CHECK(races == std::set<std::string>{"lost_update", "race_between_blocks", "race_between_warps",
                                       "race_in_warp"});
  CHECK(others == std::set<std::string>{"atomic_order", "copy_no_barrier", "copy_not_waited",
                                        "copy_overwritten", "no_proxy_fence"});
}
