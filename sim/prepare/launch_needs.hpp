// What each launch of a text asks of a device: its sizes and its kernel's shared memory. No kernel
// is executed. launch_verdict.hpp holds them against a device.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "sim/model/device_limits.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

struct TextLaunch {
  HostDefault of;            // `is_ready` false: the shared arrays of its kernel are not known
  model::LaunchNeeds needs;  // registers are never known: a compiler for GPUs decides about them
  // What the host code would have to call for its shared memory, and does not; "": nothing.
  std::string lacking_call;
};

struct TextLaunches {
  std::vector<TextLaunch> launches;  // in order of place, at most kMostHostLaunches
  bool is_of_host = false;           // they are in the text; else they are `given`
  size_t unknown = 0;                // of host code: launches whose sizes are not known
  size_t left_out = 0;               // ... and known ones beyond the most that are listed
};

// The launches of the host code of a request's text; where it has none whose sizes are known, and
// `has_launch`, the request's own. Each kernel is lowered once; one that cannot be is not ready.
// Fails where no kernel of the text is ready; one that is not does not matter beside others.
base::Checked<TextLaunches> launches_of_text(const Request& request, bool has_launch);

}  // namespace warplens::prepare
