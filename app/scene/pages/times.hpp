// What two launches took on one GPU, where that was measured: thirty-two times the passes are not
// thirty-two times the time.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/compare/gather.hpp"
#include "app/scene/moment.hpp"

namespace warplens::scene {

// What identifies a launch among measurements.
struct TimedLaunch {
  std::string text_hash, launch;  // as measure::Measurement's
  size_t index = 0;               // of the launches of that text
  friend bool operator==(const TimedLaunch&, const TimedLaunch&) = default;
};

// Both by the optimised build on the same GPU.
struct TimePair {
  double left_us = 0, right_us = 0;
  std::string device;
  bool is_recorded = false;  // else measured on this machine
  // "4,096 × 4,096" of the largest array, where larger launches of the same texts were measured;
  // "": these launches.
  std::string arrays;
  friend bool operator==(const TimePair&, const TimePair&) = default;
};

// These launches first, then the largest ones of the same texts, blocks and definitions; nothing
// where either side has no figure.
using Times = std::vector<TimePair>;

// `measured` here: the newest last.
Times make_times(const compare::Recordings& recordings,
                 const std::vector<const measure::Measurement*>& measured, const TimedLaunch& left,
                 const TimedLaunch& right);

// Of one launch by itself, which is both sides of the pair.
Times times_of(const compare::Recordings& recordings,
               const std::vector<const measure::Measurement*>& measured, const TimedLaunch& launch);

// What launches take in which a fix of a layout has changed a number, beside the launch as it is.
struct FixTimes {
  struct One {
    size_t array = 0, fix = 0;  // as in fix::Fixes
    Times times;                // now on the left
  };
  std::shared_ptr<const void> of;  // the fixes
  std::vector<One> all;            // those that have a figure
};

// They differ by less than is shown.
bool is_same_time(const TimePair& pair);

// "Pad 0 167.8 µs, Pad 1 77.6 µs: 2.2 times as fast", or "as long"; the names may be empty.
// `names_right`: "matmul_tiled is 1.5 times as fast".
std::string time_pair_words(const TimePair& pair, const std::string& left, const std::string& right,
                            bool names_right = false);

// What an H200 takes for loads in as many passes as the shared access has, and in as few as its
// lanes would need: for one that is waited for, and where 32 warps load. In one sentence, or brief;
// "" where nothing alike was measured: without conflicts, wider than 4 bytes, atomics, by other
// rules.
std::string access_time_words(const Moment& moment, const model::Device& device, bool is_brief);

}  // namespace warplens::scene
