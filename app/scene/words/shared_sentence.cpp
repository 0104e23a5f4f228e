// The sentences about accesses of shared memory. The busiest bank of the busiest group of lanes is
// the reason for an access's wavefronts; the sentence names it, its lanes and its words. Nothing
// here counts wavefronts anew: the numbers are the models'.
#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "app/scene/words/sentence.hpp"
#include "app/scene/words/sentence_parts.hpp"
#include "sim/base/say.hpp"
#include "sim/model/bank_rule.hpp"
#include "sim/trace/matrix_layout.hpp"

namespace warplens::scene {
namespace {

using trace::Operation;

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

// Why several wavefronts are not a conflict: more bytes are requested than one can carry.
std::string wide_sentence(const model::Device& device, const trace::Access& access,
                          const model::LaneGroups& groups, uint32_t wavefronts) {
  const uint32_t delivered = device.banks * device.bank_bytes;
  const int lanes = std::popcount(access.mask);
  const uint32_t wanted = static_cast<uint32_t>(lanes) * access.bytes;
  const std::string least = at_least(wavefronts);
  if (wanted == groups.count * delivered) {
    switch (access.operation) {
      case Operation::kLoad:
        return say(
            "Each lane reads {bytes} bytes: {lanes} lanes need {wanted} bytes, the banks deliver "
            "{delivered} at a time: {least}",
            "bytes"_a = access.bytes, "lanes"_a = lanes, "wanted"_a = wanted,
            "delivered"_a = delivered, "least"_a = least);
      case Operation::kStore:
        return say(
            "Each lane writes {bytes} bytes: {lanes} lanes need {wanted} bytes, the banks take "
            "{delivered} at a time: {least}",
            "bytes"_a = access.bytes, "lanes"_a = lanes, "wanted"_a = wanted,
            "delivered"_a = delivered, "least"_a = least);
      case Operation::kAtomic:
        return say(
            "Each lane adds to {bytes} bytes: {lanes} lanes need {wanted} bytes, the banks take "
            "{delivered} at a time: {least}",
            "bytes"_a = access.bytes, "lanes"_a = lanes, "wanted"_a = wanted,
            "delivered"_a = delivered, "least"_a = least);
      case Operation::kCopy:
        break;
    }
  }
  switch (access.operation) {
    case Operation::kLoad:
      return say(
          "Each lane reads {bytes} bytes and the banks deliver {delivered} at a time, so lanes "
          "leave in groups of {lanes}; {groups} of them have active lanes: {least}",
          "bytes"_a = access.bytes, "delivered"_a = delivered, "lanes"_a = groups.lanes,
          "groups"_a = groups.count, "least"_a = least);
    case Operation::kStore:
      return say(
          "Each lane writes {bytes} bytes and the banks take {delivered} at a time, so lanes "
          "leave in groups of {lanes}; {groups} of them have active lanes: {least}",
          "bytes"_a = access.bytes, "delivered"_a = delivered, "lanes"_a = groups.lanes,
          "groups"_a = groups.count, "least"_a = least);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say(
      "Each lane adds to {bytes} bytes and the banks take {delivered} at a time, so lanes leave "
      "in groups of {lanes}; {groups} of them have active lanes: {least}",
      "bytes"_a = access.bytes, "delivered"_a = delivered, "lanes"_a = groups.lanes,
      "groups"_a = groups.count, "least"_a = least);
}

// Two groups of lanes leave as one because pairs of lanes agree.
std::string merged_sentence(const trace::Access& access, const model::LaneGroups& groups,
                            uint32_t wavefronts) {
  const bool is_next = groups.merge == model::Merge::kNeighbours;
  const uint32_t partners =  // the mask with every lane in its partner's place
      is_next ? ((access.mask & 0x55555555u) << 1 | (access.mask & 0xaaaaaaaau) >> 1)
              : ((access.mask & 0x33333333u) << 2 | (access.mask & 0xccccccccu) >> 2);
  const bool all_paired = partners == access.mask;
  const bool none_paired = (partners & access.mask) == 0;
  const std::string least_text = at_least(wavefronts);
  if (is_next && all_paired) {
    return say(
        "Lanes next to each other (0 and 1 ...) read the same {bytes} bytes, so {lanes} lanes "
        "leave together: {least}",
        "bytes"_a = access.bytes, "lanes"_a = groups.lanes, "least"_a = least_text);
  }
  if (is_next && none_paired) {
    return say(
        "Of lanes next to each other (0 and 1 ...) only one each is active, so {lanes} lanes "
        "leave together: {least}",
        "lanes"_a = groups.lanes, "least"_a = least_text);
  }
  if (is_next) {
    return say(
        "Lanes next to each other (0 and 1 ...) read the same {bytes} bytes or only one of them "
        "is active, so {lanes} lanes leave together: {least}",
        "bytes"_a = access.bytes, "lanes"_a = groups.lanes, "least"_a = least_text);
  }
  if (all_paired) {
    return say(
        "Lanes two apart (0 and 2 ...) read the same {bytes} bytes, so {lanes} lanes leave "
        "together: {least}",
        "bytes"_a = access.bytes, "lanes"_a = groups.lanes, "least"_a = least_text);
  }
  if (none_paired) {
    return say(
        "Of lanes two apart (0 and 2 ...) only one each is active, so {lanes} lanes leave "
        "together: {least}",
        "lanes"_a = groups.lanes, "least"_a = least_text);
  }
  return say(
      "Lanes two apart (0 and 2 ...) read the same {bytes} bytes or only one of them is active, "
      "so {lanes} lanes leave together: {least}",
      "bytes"_a = access.bytes, "lanes"_a = groups.lanes, "least"_a = least_text);
}

std::string one_lane_sentence(const trace::Access& access, uint64_t word) {
  switch (access.operation) {
    case Operation::kLoad:
      return say("Only lane {lane} is active: it reads word {word}, 1 wavefront.",
                 "lane"_a = std::countr_zero(access.mask), "word"_a = word);
    case Operation::kStore:
      return say("Only lane {lane} is active: it writes word {word}, 1 wavefront.",
                 "lane"_a = std::countr_zero(access.mask), "word"_a = word);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say("Only lane {lane} is active: it adds to word {word}, 1 wavefront.",
             "lane"_a = std::countr_zero(access.mask), "word"_a = word);
}

// All lanes have one address. `wavefronts`: "" where one word is broadcast in one.
std::string one_address_sentence(const trace::Access& access, const std::string& wavefronts) {
  const std::string lanes = everyone(access.mask);
  const bool is_word = wavefronts.empty();
  switch (access.operation) {
    case Operation::kLoad:
      return is_word
                 ? say("{lanes} read the same word: one broadcast, 1 wavefront.", "lanes"_a = lanes)
                 : say("{lanes} read the same {bytes} bytes: one broadcast, {wavefronts}.",
                       "lanes"_a = lanes, "bytes"_a = access.bytes, "wavefronts"_a = wavefronts);
    case Operation::kStore:
      return is_word
                 ? say("{lanes} write the same word, and one value stays: 1 wavefront.",
                       "lanes"_a = lanes)
                 : say("{lanes} write the same {bytes} bytes, and one value stays: {wavefronts}.",
                       "lanes"_a = lanes, "bytes"_a = access.bytes, "wavefronts"_a = wavefronts);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return is_word ? say("{lanes} add to the same word: 1 wavefront.", "lanes"_a = lanes)
                 : say("{lanes} add to the same {bytes} bytes: {wavefronts}.", "lanes"_a = lanes,
                       "bytes"_a = access.bytes, "wavefronts"_a = wavefronts);
}

std::string groups_sentence(const model::Device& device, Operation operation, uint32_t groups,
                            const std::string& wavefronts) {
  switch (operation) {
    case Operation::kLoad:
      return say(
          "This device serves {lanes} lanes at a time, so the load leaves in {groups} groups; none "
          "asks a bank twice: {wavefronts}, which is ideal.",
          "lanes"_a = device.lanes_per_pass, "groups"_a = groups, "wavefronts"_a = wavefronts);
    case Operation::kStore:
      return say(
          "This device serves {lanes} lanes at a time, so the store leaves in {groups} groups; "
          "none asks a bank twice: {wavefronts}, which is ideal.",
          "lanes"_a = device.lanes_per_pass, "groups"_a = groups, "wavefronts"_a = wavefronts);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say(
      "This device serves {lanes} lanes at a time, so the atomic leaves in {groups} groups; none "
      "asks a bank twice: {wavefronts}, which is ideal.",
      "lanes"_a = device.lanes_per_pass, "groups"_a = groups, "wavefronts"_a = wavefronts);
}

// Words that several lanes share.
std::string multicast_sentence(Operation operation, int lanes, const Spread& spread) {
  const std::string sharing = spread.most_lanes == spread.fewest_lanes
                                  ? std::to_string(spread.most_lanes)
                                  : say("up to {count}", "count"_a = spread.most_lanes);
  switch (operation) {
    case Operation::kLoad:
      return say(
          "{lanes} lanes read {words} words in {banks} different banks; a word feeds {sharing} "
          "lanes at once (multicast): 1 wavefront.",
          "lanes"_a = lanes, "words"_a = spread.words.size(), "banks"_a = spread.banks.size(),
          "sharing"_a = sharing);
    case Operation::kStore:
      return say(
          "{lanes} lanes write {words} words in {banks} different banks; {sharing} lanes write "
          "into the same word at once: 1 wavefront.",
          "lanes"_a = lanes, "words"_a = spread.words.size(), "banks"_a = spread.banks.size(),
          "sharing"_a = sharing);
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say(
      "{lanes} lanes add to {words} words in {banks} different banks; {sharing} lanes share a "
      "word: 1 wavefront.",
      "lanes"_a = lanes, "words"_a = spread.words.size(), "banks"_a = spread.banks.size(),
      "sharing"_a = sharing);
}

// A word and a bank for every lane.
std::string distinct_sentence(Operation operation, int lanes, const Spread& spread) {
  const auto count = static_cast<uint64_t>(lanes);
  switch (operation) {
    case Operation::kLoad:
      return say_count("{count} lane reads {words} words in {banks} different banks: 1 wavefront.",
                       "{count} lanes read {words} words in {banks} different banks: 1 wavefront.",
                       count, "words"_a = spread.words.size(), "banks"_a = spread.banks.size());
    case Operation::kStore:
      return say_count("{count} lane writes {words} words in {banks} different banks: 1 wavefront.",
                       "{count} lanes write {words} words in {banks} different banks: 1 wavefront.",
                       count, "words"_a = spread.words.size(), "banks"_a = spread.banks.size());
    case Operation::kAtomic:
    case Operation::kCopy:
      break;
  }
  return say_count("{count} lane adds to {words} words in {banks} different banks: 1 wavefront.",
                   "{count} lanes add to {words} words in {banks} different banks: 1 wavefront.",
                   count, "words"_a = spread.words.size(), "banks"_a = spread.banks.size());
}

std::string clean_sentence(const model::Device& device, const trace::Access& access,
                           const model::BankSchedule& schedule, const model::LaneGroups& groups) {
  const Spread spread = spread_of(schedule);
  const int lanes = std::popcount(access.mask);
  const std::string wavefronts = wavefronts_text(schedule.cost.wavefronts);
  if (lanes == 1 && spread.words.size() == 1) {
    return one_lane_sentence(access, *spread.words.begin());
  }
  if (lanes > 1 && one_address(access)) {
    const bool is_one_word = access.bytes <= device.bank_bytes && groups.count == 1;
    return one_address_sentence(access, is_one_word ? "" : wavefronts);
  }
  if (groups.merge != model::Merge::kNone && unmerged_groups(groups, access.mask) > groups.count) {
    return merged_sentence(access, groups, schedule.cost.wavefronts);
  }
  if (groups.count > 1 && access.bytes > 4) {
    return wide_sentence(device, access, groups, schedule.cost.wavefronts);
  }
  if (groups.count > 1) {
    return groups_sentence(device, access.operation, groups.count, wavefronts);
  }
  if (spread.most_lanes > 1) return multicast_sentence(access.operation, lanes, spread);
  return distinct_sentence(access.operation, lanes, spread);
}

std::string clean_swap_sentence(const trace::Access& access, const model::BankSchedule& schedule) {
  if (std::has_single_bit(access.mask)) {
    return say("Only lane {lane} is active and compares and swaps; that takes 2 wavefronts.",
               "lane"_a = std::countr_zero(access.mask));
  }
  return say(
      "{lanes} compare and swap, no two in one bank at a time; that takes {wavefronts}, which is "
      "ideal.",
      "lanes"_a = everyone(access.mask),
      "wavefronts"_a = wavefronts_text(schedule.cost.wavefronts));
}

std::string loop_sentence(const model::SharedCost& cost) {
  const std::string rounds = say_count("{count} round", "{count} rounds", cost.loads);
  const std::string wavefronts = wavefronts_text(cost.wavefronts);
  if (cost.conflicts() == 0) {
    return say(
        "The GPU has no instruction for this atomic on shared memory: it loads, computes, and "
        "compares and swaps until every lane is through, here in {rounds}. That takes "
        "{wavefronts}, which is ideal.",
        "rounds"_a = rounds, "wavefronts"_a = wavefronts);
  }
  return say(
      "The GPU has no instruction for this atomic on shared memory: it loads, computes, and "
      "compares and swaps until every lane is through, here in {rounds}. That takes {wavefronts}, "
      "where {least} would be ideal.",
      "rounds"_a = rounds, "wavefronts"_a = wavefronts, "least"_a = cost.ideal_wavefronts);
}

// Which lanes meet in which bank, and what that takes.
std::string meeting_sentence(model::SharedOp op, Operation operation, const Demand& demand,
                             const std::set<uint64_t>& words, const std::string& wavefronts_said,
                             uint32_t least_wavefronts) {
  const std::string who = lanes_text(demand.lanes, true);
  if (op == model::SharedOp::kCompareSwap) {
    return say(
        "{lanes} compare and swap in bank {bank}, one after another even where the address is the "
        "same and in two wavefronts each, so this atomic takes {wavefronts} instead of {least}.",
        "lanes"_a = who, "bank"_a = demand.bank, "wavefronts"_a = wavefronts_said,
        "least"_a = least_wavefronts);
  }
  if (operation == Operation::kAtomic) {
    return say(
        "{lanes} add in bank {bank}, one after another even where the address is the same, so "
        "this atomic takes {wavefronts} instead of {least}.",
        "lanes"_a = who, "bank"_a = demand.bank, "wavefronts"_a = wavefronts_said,
        "least"_a = least_wavefronts);
  }
  const bool is_load = operation == Operation::kLoad;
  if (demand.services.size() == 2 && words.size() == 2) {
    return is_load ? say("{lanes} need different words of bank {bank} (words {first} and "
                         "{second}), so this load takes {wavefronts} instead of {least}.",
                         "lanes"_a = who, "bank"_a = demand.bank, "first"_a = *words.begin(),
                         "second"_a = *words.rbegin(), "wavefronts"_a = wavefronts_said,
                         "least"_a = least_wavefronts)
                   : say("{lanes} need different words of bank {bank} (words {first} and "
                         "{second}), so this store takes {wavefronts} instead of {least}.",
                         "lanes"_a = who, "bank"_a = demand.bank, "first"_a = *words.begin(),
                         "second"_a = *words.rbegin(), "wavefronts"_a = wavefronts_said,
                         "least"_a = least_wavefronts);
  }
  return is_load ? say("{lanes} need {count} different words of bank {bank}, so this load takes "
                       "{wavefronts} instead of {least}.",
                       "lanes"_a = who, "count"_a = words.size(), "bank"_a = demand.bank,
                       "wavefronts"_a = wavefronts_said, "least"_a = least_wavefronts)
                 : say("{lanes} need {count} different words of bank {bank}, so this store takes "
                       "{wavefronts} instead of {least}.",
                       "lanes"_a = who, "count"_a = words.size(), "bank"_a = demand.bank,
                       "wavefronts"_a = wavefronts_said, "least"_a = least_wavefronts);
}

std::string conflict_sentence(const model::Device& device, model::SharedOp op,
                              const trace::Access& access, const model::BankSchedule& schedule,
                              const model::LaneGroups& groups) {
  const Demand demand = busiest_demand(schedule, groups);
  std::set<uint64_t> words;
  for (const model::BankService& service : demand.services) words.insert(service.word);
  std::string text =
      meeting_sentence(op, access.operation, demand, words,
                       wavefronts_text(schedule.cost.wavefronts), schedule.cost.ideal_wavefronts);
  if (device.broadcast == model::Broadcast::kOneWord && words.size() < demand.services.size()) {
    text += " ";
    text += label(
        "This device broadcasts one word in a wavefront; other shared words are served lane by "
        "lane.");
  }
  if (groups.count > 1) {
    uint32_t widest = 0;
    for (uint32_t g = 0; g < groups.count; ++g) {
      widest = std::max(widest, static_cast<uint32_t>(std::popcount(groups.masks[g])));
    }
    const uint32_t conflicts = schedule.cost.conflicts();
    text += " ";
    text += op == model::SharedOp::kCompareSwap
                ? say_count(
                      "Its {groups} groups of up to {lanes} lanes need two each; {count} wavefront "
                      "is excessive.",
                      "Its {groups} groups of up to {lanes} lanes need two each; {count} "
                      "wavefronts are excessive.",
                      conflicts, "groups"_a = groups.count, "lanes"_a = widest)
                : say_count(
                      "Its {groups} groups of up to {lanes} lanes need one each; {count} wavefront "
                      "is excessive.",
                      "Its {groups} groups of up to {lanes} lanes need one each; {count} "
                      "wavefronts are excessive.",
                      conflicts, "groups"_a = groups.count, "lanes"_a = widest);
  }
  const Spread spread = spread_of(schedule);
  if (groups.count == 1 && spread.banks.size() < device.banks) {
    text += " ";
    text += say_count("{count} of {banks} banks is not used at all.",
                      "{count} of {banks} banks are not used at all.",
                      device.banks - spread.banks.size(), "banks"_a = device.banks);
  }
  return text;
}

}  // namespace

std::string shared_sentence(const model::Device& device, model::SharedOp op,
                            const trace::Access& access, const model::BankSchedule& schedule) {
  if (model::is_loop(op)) return loop_sentence(schedule.cost) + outside(access);
  const model::LaneGroups groups =
      model::lane_groups(device, op, access.bytes, access.mask, access.addresses);
  if (trace::is_matrix(access.layout))
    return matrix_sentence(access, schedule, groups) + outside(access);
  const std::string text =
      schedule.cost.conflicts() != 0 ? conflict_sentence(device, op, access, schedule, groups)
      : op == model::SharedOp::kCompareSwap ? clean_swap_sentence(access, schedule)
                                            : clean_sentence(device, access, schedule, groups);
  return text + outside(access);
}

}  // namespace warplens::scene
