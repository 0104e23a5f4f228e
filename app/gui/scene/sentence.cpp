// The busiest bank of the busiest group of lanes is the reason for an access's wavefronts; the
// sentence names it, its lanes and its words. Nothing here counts wavefronts or sectors anew: the
// numbers are the models'.
#include "app/gui/scene/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <vector>

#include "app/gui/scene/phrases.hpp"
#include "sim/model/bank_rule.hpp"

namespace warplens::scene {
namespace {

namespace p = phrases;

template <class Number>
std::string counted(const p::Countable& what, Number number) {
  return fmt::format(fmt::runtime(number == 1 ? what.one : what.many), number);
}

std::vector<uint32_t> lanes_of(uint32_t mask) {
  std::vector<uint32_t> lanes;
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    lanes.push_back(static_cast<uint32_t>(std::countr_zero(rest)));
  }
  return lanes;
}

size_t index_of(trace::Operation operation) {
  return static_cast<size_t>(operation);
}

// "All 32 lanes", "All 5 active lanes".
std::string everyone(uint32_t mask) {
  const int lanes = std::popcount(mask);
  return lanes == 32 ? fmt::format(p::kAllLanes, lanes) : fmt::format(p::kActiveLanes, lanes);
}

// What one bank is asked for by one group of lanes.
struct Demand {
  uint32_t bank = 0;
  uint32_t lanes = 0;
  std::vector<model::BankService> services;
};

struct Busiest {
  Demand demand;
  uint32_t overfull = 0;  // (group, bank) pairs asked for more than one thing
};

Busiest find_busiest(const model::BankSchedule& schedule, const model::LaneGroups& groups) {
  Busiest result;
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
    for (const auto& [bank, demand] : banks) {
      if (demand.services.size() > 1) ++result.overfull;
      if (demand.services.size() > result.demand.services.size()) result.demand = demand;
    }
  }
  return result;
}

struct Spread {
  std::set<uint32_t> banks;
  std::set<uint64_t> words;
  int most_lanes = 0, fewest_lanes = 32;  // that one word feeds
};

Spread spread_of(const model::BankSchedule& schedule) {
  Spread spread;
  for (const auto& wavefront : schedule.wavefronts) {
    for (const model::BankService& service : wavefront) {
      spread.banks.insert(service.bank);
      spread.words.insert(service.word);
      spread.most_lanes = std::max(spread.most_lanes, std::popcount(service.lanes));
      spread.fewest_lanes = std::min(spread.fewest_lanes, std::popcount(service.lanes));
    }
  }
  return spread;
}

std::string outside(const trace::Access& access) {
  const uint32_t lanes = access.out_of_bounds & access.mask;
  if (lanes == 0) return "";
  const bool is_one = std::has_single_bit(lanes);
  return fmt::format(fmt::runtime(p::kOutside[index_of(access.operation)]), lanes_text(lanes, true),
                     is_one ? p::kIsOne : p::kAreMany, is_one ? p::kGetOne : p::kGetMany);
}

bool one_address(const trace::Access& access) {
  const auto lanes = lanes_of(access.mask);
  return std::all_of(lanes.begin(), lanes.end(), [&](uint32_t lane) {
    return access.addresses[lane] == access.addresses[lanes.front()];
  });
}

// How many groups would leave if pairs of lanes did not agree: of half the size.
uint32_t unmerged_groups(const model::LaneGroups& groups, uint32_t mask) {
  const uint32_t lanes = groups.lanes / 2;
  const uint32_t first = (1u << lanes) - 1;
  uint32_t count = 0;
  for (uint32_t begin = 0; begin < trace::kWarpSize; begin += lanes) {
    count += (mask & first << begin) != 0 ? 1 : 0;
  }
  return count;
}

// "4 wavefronts are the least, 0 conflicts."
std::string at_least(uint32_t wavefronts) {
  return counted(p::kLeast, wavefronts);
}

// Why several wavefronts are no conflict: more bytes are asked for than one can carry.
std::string wide_sentence(const model::Device& device, const trace::Access& access,
                          const model::LaneGroups& groups, uint32_t wavefronts) {
  const size_t op = index_of(access.operation);
  const uint32_t delivered = device.banks * device.bank_bytes;
  const int lanes = std::popcount(access.mask);
  const uint32_t wanted = static_cast<uint32_t>(lanes) * access.bytes;
  if (wanted == groups.count * delivered) {
    return fmt::format(p::kWide, p::kVerbOne[op], access.bytes, lanes, wanted, p::kBanksGive[op],
                       delivered) +
           at_least(wavefronts);
  }
  return fmt::format(p::kWidePartly, p::kVerbOne[op], access.bytes, p::kBanksGive[op], delivered,
                     groups.lanes, groups.count) +
         at_least(wavefronts);
}

