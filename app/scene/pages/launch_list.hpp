// All launches of a text held against a device: what the page Limits lists.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/prepare/launch_needs.hpp"

namespace warplens::scene {

struct LaunchRow {
  std::string head;  // "line 52: add<<<4, 256>>>(a, b, n)"
  prepare::HostDefault launch;
  std::optional<uint32_t> reached;  // TextLaunch::reached
  bool starts = true;               // on the device
  std::string verdict;              // "stays within every limit"
  std::string devices;              // "starts on 24 of 25 devices; not on cc1.0"
  std::string reasons;              // why not, a line for devices alike; "" where it starts on all
};

struct LaunchList {
  bool is_of_host = false;  // they are in the text; else they follow one another in its sequence
  std::vector<LaunchRow> rows;
  std::vector<std::string> notes;  // what is not counted or not listed; a sentence each
};

// Whether there is more to list than the launch shown says by itself.
bool has_other_launches(const prepare::TextLaunches& launches);
LaunchList launch_list(const prepare::TextLaunches& launches, const model::Device& device);

}  // namespace warplens::scene
