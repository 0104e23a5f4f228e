// Each pair is tried with the rule that counts the whole access. Of shared memory those of the bank
// with the most words are shown first, as it is the one that decides, and before lanes that use
// different banks those that want one word.
#include "app/study/access_lanes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "sim/model/bank_rule.hpp"
#include "sim/observe/totals/shared_op.hpp"

namespace warplens::study {

namespace {

// Two lanes, the lower one first.
using Pair = std::pair<uint32_t, uint32_t>;

uint32_t mask_of(Pair pair) {
  return 1u << pair.first | 1u << pair.second;
}

// The pair with the most points, of several the first one; nothing where none has any.
std::optional<Pair> best_pair(uint32_t mask, const std::function<uint64_t(Pair)>& points_of) {
  std::optional<Pair> best;
  uint64_t most = 0;
  for (uint32_t first = 0; first < trace::kWarpSize; ++first) {
    for (uint32_t second = first + 1; second < trace::kWarpSize; ++second) {
      const Pair pair{first, second};
      if ((mask_of(pair) & ~mask) != 0) continue;
      const uint64_t points = points_of(pair);
      if (points <= most) continue;
      most = points;
      best = pair;
    }
  }
  return best;
}

// -------------------------------------------------------------------------------------- wavefronts

class BankLanes {
 public:
  BankLanes(const run::Run& run, const trace::Access& access, uint32_t mask)
      : device_(run.device),
        access_(access),
        mask_(mask),
        op_(observe::shared_rule(run.program->sites[access.site]).op),
        groups_(model::lane_groups(device_, op_, access.bytes, mask, access.addresses)) {
    for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane) {
      if ((mask >> lane & 1u) == 0) continue;
      const model::UnitRange units =
          model::units_of(access.addresses[lane], access.bytes, model::unit_bytes(device_));
      for (uint32_t i = 0; i < units.count; ++i) {
        const uint64_t unit = units.first + i;
        units_[lane].insert(unit);
        words_[model::bank_of(device_, unit)].insert(unit);
      }
    }
  }

  CountingLanes lanes() const {
    // What one lane takes alone is no matter of who is served with whom.
    if (model::is_loop(op_)) return {};
    CountingLanes result;
    const auto apart = best_pair(mask_, [&](Pair pair) { return points_apart(pair); });
    if (apart) result.apart = {apart->first, apart->second, why_apart(*apart)};
    const auto together = best_pair(mask_, [&](Pair pair) { return points_together(pair); });
    if (together) result.together = {together->first, together->second, why_together(*together)};
    return result;
  }

 private:
  // The group that serves both; nothing: each has its own.
  bool are_in_one_group(Pair pair) const {
    return std::any_of(groups_.masks.begin(), groups_.masks.begin() + groups_.count,
                       [&](uint32_t group) { return (group & mask_of(pair)) == mask_of(pair); });
  }
  uint32_t wavefronts(uint32_t lanes) const {
    return model::group_wavefronts(device_, op_, access_.bytes, lanes, access_.addresses);
  }
  bool are_served_together(Pair pair) const {
    return are_in_one_group(pair) &&
           wavefronts(mask_of(pair)) <=
               std::max(wavefronts(1u << pair.first), wavefronts(1u << pair.second));
  }
  // The fullest bank of which they want different words.
  std::optional<uint32_t> meeting_bank(Pair pair) const {
    std::optional<uint32_t> fullest;
    for (const uint64_t one : units_[pair.first]) {
      const uint32_t bank = model::bank_of(device_, one);
      const bool meets = std::any_of(
          units_[pair.second].begin(), units_[pair.second].end(),
          [&](uint64_t other) { return other != one && model::bank_of(device_, other) == bank; });
      if (meets && (!fullest || words_.at(bank).size() > words_.at(*fullest).size()))
        fullest = bank;
    }
    return fullest;
  }
  std::optional<uint64_t> common_word(Pair pair) const {
    for (const uint64_t unit : units_[pair.first]) {
      if (units_[pair.second].contains(unit)) return unit;
    }
    return std::nullopt;
  }

  uint64_t points_apart(Pair pair) const {
    if (are_served_together(pair)) return 0;
    const auto bank = are_in_one_group(pair) ? meeting_bank(pair) : std::nullopt;
    return 1 + (bank ? words_.at(*bank).size() : 0);
  }
  uint64_t points_together(Pair pair) const {
    if (!are_served_together(pair)) return 0;
    return common_word(pair) ? 2 : 1;
  }

