#include "app/session/scores.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::gui {

namespace {

using json = nlohmann::ordered_json;
using scene::Belief;

constexpr uint32_t kComesAgain = 2;        // times
constexpr uint32_t kMostCount = 1u << 30;  // of a damaged file

// Names in the file, which later versions must still read.
constexpr std::pair<Belief, const char*> kNames[] = {
    {Belief::kBanksQueueUp, "banks-queue-up"},
    {Belief::kSameWordQueues, "same-word-queues"},
    {Belief::kNeverConflicts, "never-conflicts"},
    {Belief::kOneALane, "one-a-lane"},
    {Belief::kAlignmentIgnored, "alignment-ignored"},
    {Belief::kOnlyAskedMoves, "only-asked-moves"},
    {Belief::kLinesAreMoved, "lines-are-moved"},
    {Belief::kAlwaysBroadcast, "always-broadcast"},
    {Belief::kPitchIgnored, "pitch-ignored"},
    {Belief::kBytesAreWords, "bytes-are-words"},
    {Belief::kLaneIsBank, "lane-is-bank"},
    {Belief::kNeighboursCollide, "neighbours-collide"},
    {Belief::kSameWordCollides, "same-word-collides"},
    {Belief::kPadIsOne, "pad-is-one"},
    {Belief::kPadIsARow, "pad-is-a-row"},
    {Belief::kPadIsUseless, "pad-is-useless"},
    {Belief::kOneThreadsTime, "one-threads-time"},
    {Belief::kDistanceIsFree, "distance-is-free"},
    {Belief::kAlwaysCoalesces, "always-coalesces"},
    {Belief::kNeighbourIsNext, "neighbour-is-next"},
    {Belief::kAxesSwapped, "axes-swapped"},
    {Belief::kLanesWalk, "lanes-walk"},
    {Belief::kStaysThere, "stays-there"},
    {Belief::kOnlyLoadsWait, "only-loads-wait"},
    {Belief::kStoresAreSeen, "stores-are-seen"},
    {Belief::kBarriersAreNeeded, "barriers-are-needed"},
    {Belief::kBusiestIsWorst, "busiest-is-worst"},
    {Belief::kSteepestIsWorst, "steepest-is-worst"},
    {Belief::kOnlyLoadsCost, "only-loads-cost"},
    {Belief::kOnlyStoresCost, "only-stores-cost"},
    {Belief::kWorkIsTime, "work-is-time"},
    {Belief::kWorkIsFree, "work-is-free"},
};

// Nothing where it is no count.
std::optional<uint32_t> count_in(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  const uint64_t value = found->get<uint64_t>();
  return value <= kMostCount ? std::optional(static_cast<uint32_t>(value)) : std::nullopt;
}

}  // namespace

void Scores::note(const scene::Question& question, size_t choice) {
  const Belief given = question.choices[choice].belief;
  ++asked;
  right += given == Belief::kNone ? 1 : 0;
  for (const scene::Choice& one : question.choices) {
    if (one.belief == Belief::kNone) continue;
    BeliefScore& score = beliefs[one.belief];
    ++score.met;
    if (one.belief == given) {
      ++score.chosen;
      score.due = kComesAgain;
    } else if (given == Belief::kNone && score.due > 0) {
      --score.due;
    }
  }
}

uint32_t Scores::due(const scene::Question& question) const {
  uint32_t most = 0;
  for (const scene::Choice& choice : question.choices) {
    const auto found = beliefs.find(choice.belief);
    if (found != beliefs.end()) most = std::max(most, found->second.due);
  }
  return most;
}

std::string print(const Scores& scores) {
  json root{{"version", 1}, {"asked", scores.asked}, {"right", scores.right}};
  for (const auto& [belief, name] : kNames) {
    const auto found = scores.beliefs.find(belief);
    if (found == scores.beliefs.end()) continue;
    const BeliefScore& score = found->second;
    root["beliefs"][name] = {{"met", score.met}, {"chosen", score.chosen}, {"due", score.due}};
  }
  return root.dump(2) + "\n";
}

base::Result<Scores, std::string> parse_scores(std::string_view text) {
  if (std::string problem = base::json_problem(text); !problem.empty())
    return base::fail(std::move(problem));
  const json root = json::parse(text, nullptr, false);
  if (root.is_discarded() || !root.is_object())
    return base::fail(std::string(label("is no scores of Warplens")));
  const auto asked = count_in(root, "asked"), right = count_in(root, "right");
  if (!asked || !right || *right > *asked)
    return base::fail(say("'{member}' is no count", "member"_a = asked ? "right" : "asked"));
  Scores scores;
  scores.asked = *asked;
  scores.right = *right;
  const auto beliefs = root.find("beliefs");
  if (beliefs == root.end() || !beliefs->is_object()) return scores;
  for (const auto& [belief, name] : kNames) {
    const auto found = beliefs->find(name);
    if (found == beliefs->end() || !found->is_object()) continue;
    const auto met = count_in(*found, "met"), chosen = count_in(*found, "chosen"),
               due = count_in(*found, "due");
    if (!met || !chosen || !due)
      return base::fail(say("'{member}' has no counts", "member"_a = name));
    scores.beliefs[belief] = {*met, *chosen, std::min(*due, kComesAgain)};
  }
  return scores;
}

}  // namespace warplens::gui
