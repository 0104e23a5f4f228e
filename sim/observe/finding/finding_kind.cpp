#include "sim/observe/finding/finding.hpp"

#include <cstddef>

namespace warplens::observe {

const FindingTraits& traits(FindingKind kind) {
  using enum FindingAbout;
  using enum FindingCounts;
  using enum FindingOrder;
  using enum FindingMending;
  static constexpr FindingTraits kTraits[] = {
#define WL_FINDING(name, word, severity, about, counts, order, fixable) \
  {word, base::Severity::severity, about, counts, order, fixable},
#include "sim/observe/finding/findings.def"
  };
  return kTraits[static_cast<size_t>(kind)];
}

std::string_view word(FindingCounts counts) {
  static constexpr std::string_view kWords[] = {"lane_accesses", "races",   "threads",    "times",
                                                "elements",      "sectors", "wavefronts", "lanes",
                                                "lane_slots",    "places"};
  return kWords[static_cast<size_t>(counts)];
}

}  // namespace warplens::observe