// Two groups of lanes leave as one because pairs of lanes agree.
std::string merged_sentence(const trace::Access& access, const model::LaneGroups& groups,
                            uint32_t wavefronts) {
  const bool is_next = groups.merge == model::Merge::kNeighbours;
  const uint32_t distance = is_next ? 1 : 2;
  const uint32_t partners =  // the mask with every lane in its partner's place
      is_next ? ((access.mask & 0x55555555u) << 1 | (access.mask & 0xaaaaaaaau) >> 1)
              : ((access.mask & 0x33333333u) << 2 | (access.mask & 0xccccccccu) >> 2);
  const bool all_paired = partners == access.mask;
  const bool none_paired = (partners & access.mask) == 0;
  const char* why = all_paired ? p::kPairsAgree : none_paired ? p::kPairsAlone : p::kPairsMixed;
  return fmt::format(fmt::runtime(why), is_next ? p::kNeighbours : p::kTwoApart, distance,
                     access.bytes) +
         fmt::format(p::kMerged, groups.lanes) + at_least(wavefronts);
}

std::string clean_sentence(const model::Device& device, const trace::Access& access,
                           const model::BankSchedule& schedule, const model::LaneGroups& groups) {
  const size_t op = index_of(access.operation);
  const Spread spread = spread_of(schedule);
  const int lanes = std::popcount(access.mask);
  const std::string wavefronts = counted(p::kWavefronts, schedule.cost.wavefronts);
  if (lanes == 1 && spread.words.size() == 1) {
    return fmt::format(p::kOneLane, std::countr_zero(access.mask), p::kVerbOne[op],
                       counted(p::kWord, *spread.words.begin()));
  }
  if (lanes > 1 && one_address(access)) {
    const std::string who = everyone(access.mask);
    if (access.bytes <= device.bank_bytes && groups.count == 1) {
      return fmt::format(p::kBroadcast, who, p::kVerbMany[op]);
    }
    return fmt::format(p::kSameAddressWide, who, p::kVerbMany[op], access.bytes, wavefronts);
  }
  if (groups.merge != model::Merge::kNone && unmerged_groups(groups, access.mask) > groups.count) {
    return merged_sentence(access, groups, schedule.cost.wavefronts);
  }
  if (groups.count > 1 && access.bytes > 4) {
    return wide_sentence(device, access, groups, schedule.cost.wavefronts);
  }
  if (groups.count > 1) {
    return fmt::format(p::kHalfWarpsClean, device.lanes_per_pass, p::kOperation[op], groups.count,
                       wavefronts);
  }
  if (spread.most_lanes > 1) {
    const std::string fed = spread.most_lanes == spread.fewest_lanes
                                ? fmt::format("{}", spread.most_lanes)
                                : fmt::format(p::kUpTo, spread.most_lanes);
    return fmt::format(fmt::runtime(p::kMulticast[op]), lanes, spread.words.size(),
                       spread.banks.size(), fed);
  }
  return fmt::format(p::kDistinct, counted(p::kLaneCount, lanes),
                     lanes == 1 ? p::kVerbOne[op] : p::kVerbMany[op], spread.words.size(),
                     spread.banks.size());
}

std::string clean_swap_sentence(const trace::Access& access, const model::BankSchedule& schedule) {
  if (std::has_single_bit(access.mask))
    return fmt::format(p::kSwapOne, std::countr_zero(access.mask));
  return fmt::format(p::kSwapClean, everyone(access.mask),
                     counted(p::kWavefronts, schedule.cost.wavefronts));
}

std::string loop_sentence(const model::SharedCost& cost) {
  return fmt::format(p::kAtomicLoop, counted(p::kRounds, cost.loads),
                     counted(p::kWavefronts, cost.wavefronts)) +
         (cost.conflicts() == 0 ? p::kLoopLeast : fmt::format(p::kLoopMore, cost.ideal_wavefronts));
}

std::string conflict_sentence(const model::Device& device, model::SharedOp op,
                              const trace::Access& access, const model::BankSchedule& schedule,
                              const model::LaneGroups& groups) {
  const Busiest busiest = find_busiest(schedule, groups);
  const Demand& demand = busiest.demand;
  const char* operation = p::kOperation[index_of(access.operation)];
  const std::string wavefronts = counted(p::kWavefronts, schedule.cost.wavefronts);
  const uint32_t least = schedule.cost.ideal_wavefronts;
  const std::string who = lanes_text(demand.lanes, true);
  std::string text;
  std::set<uint64_t> words;
  for (const model::BankService& service : demand.services) words.insert(service.word);
  if (op == model::SharedOp::kCompareSwap) {
    text = fmt::format(p::kSwapConflict, who, demand.bank, wavefronts, least);
  } else if (access.operation == trace::Operation::kAtomic) {
    text = fmt::format(p::kAtomicConflict, who, demand.bank, operation, wavefronts, least);
  } else if (demand.services.size() == 2 && words.size() == 2) {
    text = fmt::format(p::kPair, who, demand.bank, *words.begin(), *words.rbegin(), operation,
                       wavefronts, least);
  } else {
    text = fmt::format(p::kConflict, who, words.size(), demand.bank, operation, wavefronts, least);
  }
  if (device.broadcast == model::Broadcast::kOneWord && words.size() < demand.services.size()) {
    text += p::kOneWordRule;
  }
  if (groups.count > 1) {
    uint32_t widest = 0;
    for (uint32_t g = 0; g < groups.count; ++g) {
      widest = std::max(widest, static_cast<uint32_t>(std::popcount(groups.masks[g])));
    }
    const uint32_t conflicts = schedule.cost.conflicts();
    const char* need = op == model::SharedOp::kCompareSwap ? p::kTwoEach : p::kOneEach;
    text +=
        fmt::format(p::kLeavesInGroups, groups.count, widest, need, counted(p::kBeyond, conflicts));
  }
  const Spread spread = spread_of(schedule);
  if (groups.count == 1 && spread.banks.size() < device.banks) {
    const size_t idle = device.banks - spread.banks.size();
    text += fmt::format(fmt::runtime(idle == 1 ? p::kBanksIdle.one : p::kBanksIdle.many), idle,
                        device.banks);
  }
  return text;
}

}  // namespace

