#include "app/scene/questions/instructive.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace warplens::scene {

namespace {

// What a step is preferred for: greater is better.
struct Worth {
  uint32_t rank = 0;  // 2: conflicts, 1: sectors too many, 0: neither
  uint32_t over = 0;  // wavefronts or sectors over the least possible
  uint32_t lanes = 0;
  auto operator<=>(const Worth&) const = default;
};

bool is_asked_about(trace::Space space) {
  return space == trace::Space::kShared || space == trace::Space::kGlobal ||
         space == trace::Space::kConstant;
}

Worth worth_of(const trace::AccessHead& head, const trace::StepCost& cost) {
  const auto lanes = static_cast<uint32_t>(std::popcount(head.mask));
  const uint32_t over = cost.paid > cost.ideal ? cost.paid - cost.ideal : 0u;
  if (over == 0 || head.space == trace::Space::kConstant) return {0, 0, lanes};
  return {head.space == trace::Space::kShared ? 2u : 1u, over, lanes};
}

}  // namespace

std::vector<uint32_t> instructive_steps(const run::Run& run) {
  if (run.recording == nullptr || run.costs == nullptr) return {};
  struct Best {
    uint32_t step = 0;
    Worth worth;
  };
  std::map<uint32_t, Best> best_of_site;
  const uint32_t count = std::min(run.recording->size(), static_cast<uint32_t>(run.costs->size()));
  for (uint32_t step = 0; step < count; ++step) {
    const trace::AccessHead& head = run.recording->heads[step];
    if (!is_asked_about(head.space) || head.mask == 0) continue;
    const Worth worth = worth_of(head, (*run.costs)[step]);
    const auto [best, is_new] = best_of_site.try_emplace(head.site, Best{step, worth});
    if (!is_new && worth > best->second.worth) best->second = {step, worth};
  }
  std::vector<Best> all;
  for (const auto& [site, best] : best_of_site) all.push_back(best);
  std::sort(all.begin(), all.end(), [](const Best& a, const Best& b) {
    return std::tie(b.worth, a.step) < std::tie(a.worth, b.step);
  });
  std::vector<uint32_t> steps;
  for (const Best& best : all) steps.push_back(best.step);
  return steps;
}

}  // namespace warplens::scene
