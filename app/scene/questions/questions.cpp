// What a belief would find is worked out of the same access as the truth; where both agree, it is
// no choice.
#include "app/scene/questions/questions.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "app/scene/words/sentence_parts.hpp"
#include "sim/base/grouped.hpp"
#include "sim/base/say.hpp"

namespace warplens::scene {

Sentence count_question(Work work) {
  switch (work) {
    case Work::kWavefronts:
      return sentence("How many wavefronts does this access take?");
    case Work::kBroadcasts:
      return sentence("How many broadcasts does this access take?");
    case Work::kSectors:
      break;
  }
  return sentence("How many sectors of 32 bytes does this access transfer?");
}

namespace {

using LanePair = std::pair<uint32_t, uint32_t>;
using IsPair = std::function<bool(const LaneRow& one, const LaneRow& other)>;

// The first two active lanes of which it is true.
std::optional<LanePair> find_pair(const Moment& moment, const IsPair& is_pair) {
  const std::vector<uint32_t> lanes = lanes_of(moment.access.mask & ~moment.access.out_of_bounds);
  for (size_t i = 0; i < lanes.size(); ++i) {
    for (size_t j = i + 1; j < lanes.size(); ++j) {
      if (is_pair(moment.lanes[lanes[i]], moment.lanes[lanes[j]]))
        return LanePair{lanes[i], lanes[j]};
    }
  }
  return std::nullopt;
}

uint32_t mask_of(LanePair pair) {
  return 1u << pair.first | 1u << pair.second;
}

// A question whose answers are numbers.
class NumberQuestion {
 public:
  NumberQuestion(std::string text, uint64_t truth) {
    question_.text = std::move(text);
    question_.choices.push_back({base::grouped(truth), Belief::kNone, "", 0});
    values_.insert(truth);
  }

  // What a belief finds, and the lanes that show why not; nothing without them.
  void add(uint64_t value, Belief belief, std::optional<LanePair> lanes,
           const std::function<std::string(LanePair)>& why) {
    if (!lanes || !values_.insert(value).second) return;
    question_.choices.push_back({base::grouped(value), belief, why(*lanes), mask_of(*lanes)});
  }

  // By number; none without a second choice.
  std::optional<Question> finish() && {
    if (question_.choices.size() < 2) return std::nullopt;
    std::sort(question_.choices.begin(), question_.choices.end(),
              [](const Choice& a, const Choice& b) {
                return std::pair(a.text.size(), a.text) < std::pair(b.text.size(), b.text);
              });
    return std::move(question_);
  }

