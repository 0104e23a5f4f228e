#include "app/session/lecture/lecture.hpp"

#include <algorithm>

namespace warplens::gui {

using lecture::Item;
using lecture::Kind;
using lecture::Playlist;

bool VoteRound::is_counted() const {
  return std::any_of(hands.begin(), hands.end(), [](const auto& one) { return one.has_value(); });
}

uint32_t VoteRound::most() const {
  uint32_t result = 0;
  for (const std::optional<uint32_t>& one : hands) result = std::max(result, one.value_or(0));
  return result;
}

bool Lecture::shows_nothing() const {
  return is_blank || (is_on() && item()->kind == Kind::kBlank);
}

std::optional<VoteStep> Lecture::vote_step() const {
  if (!is_on() || item()->kind != Kind::kVote) return std::nullopt;
  return static_cast<VoteStep>(std::min(at.step, static_cast<uint32_t>(VoteStep::kAnswer)));
}

bool Lecture::is_counting() const {
  const std::optional<VoteStep> step = vote_step();
  return step == VoteStep::kFirst || step == VoteStep::kSecond;
}

const Vote* Lecture::vote() const {
  const auto found = votes.find(at.item);
  return found == votes.end() || !vote_step() ? nullptr : &found->second;
}

bool is_voted_on(const Playlist& playlist, size_t item) {
  if (item + 1 >= playlist.items.size()) return false;
  const Item &stop = playlist.items[item], &vote = playlist.items[item + 1];
  return stop.kind == Kind::kStop && vote.kind == Kind::kVote && stop.lesson == vote.lesson &&
         stop.stop == vote.stop;
}

namespace {

bool is_empty(const Vote& vote) {
  return !vote.rounds[0].is_counted() && !vote.rounds[1].is_counted();
}

}  // namespace

std::optional<VoteStep> following(const Vote& vote, VoteStep step) {
  switch (step) {
    case VoteStep::kFirst:
      return is_empty(vote) ? VoteStep::kAnswer : VoteStep::kSecond;
    case VoteStep::kSecond:
      return is_empty(vote) ? VoteStep::kAnswer : VoteStep::kBoth;
    case VoteStep::kBoth:
      return VoteStep::kAnswer;
    case VoteStep::kAnswer:
      break;
  }
  return std::nullopt;
}

std::optional<VoteStep> preceding(const Vote& vote, VoteStep step) {
  switch (step) {
    case VoteStep::kAnswer:
      return is_empty(vote) ? VoteStep::kFirst : VoteStep::kBoth;
    case VoteStep::kBoth:
      return VoteStep::kSecond;
    case VoteStep::kSecond:
      return VoteStep::kFirst;
    case VoteStep::kFirst:
      break;
  }
  return std::nullopt;
}

uint32_t pass_steps(uint32_t passes) {
  return passes <= 1 ? 0 : std::min(passes, kMostPassSteps);
}

uint32_t pass_at(uint32_t step, uint32_t passes) {
  return step == pass_steps(passes) && passes > kMostPassSteps ? 0 : step;
}

void count_hands(Lecture& lecture, size_t choice, std::optional<uint32_t> hands) {
  if (!lecture.is_counting()) return;
  VoteRound& round =
      lecture.votes[lecture.at.item].rounds[lecture.vote_step() == VoteStep::kFirst ? 0 : 1];
  if (round.hands.size() <= choice) round.hands.resize(choice + 1);
  if (hands) hands = std::min(*hands, kMostHands);
  round.hands[choice] = hands;
}

std::vector<Bookmark> bookmarks_of(const Playlist& playlist) {
  std::vector<Bookmark> named, all;
  for (size_t i = 0; i < playlist.items.size(); ++i) {
    const Item& item = playlist.items[i];
    if (!item.bookmark.empty()) named.push_back({i, item.bookmark});
    if (item.kind != Kind::kBlank) all.push_back({i, item.words});
  }
  return named.empty() ? all : named;
}

}  // namespace warplens::gui
