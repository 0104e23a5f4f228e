#include "sim/observe/finding/finding_place.hpp"

#include <algorithm>
#include <tuple>

#include "sim/base/say.hpp"

namespace warplens::observe {

bool Finding::is_at(base::Span place) const {
  if (span == place || (other && other->span == place)) return true;
  if (std::find(alike.begin(), alike.end(), place) != alike.end()) return true;
  return std::any_of(also.begin(), also.end(), [place](const AlsoRacing& pair) {
    return pair.one.span == place || pair.other.span == place;
  });
}

std::string thread_words(const uint32_t thread[3], trace::BlockId extent) {
  if (extent.y == 1 && extent.z == 1) return say("thread {x}", "x"_a = thread[0]);
  if (extent.z == 1) return say("thread ({x}, {y})", "x"_a = thread[0], "y"_a = thread[1]);
  return say("thread ({x}, {y}, {z})", "x"_a = thread[0], "y"_a = thread[1], "z"_a = thread[2]);
}

std::string block_words(trace::BlockId block) {
  if (block.z == 0) return say("block ({x}, {y})", "x"_a = block.x, "y"_a = block.y);
  return say("block ({x}, {y}, {z})", "x"_a = block.x, "y"_a = block.y, "z"_a = block.z);
}

void sort_by_place(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.file, a.line, a.column) < std::tie(b.file, b.line, b.column);
  });
}

const Finding* first_error(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (finding.severity == base::Severity::kError) return &finding;
  }
  return nullptr;
}

uint64_t errors_among(const std::vector<Finding>& findings) {
  return static_cast<uint64_t>(std::count_if(
      findings.begin(), findings.end(),
      [](const Finding& finding) { return finding.severity == base::Severity::kError; }));
}

}  // namespace warplens::observe
