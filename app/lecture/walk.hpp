// A lecture walked through without a display: each stop is filled from its runs, each text is run,
// and what does not hold is named. What is printed of a lecture is made of this.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "app/course/stop_run.hpp"
#include "app/lecture/playlist.hpp"

namespace warplens::lecture {

// What an item shows, as people read it.
struct Shown {
  // "padding.two-tiles"; of a text its path as it is written; of a blank screen and a vote alone
  // their words.
  std::string name{};
  std::string title{};  // of a stop its lesson's; of a text the kernel that runs
  std::string text{};   // a stop's sentences, filled; of a text's access its line
  // Of a stop that asks, and of a vote.
  std::optional<course::Asked> asked{};
  std::vector<std::string> problems{};  // empty: it opens, and all that it expects holds
};

// One for each item, in order; of a walk that is cancelled, of those that were whole before. A stop
// that occurs again is not run again.
std::vector<Shown> walk(const Playlist& playlist, const Lessons& lessons,
                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace warplens::lecture
