// A launch of a text held against the devices' limits, in the words of the window and of the
// command line.
#pragma once

#include <string>
#include <vector>

#include "sim/prepare/launch_needs.hpp"

namespace warplens::prepare {

struct LaunchVerdict {
  bool starts = true;
  std::string words;                      // "stays within every limit"
  std::string devices;                    // "starts on 24 of 25 devices; not on cc1.0"
  std::vector<model::LimitUse> exceeded;  // of the device
  std::vector<std::string> reasons;   // why it does not start elsewhere: a line for devices alike
  std::vector<std::string> refusing;  // ids of the devices on which it does not start
};
LaunchVerdict verdict_of(const TextLaunch& launch, const model::Device& device);

// "line 52: add<<<4, 256>>>(a, b, n)"; of one that a program reached also how often and its sizes,
// unless it was once and its text has them.
std::string words(const TextLaunch& launch);

// What the verdicts do not count, and which launches are not listed; a sentence each.
std::vector<std::string> notes_on(const TextLaunches& launches);

}  // namespace warplens::prepare
