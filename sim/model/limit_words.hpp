// Sentences on a device's limits, on a launch that exceeds them, and on the devices on which it
// starts: the same words in the window and on the command line.
#pragma once

#include <string>
#include <vector>

#include "sim/model/device_limits.hpp"

namespace warplens::model {

std::string amount_words(const Limit& limit, uint64_t value);  // "1,024", "48 KiB"
std::string most_words(const Limit& limit);  // the same; "none", "differs by board"
std::string meaning_words(const Limit& limit);

// "threads of a block: 1,024 are more than 512"; several with semicolons between them. Each must
// have both figures, as exceeded_limits() gives them.
std::string excess_words(const std::vector<LimitUse>& exceeded);

// Of the devices that are known, in their order.
struct StartingDevices {
  size_t count = 0;                   // on so many the launch starts
  std::vector<std::string> refusing;  // ids of the others
  std::vector<std::string> reasons;   // a line for all that refuse it alike
};
StartingDevices starting_devices(const LaunchNeeds& needs);

}  // namespace warplens::model