 private:
  Question question_;
  std::set<uint64_t> values_;
};

uint64_t active_lanes(const Moment& moment) {
  return static_cast<uint64_t>(std::popcount(moment.access.mask));
}

// Of accesses whose lanes each want one word of one bank.
struct BankLoad {
  std::map<uint32_t, std::set<uint64_t>> words;  // by bank
  std::map<uint32_t, uint64_t> lanes;
};

BankLoad bank_load(const Moment& moment) {
  BankLoad load;
  for (const uint32_t lane : lanes_of(moment.access.mask & ~moment.access.out_of_bounds)) {
    const LaneRow& row = moment.lanes[lane];
    load.words[row.bank].insert(row.word);
    ++load.lanes[row.bank];
  }
  return load;
}

bool is_narrow(const Moment& moment) {
  return moment.access.bytes <= 4 && moment.access.out_of_bounds == 0;
}

std::optional<LanePair> colliding_lanes(const Moment& moment) {
  return find_pair(moment, [](const LaneRow& one, const LaneRow& other) {
    return one.bank == other.bank && one.word != other.word;
  });
}

std::optional<LanePair> lanes_of_one_word(const Moment& moment) {
  return find_pair(moment,
                   [](const LaneRow& one, const LaneRow& other) { return one.word == other.word; });
}

std::string collision_words(const Moment& moment, LanePair lanes) {
  const LaneRow &one = moment.lanes[lanes.first], &other = moment.lanes[lanes.second];
  return say(
      "Lanes {one} and {other} want {first} and {second}: two words of bank {bank}, which gives "
      "one a wavefront.",
      "one"_a = lanes.first, "other"_a = lanes.second, "first"_a = one.element_name,
      "second"_a = other.element_name, "bank"_a = one.bank);
}

std::string one_word_words(const Moment& moment, LanePair lanes) {
  return say("Lanes {one} and {other} want the same word, {element}: one wavefront is for both.",
             "one"_a = lanes.first, "other"_a = lanes.second,
             "element"_a = moment.lanes[lanes.first].element_name);
}

std::optional<Question> pass_question(const Moment& moment) {
  NumberQuestion question(say(count_question(Work::kWavefronts)), moment.banks.cost.wavefronts);
  if (!is_narrow(moment)) return std::nullopt;
  const BankLoad load = bank_load(moment);
  uint64_t sum = 1, most_lanes = 0;
  for (const auto& [bank, words] : load.words) sum += words.size() - 1;
  for (const auto& [bank, lanes] : load.lanes) most_lanes = std::max(most_lanes, lanes);
  question.add(1, Belief::kNeverConflicts, colliding_lanes(moment),
               [&](LanePair lanes) { return collision_words(moment, lanes); });
  question.add(sum, Belief::kBanksQueueUp,
               find_pair(moment,
                         [](const LaneRow& one, const LaneRow& other) {
                           return one.bank != other.bank && one.wavefront == other.wavefront;
                         }),
               [&](LanePair lanes) {
                 return say(
                     "Lanes {one} and {other} go through banks {first} and {second} in the same "
                     "wavefront: banks work side by side, and the fullest one decides.",
                     "one"_a = lanes.first, "other"_a = lanes.second,
                     "first"_a = moment.lanes[lanes.first].bank,
                     "second"_a = moment.lanes[lanes.second].bank);
               });
  question.add(most_lanes, Belief::kSameWordQueues, lanes_of_one_word(moment),
               [&](LanePair lanes) { return one_word_words(moment, lanes); });
  question.add(
      active_lanes(moment), Belief::kOneALane,
      find_pair(moment, [](const LaneRow& one,
                           const LaneRow& other) { return one.wavefront == other.wavefront; }),
      [](LanePair lanes) {
        return say("Lanes {one} and {other} are served in the same wavefront.",
                   "one"_a = lanes.first, "other"_a = lanes.second);
      });
  return std::move(question).finish();
}

// Whether no byte between those that lanes want is left out.
bool is_in_one_piece(const Moment& moment) {
  uint64_t begin = ~uint64_t{0}, end = 0;
  for (const uint32_t lane : lanes_of(moment.access.mask & ~moment.access.out_of_bounds)) {
    begin = std::min(begin, moment.lanes[lane].address);
    end = std::max(end, moment.lanes[lane].address + moment.access.bytes);
  }
  return begin < end && end - begin == moment.global.bytes_used;
}

std::optional<Question> sector_question(const Moment& moment) {
  NumberQuestion question(say(count_question(Work::kSectors)), moment.global.sectors);
  const auto sector = [](const LaneRow& row) { return row.address / model::kSectorBytes; };
  const auto apart = find_pair(moment, [&](const LaneRow& one, const LaneRow& other) {
    return sector(one) != sector(other);
  });
  const bool is_one_piece = is_in_one_piece(moment);
  question.add(
      moment.global.packed_sectors(),
      is_one_piece ? Belief::kAlignmentIgnored : Belief::kOnlyAskedMoves, apart,
      [&](LanePair lanes) {
        if (is_one_piece)
          return say(
              "{bytes} bytes would fit into fewer, but they do not begin at a multiple of 32: "
              "lanes {one} and {other} are in different sectors.",
              "bytes"_a = moment.global.bytes_used, "one"_a = lanes.first,
              "other"_a = lanes.second);
        return say(
            "Lanes request {bytes} bytes with others between them, and a sector is transferred "
            "whole: lanes {one} and {other} are in different sectors.",
            "bytes"_a = moment.global.bytes_used, "one"_a = lanes.first, "other"_a = lanes.second);
      });
  question.add(
      active_lanes(moment), Belief::kOneALane,
      find_pair(moment, [&](const LaneRow& one,
                            const LaneRow& other) { return sector(one) == sector(other); }),
      [&](LanePair lanes) {
        return say("Lanes {one} and {other} are in the same sector, which is transferred once.",
                   "one"_a = lanes.first, "other"_a = lanes.second);
      });
  question.add(moment.global.lines, Belief::kLinesAreMoved, apart, [](LanePair lanes) {
    return say(
        "A line of 128 bytes is transferred in sectors of 32: lanes {one} and {other} are in "
        "different ones.",
        "one"_a = lanes.first, "other"_a = lanes.second);
  });
  return std::move(question).finish();
}

std::optional<Question> broadcast_question(const Moment& moment) {
  const uint64_t truth = std::max<uint64_t>(moment.passes.count(), 1);
  NumberQuestion question(say(count_question(Work::kBroadcasts)), truth);
  question.add(
      1, Belief::kAlwaysBroadcast,
      find_pair(moment, [](const LaneRow& one,
                           const LaneRow& other) { return one.broadcast != other.broadcast; }),
      [](LanePair lanes) {
        return say("Lanes {one} and {other} want different words: one broadcast has one.",
                   "one"_a = lanes.first, "other"_a = lanes.second);
      });
  question.add(
      active_lanes(moment), Belief::kOneALane,
      find_pair(moment, [](const LaneRow& one,
                           const LaneRow& other) { return one.broadcast == other.broadcast; }),
      [](LanePair lanes) {
        return say(
            "Lanes {one} and {other} want the same word: one broadcast has it for "
            "both.",
            "one"_a = lanes.first, "other"_a = lanes.second);
      });
  return std::move(question).finish();
}

// The shared array of rows that the access goes to; null: it goes to another one.
const Grid* accessed_matrix(const Moment& moment) {
  const auto grid = std::find_if(moment.grids.begin(), moment.grids.end(), [&](const Grid& one) {
    return one.name == moment.array && one.space == trace::Space::kShared;
  });
  return grid != moment.grids.end() && grid->extents.size() > 1 ? &*grid : nullptr;
}

// Of the chosen lane's element in an array of rows.
std::optional<Question> bank_question(const Moment& moment, const model::Device& device) {
  const LaneRow& row = moment.lanes[moment.lane];
  const Grid* grid = accessed_matrix(moment);
  if (!is_narrow(moment) || grid == nullptr || moment.access.warp != moment.warp || !row.active)
    return std::nullopt;
  const uint64_t pitch = grid->extents.back(), column = row.element % pitch;
  const uint64_t offset = row.address - grid->base;
  NumberQuestion question(say("Which bank holds {element}?", "element"_a = row.element_name),
                          row.bank);
  const auto why = [&](LanePair) {
    return say(
        "{element} is element {index} of the array ({row} rows of {pitch} and {column} "
        "more): word {word}, and word {word} mod {banks} is the bank.",
        "element"_a = row.element_name, "index"_a = row.element, "row"_a = row.element / pitch,
        "pitch"_a = pitch, "column"_a = column, "word"_a = row.word, "banks"_a = device.banks);
  };
  const LanePair itself{moment.lane, moment.lane};
  question.add(column % device.banks, Belief::kPitchIgnored, itself, why);
  question.add(offset % device.banks, Belief::kBytesAreWords, itself, why);
  question.add(moment.lane % device.banks, Belief::kLaneIsBank, itself, why);
  return std::move(question).finish();
}

// The access's array with rows of more columns: what its lanes then cost.
class PaddedAccess {
 public:
  PaddedAccess(const Moment& moment, const Grid& grid, const model::Device& device)
      : moment_(moment), pitch_(grid.extents.back()), base_(grid.base), device_(device) {}