std::string lanes_text(uint32_t mask, bool capital) {
  const std::vector<uint32_t> lanes = lanes_of(mask);
  if (lanes.empty()) return "";
  const bool is_run = lanes.back() - lanes.front() + 1 == lanes.size();
  std::string numbers;
  if (is_run && lanes.size() > 2) {
    numbers = fmt::format(p::kRange, lanes.front(), lanes.back());
  } else if (lanes.size() > 6) {
    numbers = fmt::format("{}{}{}{}{}{}{}", lanes[0], p::kComma, lanes[1], p::kComma, lanes[2],
                          p::kEllipsis, lanes.back()) +
              fmt::format(p::kCount, lanes.size());
  } else {
    for (size_t i = 0; i < lanes.size(); ++i) {
      if (i > 0) numbers += i + 1 == lanes.size() ? p::kAnd : p::kComma;
      numbers += fmt::format("{}", lanes[i]);
    }
  }
  std::string text =
      lanes.size() == 1 ? fmt::format(p::kLane, numbers) : fmt::format(p::kLanes, numbers);
  if (capital) text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

std::string shared_sentence(const model::Device& device, model::SharedOp op,
                            const trace::Access& access, const model::BankSchedule& schedule) {
  if (model::is_loop(op)) return loop_sentence(schedule.cost) + outside(access);
  const model::LaneGroups groups =
      model::lane_groups(device, op, access.bytes, access.mask, access.addresses);
  const std::string text =
      schedule.cost.conflicts() != 0 ? conflict_sentence(device, op, access, schedule, groups)
      : op == model::SharedOp::kCompareSwap ? clean_swap_sentence(access, schedule)
                                            : clean_sentence(device, access, schedule, groups);
  return text + outside(access);
}

std::string constant_sentence(const trace::Access& access, uint32_t broadcasts) {
  const int lanes = std::popcount(access.mask);
  const std::string what =
      access.bytes <= 4 ? std::string(p::kTheWord) : fmt::format(p::kTheBytes, access.bytes);
  std::string text;
  if (lanes == 1) {
    text = fmt::format(p::kOneLaneConstant, std::countr_zero(access.mask));
  } else if (broadcasts == 1) {
    text = fmt::format(p::kOneBroadcast, everyone(access.mask), what);
  } else {
    text = fmt::format(p::kBroadcasts, counted(p::kLaneCount, lanes), broadcasts,
                       access.bytes <= 4 ? p::kWords : p::kValues);
  }
  return text + outside(access);
}

std::string global_sentence(const trace::Access& access, const model::GlobalCost& cost) {
  const size_t op = index_of(access.operation);
  const int lanes = std::popcount(access.mask);
  const bool is_same = lanes > 1 && one_address(access);
  std::string text;
  const bool is_full = access.bytes > 4 && cost.bytes_used == cost.bytes_moved();
  if (is_full && !is_same) {
    text = fmt::format(p::kWideTouch, p::kVerbOne[op], access.bytes, counted(p::kLaneCount, lanes),
                       lanes == 1 ? p::kTouchOne : p::kTouchMany,
                       counted(p::kSectors, cost.sectors), counted(p::kLines, cost.lines)) +
           fmt::format(fmt::runtime(cost.sectors == 1 ? p::kNeeded.one : p::kNeeded.many),
                       cost.sectors, cost.bytes_used);
  } else if (is_same && cost.sectors == 1) {
    text = fmt::format(p::kSameElement, everyone(access.mask), p::kVerbMany[op], access.bytes,
                       cost.bytes_used, cost.bytes_moved());
  } else {
    text =
        fmt::format(p::kTouch, counted(p::kLaneCount, lanes),
                    lanes == 1 ? p::kTouchOne : p::kTouchMany, counted(p::kSectors, cost.sectors),
                    counted(p::kLines, cost.lines), cost.bytes_used, cost.bytes_moved());
    if (cost.sectors > cost.sectors_needed()) {
      text += fmt::format(p::kFewer, counted(p::kSectors, cost.sectors_needed()));
    }
  }
  if (access.operation == trace::Operation::kAtomic && is_same) text += p::kSameAddressAtomic;
  return text + outside(access);
}

}  // namespace warplens::scene