  Text why_apart(Pair pair) const {
    if (!are_in_one_group(pair))
      return to_say(
          "A request of {bytes} bytes a lane is served in groups of {count} lanes, one group after "
          "another: lanes {one} and {other} are in different groups.",
          "bytes"_a = access_.bytes, "count"_a = groups_.lanes, "one"_a = pair.first,
          "other"_a = pair.second);
    if (const auto bank = meeting_bank(pair))
      return to_say(
          "Lanes {one} and {other} want different words of bank {bank}, which gives one in a "
          "wavefront.",
          "one"_a = pair.first, "other"_a = pair.second, "bank"_a = *bank);
    return to_say("Lanes {one} and {other} change the same word: one after the other.",
                  "one"_a = pair.first, "other"_a = pair.second);
  }
  Text why_together(Pair pair) const {
    if (common_word(pair))
      return to_say("Lanes {one} and {other} want the same word: one wavefront is for both.",
                    "one"_a = pair.first, "other"_a = pair.second);
    return to_say(
        "Lanes {one} and {other} use banks {first} and {second}, which work in the same "
        "wavefront.",
        "one"_a = pair.first, "other"_a = pair.second, "first"_a = bank_of(pair.first),
        "second"_a = bank_of(pair.second));
  }
  uint32_t bank_of(uint32_t lane) const { return model::bank_of(device_, *units_[lane].begin()); }

  const model::Device& device_;
  const trace::Access& access_;
  const uint32_t mask_;
  const model::SharedOp op_;
  const model::LaneGroups groups_;
  std::array<std::set<uint64_t>, trace::kWarpSize> units_;  // that each lane wants
  std::map<uint32_t, std::set<uint64_t>> words_;            // by bank
};

// ------------------------------------------------------------------------------- sectors and lines

// The pieces of so many bytes that a lane touches.
struct Pieces {
  uint64_t first = 0, last = 0;
};

CountingLanes lanes_of_pieces(const trace::Access& access, uint32_t mask, Counted counted) {
  const bool is_line = counted == Counted::kLines;
  const uint64_t bytes = is_line ? model::kLineBytes : model::kSectorBytes;
  const auto pieces = [&](uint32_t lane) {
    const uint64_t address = access.addresses[lane];
    return Pieces{address / bytes, (address + access.bytes - 1) / bytes};
  };
  const auto share = [&](Pair pair) {
    const Pieces one = pieces(pair.first), other = pieces(pair.second);
    return one.first <= other.last && other.first <= one.last;
  };
  CountingLanes result;
  if (const auto apart = best_pair(mask, [&](Pair pair) { return share(pair) ? 0u : 1u; }))
    result.apart = {
        apart->first, apart->second,
        is_line ? to_say("Lanes {one} and {other} want bytes of different lines, and each counts.",
                         "one"_a = apart->first, "other"_a = apart->second)
                : to_say("Lanes {one} and {other} want bytes of different sectors, and each is "
                         "transferred.",
                         "one"_a = apart->first, "other"_a = apart->second)};
  if (const auto together = best_pair(mask, [&](Pair pair) { return share(pair) ? 1u : 0u; }))
    result.together = {
        together->first, together->second,
        is_line ? to_say("Lanes {one} and {other} want bytes of the same line, which counts once.",
                         "one"_a = together->first, "other"_a = together->second)
                : to_say("Lanes {one} and {other} want bytes of the same sector, which is "
                         "transferred once.",
                         "one"_a = together->first, "other"_a = together->second)};
  return result;
}

}  // namespace

CountingLanes counting_lanes(const run::Run& run, const AccessFacts& facts, Counted counted) {
  const trace::Access& access = facts.traced.access;
  const bool is_shared = counted == Counted::kWavefronts;
  // Of a copy, both sides decide.
  if (access.operation == trace::Operation::kCopy) return {};
  const uint32_t mask = access.mask & ~access.out_of_bounds;
  if (access.space != (is_shared ? trace::Space::kShared : trace::Space::kGlobal) || mask == 0)
    return {};
  return is_shared ? BankLanes(run, access, mask).lanes() : lanes_of_pieces(access, mask, counted);
}

}  // namespace warplens::study