  uint32_t wavefronts(uint32_t pad) const {
    model::Addresses addresses{};
    for (const uint32_t lane : lanes_of(moment_.access.mask))
      addresses[lane] = address(moment_.lanes[lane], pad);
    const auto op = moment_.access.operation == trace::Operation::kLoad ? model::SharedOp::kLoad
                                                                        : model::SharedOp::kStore;
    return model::shared_cost(device_, op, moment_.access.bytes, moment_.access.mask, addresses)
        .wavefronts;
  }
  // Two lanes that want different words of one bank.
  std::optional<LanePair> colliding(uint32_t pad) const {
    return find_pair(moment_, [&](const LaneRow& one, const LaneRow& other) {
      const uint64_t first = word(one, pad), second = word(other, pad);
      return first != second && first % device_.banks == second % device_.banks;
    });
  }
  uint64_t bank(uint32_t lane, uint32_t pad) const {
    return word(moment_.lanes[lane], pad) % device_.banks;
  }

 private:
  uint64_t address(const LaneRow& row, uint32_t pad) const {
    const uint64_t element = row.element / pitch_ * (pitch_ + pad) + row.element % pitch_;
    return base_ + element * moment_.access.bytes;
  }
  uint64_t word(const LaneRow& row, uint32_t pad) const {
    return address(row, pad) / device_.bank_bytes;
  }

