#include "sim/observe/finding/finding_words.hpp"

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
  const std::string number = base::grouped(finding.count);
  if (finding.is_race())
    return say_count("{number} access races with an earlier one",
                     "{number} accesses race with an earlier one", finding.count,
                     "number"_a = number);
  if (finding.kind == "unwritten_output")
    return say_count("{number} element", "{number} elements", finding.count, "number"_a = number);
  // What a thread may do again and again, in accesses and elsewhere.
  const bool is_repeated = finding.kind == "sync_mask" || finding.kind == "unwritten_read" ||
                           finding.kind == "absent_lane";
  if (is_repeated)
    return say_count("{number} time", "{number} times", finding.count, "number"_a = number);
  const bool is_access = finding.kind == "out_of_bounds" || finding.kind == "misaligned" ||
                         (finding.step.has_value() && finding.kind != "divergent_barrier");
  if (is_access)
    return say_count("{number} lane access", "{number} lane accesses", finding.count,
                     "number"_a = number);
  return say_count("{number} thread", "{number} threads", finding.count, "number"_a = number);
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

}  // namespace warplens::observe
