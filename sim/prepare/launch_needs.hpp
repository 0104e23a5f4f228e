// What each launch of a text asks of a device: its sizes and its kernel's shared memory. Where the
// text is a program, as the program reached it; no other kernel is executed. launch_verdict.hpp
// holds them against a device.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/slice.hpp"
#include "sim/base/work_queue.hpp"
#include "sim/model/device_limits.hpp"
#include "sim/prepare/host_exploration.hpp"
#include "sim/prepare/host_launch.hpp"
#include "sim/prepare/request.hpp"

namespace warplens::prepare {

struct TextLaunch {
  HostDefault of;            // `is_ready` false: the shared arrays of its kernel are not known
  model::LaunchNeeds needs;  // registers are never known: a compiler for GPUs decides about them
  // What the host code would have to call for its shared memory, and does not; "": nothing.
  std::string lacking_call;
  // The first of the launches of its kind that the program reached, from 0, and how many they are.
  std::optional<uint32_t> reached;
  uint64_t times = 1;
};

// As host code would have it: "<<<1, 128, 1024>>>".
std::string sizes_words(const launch::Launch& launch);

struct TextLaunches {
  std::vector<TextLaunch> launches;  // in order of place, at most kMostHostLaunches
  bool is_of_host = false;           // they are in the text; else they are `given`
  size_t unknown = 0;                // of host code: places of launches whose sizes are not known
  size_t left_out = 0;               // known ones beyond the most that are listed
};

// The launches of the host code of a request's text: at a place that its program (Request::program)
// reached those that it reached, one of a kind, and elsewhere what the text says. Where it has none
// whose sizes are known, and `has_launch`, the request's own. Each kernel is lowered once; one that
// cannot be is not ready. Fails where no kernel of the text is ready; one that is not does not
// matter beside others.
base::Checked<TextLaunches> launches_of_text(const Request& request, bool has_launch);
// The same, to be continued later.
class TextLaunchSearch {
 public:
  TextLaunchSearch(Request request, bool has_launch);
  base::Progress advance(base::Slice& slice) { return work_.advance(slice); }
  base::Checked<TextLaunches> take() { return std::move(*launches_); }  // when it is done

 private:
  void look_at_text();
  void take_found(std::vector<FoundLaunch> found);

  const Request request_;
  const bool has_launch_;
  std::shared_ptr<const lang::Unit> unit_;
  base::WorkQueue work_;
  std::optional<base::Checked<TextLaunches>> launches_;
};

}  // namespace warplens::prepare