  const Moment& moment_;
  const uint64_t pitch_, base_;
  const model::Device& device_;
};

// Of an access to rows of one element a lane each, which has conflicts that a pad cures or reduces.
std::optional<Question> pad_question(const Moment& moment, const model::Device& device) {
  const Grid* grid = accessed_matrix(moment);
  const bool is_plain = is_narrow(moment) && grid != nullptr &&
                        grid->element_bytes == moment.access.bytes &&
                        moment.access.operation != trace::Operation::kAtomic;
  if (!is_plain || moment.banks.cost.conflicts() == 0) return std::nullopt;
  const PaddedAccess padded(moment, *grid, device);
  uint32_t best = 0;
  for (uint32_t pad = 1; pad <= device.banks; ++pad)
    best = padded.wavefronts(pad) < padded.wavefronts(best) ? pad : best;
  if (best == 0) return std::nullopt;
  NumberQuestion question(
      say("How many columns of padding does {array} need for this access, at least?",
          "array"_a = moment.array),
      best);
  const auto add = [&](uint32_t pad, Belief belief) {
    if (padded.wavefronts(pad) <= padded.wavefronts(best)) return;
    question.add(pad, belief, padded.colliding(pad), [&](LanePair lanes) {
      return say("With {pad} more, lanes {one} and {other} want two words of bank {bank}.",
                 "pad"_a = pad, "one"_a = lanes.first, "other"_a = lanes.second,
                 "bank"_a = padded.bank(lanes.first, pad));
    });
  };
  add(0, Belief::kPadIsUseless);
  add(1, Belief::kPadIsOne);
  add(device.banks, Belief::kPadIsARow);
  return std::move(question).finish();
}

std::optional<Question> collision_question(const Moment& moment) {
  if (!is_narrow(moment)) return std::nullopt;
  const std::optional<LanePair> right = colliding_lanes(moment);
  if (!right) return std::nullopt;
  Question question{say("Which two lanes collide in this access?"), {}};
  std::vector<std::pair<LanePair, Choice>> pairs;
  const auto add = [&](LanePair lanes, Belief belief, const std::string& why) {
    pairs.push_back(
        {lanes,
         {say("lanes {one} and {other}", "one"_a = lanes.first, "other"_a = lanes.second), belief,
          why, why.empty() ? 0 : mask_of(lanes)}});
  };
  add(*right, Belief::kNone, "");
  const auto beside = find_pair(moment, [&](const LaneRow& one, const LaneRow& other) {
    return &other == &one + 1 && one.bank != other.bank;
  });
  if (beside)
    add(*beside, Belief::kNeighboursCollide,
        say("Lanes {one} and {other} use banks {first} and {second}: neighbours need not meet.",
            "one"_a = beside->first, "other"_a = beside->second,
            "first"_a = moment.lanes[beside->first].bank,
            "second"_a = moment.lanes[beside->second].bank));
  if (const auto same = lanes_of_one_word(moment); same && same != beside)
    add(*same, Belief::kSameWordCollides, one_word_words(moment, *same));
  std::sort(pairs.begin(), pairs.end(),
            [](const auto& one, const auto& other) { return one.first < other.first; });
  for (auto& [lanes, choice] : pairs) question.choices.push_back(std::move(choice));
  question.choices.push_back({say("no two lanes"), Belief::kNeverConflicts,
                              collision_words(moment, *right), mask_of(*right)});
  return question;
}

std::string walk_words(std::optional<trace::Operation> operation) {
  if (!operation) return label("a thread uses next what the lane beside it uses now");
  switch (*operation) {
    case trace::Operation::kLoad:
      return label("a thread reads next what the lane beside it reads now");
    case trace::Operation::kStore:
      return label("a thread stores next where the lane beside it stores now");
    case trace::Operation::kAtomic:
    case trace::Operation::kCopy:
      break;
  }
  return label("a thread updates next what the lane beside it updates now");
}

}  // namespace

size_t Question::right() const {
  const auto at = std::find_if(choices.begin(), choices.end(),
                               [](const Choice& choice) { return choice.belief == Belief::kNone; });
  return static_cast<size_t>(at - choices.begin());
}

std::string words_of(Belief belief, std::optional<trace::Operation> operation) {
  switch (belief) {
    case Belief::kNone:
      return "";
    case Belief::kBanksQueueUp:
      return label("the queues of all banks add up");
    case Belief::kSameWordQueues:
      return label("lanes that want one word queue");
    case Belief::kNeverConflicts:
      return label("shared memory never takes more than one wavefront");
    case Belief::kOneALane:
      return label("every lane takes one of its own");
    case Belief::kAlignmentIgnored:
      return label("where bytes begin does not matter");
    case Belief::kOnlyAskedMoves:
      return label("only the bytes that lanes request are transferred");
    case Belief::kLinesAreMoved:
      return label("whole lines are transferred");
    case Belief::kAlwaysBroadcast:
      return label("constant memory serves all lanes at once");
    case Belief::kPitchIgnored:
      return label("an element's bank is its column");
    case Belief::kBytesAreWords:
      return label("banks are counted in bytes");
    case Belief::kLaneIsBank:
      return label("a lane's number is its bank");
    case Belief::kNeighboursCollide:
      return label("lanes beside each other collide");
    case Belief::kSameWordCollides:
      return label("lanes that want one word collide");
    case Belief::kPadIsOne:
      return label("one more column is always the cure");
    case Belief::kPadIsARow:
      return label("a pad is a row of banks");
    case Belief::kPadIsUseless:
      return label("no pad helps");
    case Belief::kOneThreadsTime:
      return label("what one thread accesses in turn is what coalesces");
    case Belief::kDistanceIsFree:
      return label("how far lanes are apart does not matter");
    case Belief::kAlwaysCoalesces:
      return label("lanes of one instruction are always merged");
    case Belief::kNeighbourIsNext:
      return label("a thread goes on to the element beside");
    case Belief::kAxesSwapped:
      return label("rows and columns are exchanged");
    case Belief::kLanesWalk:
      return walk_words(operation);
    case Belief::kStaysThere:
      return label("a thread stays at its element");
    case Belief::kOnlyLoadsWait:
      return label("nothing has to wait for loads");
    case Belief::kStoresAreSeen:
      return label("all threads see a store at once");
    case Belief::kBarriersAreNeeded:
      return label("every barrier is needed");
    case Belief::kBusiestIsWorst:
      return label("the line with the most accesses is the worst");
    case Belief::kSteepestIsWorst:
      return label("the line with the dearest access is the worst");
    case Belief::kOnlyLoadsCost:
      return label("stores are free");
    case Belief::kOnlyStoresCost:
      return label("loads are free");
    case Belief::kWorkIsTime:
      return label("as many times the wavefronts, as many times the time");
    case Belief::kWorkIsFree:
      return label("wavefronts take no time");
  }
  return "";
}

std::vector<Question> questions_about(const Moment& moment, const model::Device& device) {
  std::vector<Question> questions;
  const auto add = [&](std::optional<Question> question) {
    if (question) questions.push_back(std::move(*question));
  };
  switch (moment.access.space) {
    case trace::Space::kShared:
      add(pass_question(moment));
      add(bank_question(moment, device));
      add(collision_question(moment));
      add(pad_question(moment, device));
      break;
    case trace::Space::kConstant:
      add(broadcast_question(moment));
      break;
    case trace::Space::kGlobal:
      add(sector_question(moment));
      break;
    case trace::Space::kLocal:
    case trace::Space::kRegisters:
    case trace::Space::kHost:
      break;
  }
  if (moment.run_questions != nullptr)
    questions.insert(questions.end(), moment.run_questions->begin(), moment.run_questions->end());
  return questions;
}

}  // namespace warplens::scene
