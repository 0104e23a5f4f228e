// A lecture that is being given: where it is in its playlist, what the room has voted, and how long
// it has taken. What is done to it is pure; the session opens what its items name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lecture/playlist.hpp"

namespace warplens::gui {

inline constexpr uint32_t kMostHands = 9999;  // of a choice
// The passes of an access that a remote steps through; where there are more, the last step plays
// all of them.
inline constexpr uint32_t kMostPassSteps = 4;

// An item, and how many of its steps have been made: 0 as it opens.
struct LecturePlace {
  size_t item = 0;
  uint32_t step = 0;
  friend bool operator==(const LecturePlace&, const LecturePlace&) = default;
};

// What a vote shows, which is its first steps: one round is counted, then the other one while the
// first is hidden, then both are beside each other, then the answer plays.
enum class VoteStep : uint8_t { kFirst, kSecond, kBoth, kAnswer };

// The hands that went up for each choice; nothing: they were not counted.
struct VoteRound {
  std::vector<std::optional<uint32_t>> hands;

  bool is_counted() const;
  uint32_t most() const;
  friend bool operator==(const VoteRound&, const VoteRound&) = default;
};

struct Vote {
  std::array<VoteRound, 2> rounds;
  VoteStep reached = VoteStep::kFirst;  // kBoth at most: where it opens again
  friend bool operator==(const Vote&, const Vote&) = default;
};

// What is kept of a lecture that ends, or begins anew.
struct LectureBefore {
  LecturePlace at;
  std::map<size_t, Vote> votes;
  double seconds = 0;
};

struct Lecture {
  std::shared_ptr<const lecture::Playlist> playlist;  // null: none is given
  LecturePlace at;
  bool is_blank = false;         // B was pressed
  bool is_over = false;          // a step was wanted behind the last one
  bool is_resumed = false;       // it opened where it broke off, and nobody has gone on yet
  std::map<size_t, Vote> votes;  // by item
  size_t choice = 0;             // of the vote that is open: the one whose hands are typed
  // [seconds] as time is passed to the session: now; when the lecture began; when the round did
  // that is counted.
  double now = 0, began = 0, round_began = 0;
  // Where another start ended, until this one goes on.
  std::optional<LectureBefore> offered;
  // The ways back: from a bookmark that was gone to; from the beginning, with what was counted.
  std::optional<LecturePlace> came_from;
  std::optional<LectureBefore> before;

  bool is_on() const { return playlist != nullptr; }
  const lecture::Item* item() const { return is_on() ? &playlist->items[at.item] : nullptr; }
  // The screen is blank: an item says so, or B.
  bool shows_nothing() const;
  // What the open vote shows; nothing: no vote is open. Its answer is the stop's.
  std::optional<VoteStep> vote_step() const;
  // Hands are counted: digits are theirs.
  bool is_counting() const;
  // Of the vote that is open; null where it has no counts yet.
  const Vote* vote() const;
  double seconds() const { return now - began; }
};

// The item behind it votes on the stop that the item shows.
bool is_voted_on(const lecture::Playlist& playlist, size_t item);

// The step of the vote that follows, of which nothing is left but the answer where no hands were
// counted; nothing behind the answer. Likewise the one before.
std::optional<VoteStep> following(const Vote& vote, VoteStep step);
std::optional<VoteStep> preceding(const Vote& vote, VoteStep step);

// The steps of an access with so many passes, and the pass that a step shows: 0 is all of them.
uint32_t pass_steps(uint32_t passes);
uint32_t pass_at(uint32_t step, uint32_t passes);

// A choice's hands. Those of the round that is counted; more than kMostHands are that many.
void count_hands(Lecture& lecture, size_t choice, std::optional<uint32_t> hands);

// What a list of bookmarks holds: items with a name, or, where none has one, all but blank screens.
struct Bookmark {
  size_t item = 0;
  std::string name;
};
std::vector<Bookmark> bookmarks_of(const lecture::Playlist& playlist);

}  // namespace warplens::gui
