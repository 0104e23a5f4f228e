// The kernel launches in the text's host code, as they are written. What they give a kernel is
// known once host code is executed (prepare/host_launch.hpp).
#pragma once

#include <string>
#include <vector>

#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/tokens.hpp"
#include "sim/lang/tree/unit.hpp"

namespace warplens::lang {

struct LaunchTexts {
  std::vector<HostLaunch> launches;  // in order of place; HostLaunch::kernel is the name as written
  // Unit::launchers.
  std::vector<std::string> functions;
};

// `items`: the text's. Launches in kernels and device functions are left out.
LaunchTexts find_launches(const Tokens& tokens, const std::vector<Item>& items);

}  // namespace warplens::lang
