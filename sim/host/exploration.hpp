// A program that is executed to learn what it launches, though nobody says what it is given: its
// arguments and its input have values that are not known, with a label, and so has what depends on
// them. No kernel is executed. A branch on such a value goes where the exploration wants it to.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/host/device.hpp"
#include "sim/host/labels.hpp"
#include "sim/host/launch_reach.hpp"

namespace warplens::host {

class Follower;

// A launch as far as it is known.
struct SeenLaunch {
  Launched launched;
  uint32_t site = 0;  // index into code::Program::launches
  bool knows_grid = false, knows_block = false, knows_shared = false;
  std::vector<bool> knows_parameters;  // by Launched::parameter_bits
};

class Exploration {
 public:
  // Where branches on unknown values go the first time, by index of ScalarCode::instrs; others go
  // where their value leads.
  using Turns = std::map<uint32_t, bool>;
  explicit Exploration(Turns turns) : turns_(turns), left_(std::move(turns)) {}

  // Whether a jump on an unknown value is taken.
  bool decide(uint32_t jump, bool is_taken, const LaunchReach& reach);

  // Arrays from `first` up to `end` have a size that is not known.
  void note_sizes(uint32_t first, uint32_t end);
  void note(SeenLaunch seen) { launches_.push_back(std::move(seen)); }

  const std::vector<SeenLaunch>& launches() const { return launches_; }
  bool knows_size(uint32_t array) const { return !unknown_sizes_.contains(array); }
  // Other ways to go, each towards a launch that was not reached.
  std::vector<Turns> other_ways() const;

 private:
  struct Away {
    uint32_t jump = 0;
    bool is_taken = false;
    LaunchReach::Launches missed = 0;
  };
  const Turns turns_;
  Turns left_;
  std::vector<SeenLaunch> launches_;
  std::set<uint32_t> unknown_sizes_;
  std::vector<Away> away_;  // each once
};

}  // namespace warplens::host
