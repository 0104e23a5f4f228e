// The limits of a device, what a launch takes of each, and the devices on which it would not start:
// what the page Limits draws.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/model/device_limits.hpp"

namespace warplens::scene {

struct LimitRow {
  model::LimitKind kind = model::LimitKind::kGridX;
  std::string name, meaning;
  std::string at_most;  // "1,024", "48 KiB", "none", "differs by board"
  std::string used;     // "256", "not known"; "" where nothing is asked of it
  float share = 0;      // used of the limit, 0 to 1; 0: none
  model::LimitState state = model::LimitState::kNotAsked;
  bool is_limiter = false;
};

struct LimitSection {
  std::string title;
  std::string most_head, used_head;  // of the columns; "" where there is nothing to say
  std::vector<LimitRow> rows;
};

struct DeviceScene {
  std::string headline;  // the device
  std::string answer;    // the limit that the launch comes closest to; "" if it does not start
  std::string verdict;   // whether the launch starts, and which limit is reached first
  bool starts = true, has_limiter = false;
  bool is_known = true;  // with its registers; else the verdict holds as far as known
  std::vector<LimitSection> sections;
  std::vector<std::string> elsewhere;  // where it would not start: a line for devices alike
  std::string everywhere;              // on how many it does
  std::string source;
};

// `registers_tried`: they are a what-if, which each sentence that counts them says.
DeviceScene device_scene(const model::Device& device, const model::LaunchNeeds& needs,
                         bool registers_tried = false);

// The page Device limits (page_inputs.hpp). What is tried on the page Occupancy holds here, too.
struct PageInputs;
struct LaunchOnDevice;
struct LimitsPage {
  using Scene = DeviceScene;
  using Key = LaunchOnDevice;
  struct Try {};
  static std::optional<Key> wanted(const PageInputs& now);
  static Scene make(const Key& key);
};

}  // namespace warplens::scene
