#include "sim/whatif/schedules.hpp"

#include <bit>
#include <map>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::whatif {

namespace {

constexpr uint32_t kMostSteps = 500'000;

// What a thread gets by an access; of a store what it stores.
uint64_t value_of(const trace::Access& access, uint32_t lane) {
  return access.operation == trace::Operation::kAtomic ? access.results[lane] : access.values[lane];
}

}  // namespace

std::optional<FirstMoment> first_moment(const trace::Recording& expected,
                                        const trace::Recording& found, const SameSite& same_site,
                                        const std::function<bool(uint32_t site)>& is_compared) {
  if (expected.size() > kMostSteps || found.size() > kMostSteps) return std::nullopt;
  std::map<uint32_t, std::vector<uint32_t>> steps;  // of `expected`, by thread
  const auto for_each_lane = [](const trace::AccessHead& head, auto visit) {
    for (uint32_t left = head.mask; left != 0; left &= left - 1)
      visit(head.warp, static_cast<uint32_t>(std::countr_zero(left)));
  };
  for (uint32_t step = 0; step < expected.size(); ++step) {
    if (!is_compared(expected.heads[step].site)) continue;
    for_each_lane(expected.heads[step], [&](uint32_t warp, uint32_t lane) {
      steps[warp * trace::kWarpSize + lane].push_back(step);
    });
  }
  std::map<uint32_t, size_t> next;  // by thread
  std::optional<FirstMoment> moment;
  for (uint32_t step = 0; step < found.size() && !moment; ++step) {
    const uint32_t site = same_site(found.heads[step].site);
    if (site == code::kNoSite) continue;
    const trace::Access here = found.at(step);
    std::optional<trace::Access> there;
    for_each_lane(found.heads[step], [&](uint32_t warp, uint32_t lane) {
      const uint32_t thread = warp * trace::kWarpSize + lane;
      const size_t index = next[thread]++;
      const std::vector<uint32_t>& own = steps[thread];
      if (moment || index >= own.size()) return;
      if (!there || there->step != own[index]) there = expected.at(own[index]);
      const bool is_elsewhere =
          site != there->site || here.addresses[lane] != there->addresses[lane];
      const uint64_t value = value_of(here, lane), before = value_of(*there, lane);
      if (is_elsewhere || value != before) {
        moment = FirstMoment{found.block, warp,         lane,   own[index], step,
                             here.site,   is_elsewhere, before, value};
      }
    });
  }
  return moment;
}

}  // namespace warplens::whatif
