#include "sim/observe/finding/finding_words.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::observe {

namespace {

constexpr size_t kMostPairs = 4;  // that are listed

}  // namespace

std::string counted_words(const Finding& finding) {
  const uint64_t count = finding.count;
  const std::string number = base::grouped(count);
  switch (traits(finding.kind).counts) {
    case FindingCounts::kRaces:
      return say_count("{number} access races with an earlier one",
                       "{number} accesses race with an earlier one", count, "number"_a = number);
    case FindingCounts::kElements:
      return say_count("{number} element", "{number} elements", count, "number"_a = number);
    case FindingCounts::kTimes:
      return say_count("{number} time", "{number} times", count, "number"_a = number);
    case FindingCounts::kAccesses:
      return say_count("{number} lane access", "{number} lane accesses", count,
                       "number"_a = number);
    case FindingCounts::kSectors:
      return say_count("{number} sector", "{number} sectors", count, "number"_a = number);
    case FindingCounts::kWavefronts:
      return say_count("{number} wavefront", "{number} wavefronts", count, "number"_a = number);
    case FindingCounts::kLanes:
      return say_count("{number} lane", "{number} lanes", count, "number"_a = number);
    case FindingCounts::kLaneSlots:
      return say_count("{number} inactive thread", "{number} inactive threads", count,
                       "number"_a = number);
    case FindingCounts::kPlaces:
      return say_count("{number} place", "{number} places", count, "number"_a = number);
    case FindingCounts::kThreads:
      break;
  }
  return say_count("{number} thread", "{number} threads", count, "number"_a = number);
}

std::string also_words(const Finding& finding) {
  // Races within a warp and between warps are at the same lines.
  std::set<std::pair<uint32_t, uint32_t>> lines;
  for (const AlsoRacing& pair : finding.also)
    lines.insert(std::minmax(pair.one.line, pair.other.line));
  if (finding.other) lines.erase(std::minmax(finding.line, finding.other->line));
  if (lines.empty()) return "";
  std::string list;
  size_t count = 0;
  for (const auto& [one, other] : lines) {
    if (count++ == kMostPairs) break;
    if (!list.empty()) list += ", ";
    list += say("lines {one} and {other}", "one"_a = one, "other"_a = other);
  }
  if (lines.size() > kMostPairs) return say("likewise {list}, ...", "list"_a = list);
  return say("likewise {list}", "list"_a = list);
}

std::string guess_words(const Finding& finding) {
  if (finding.rests_on.empty()) return "";
  return say("found with guessed values: {options}",
             "options"_a = fmt::join(finding.rests_on, " "));
}

}  // namespace warplens::observe
