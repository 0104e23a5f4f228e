// Lanes in words, and the sentence about lanes out of bounds, which follows any other.
#include "app/scene/words/sentence_parts.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "app/scene/words/sentence.hpp"
#include "app/study/counts.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {

using trace::Operation;

std::vector<uint32_t> lanes_of(uint32_t mask) {
  std::vector<uint32_t> lanes;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    lanes.push_back(static_cast<uint32_t>(std::countr_zero(rest)));
  }
  return lanes;
}

std::string everyone(uint32_t mask) {
  const int lanes = std::popcount(mask);
  return lanes == 32 ? say("All {count} lanes", "count"_a = lanes)
                     : say("All {count} active lanes", "count"_a = lanes);
}

std::string wavefronts_text(uint32_t count) {
  return study::counted(study::Measure::kWavefronts, count).rendered();
}

std::string at_least(uint32_t wavefronts) {
  return say_count("{count} wavefront is ideal, 0 bank conflicts.",
                   "{count} wavefronts are ideal, 0 bank conflicts.", wavefronts);
}

Demand busiest_demand(const model::BankSchedule& schedule, const model::LaneGroups& groups) {
  Demand busiest;
  for (uint32_t g = 0; g < groups.count; ++g) {
    std::map<uint32_t, Demand> banks;
    for (const auto& wavefront : schedule.wavefronts) {
      for (const model::BankService& service : wavefront) {
        if ((service.lanes & groups.masks[g]) == 0) continue;
        Demand& demand = banks[service.bank];
        demand.bank = service.bank;
        demand.lanes |= service.lanes;
        demand.services.push_back(service);
      }
    }
    for (const auto& [bank, demand] : banks)
      if (demand.services.size() > busiest.services.size()) busiest = demand;
  }
  return busiest;
}

bool one_address(const trace::Access& access) {
  const auto lanes = lanes_of(access.mask);
  return std::all_of(lanes.begin(), lanes.end(), [&](uint32_t lane) {
    return access.addresses[lane] == access.addresses[lanes.front()];
  });
}

std::string outside(const trace::Access& access) {
  const uint32_t mask = access.out_of_bounds & access.mask;
  if (mask == 0) return "";
  const auto count = static_cast<uint64_t>(std::popcount(mask));
  const std::string lanes = lanes_text(mask, true);
  switch (access.operation) {
    case Operation::kLoad:
      return " " + say_count("{lanes} is outside every array and reads 0.",
                             "{lanes} are outside every array and read 0.", count,
                             "lanes"_a = lanes);
    case Operation::kStore:
      return " " + say_count("{lanes} is outside every array; nothing is stored there.",
                             "{lanes} are outside every array; nothing is stored there.", count,
                             "lanes"_a = lanes);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return " " + say_count("{lanes} is outside every array; nothing is added there.",
                         "{lanes} are outside every array; nothing is added there.", count,
                         "lanes"_a = lanes);
}

}  // namespace warplens::scene
