// Questions whose truth takes more than one access: what is read next, which of two accesses
// coalesces, which line is the worst, which barrier can go, how much time passes save.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/arrays.hpp"
#include "app/scene/pages/times.hpp"
#include "app/scene/questions/questions.hpp"

namespace warplens::scene {

// Two threads that use one place before and behind a barrier, at least one of them storing.
struct Meeting {
  std::string element;
  uint32_t before = 0, behind = 0;  // threads, counted through the block
  bool is_loaded_before = false, is_loaded_behind = false;
};

// A line of the root text or of an included file with a barrier that was passed.
struct BarrierLine {
  std::string file;  // "" for the root
  uint32_t line = 0;
  bool can_go = false;             // in this run
  std::optional<Meeting> meeting;  // that it keeps apart, of the first times that it was passed
};

// What such questions need of a run. Made once, beside its backdrop.
class RunFacts {
 public:
  // Reads the heads of the recording, and a few of its intervals.
  RunFacts(const run::Run& run, const std::vector<Array>& arrays);

  // Of the same run. Looks at no more than a limited number of steps.
  std::vector<Question> questions(const run::Run& run, const std::vector<Array>& arrays,
                                  const Moment& moment) const;

 private:
  std::optional<Question> coalescing_question(const run::Run& run, const Moment& moment) const;

  std::vector<std::optional<uint32_t>> first_step_;   // by site
  std::vector<std::optional<uint32_t>> second_step_;  // by site, of the same warp
  std::vector<BarrierLine> barriers_;                 // in order of the text
};

// How many times as long the side with more passes took; the passes are those of all shared
// accesses of each launch. None where they hardly differ, or where passes are as many times more as
// the time.
std::optional<Question> time_question(const TimePair& times, uint64_t left_passes,
                                      uint64_t right_passes);

}  // namespace warplens::scene
