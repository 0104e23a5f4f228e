// The launches that exploring host code found (host_exploration.hpp), as launches to run: the
// default of a text without a launch in a comment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::prepare {

struct FoundLaunch;

// Where a launch was found.
struct LaunchPlace {
  uint32_t line = 0;    // of the text's host code; 0: the launch was given by options
  std::string code;     // "add<<<4, 256>>>(a, b, n)"
  std::string guessed;  // options of it that host code does not show: "--arg n=64"

  bool empty() const { return code.empty(); }
  bool is_same(const LaunchPlace& other) const {
    return !empty() && line == other.line && code == other.code;
  }
};
// Of a launch's span in the unit's text; of a long one the beginning.
LaunchPlace place_of(const lang::Unit& unit, base::Span span);
std::string words(const LaunchPlace& place);  // "line 52: add<<<4, 256>>>(a, b, n)"; "" if empty

struct HostDefault {
  launch::Launch launch;
  LaunchPlace place;
  std::vector<std::string> guessed;  // arguments of `launch` whose values host code does not show
  bool is_ready = true;              // of its kernel; if not, `launch` has only sizes
};

// Whether a launch has to name its kernel: the file holds several, ready or not.
bool has_several_kernels(const lang::Unit& unit);

// The first launch of host code whose sizes are known, of the kernel that `kernel` names or, if
// that is empty, of any; with `all`, later launches follow (Launch::then), and an array that host
// code passes to several is one array. A device array has as many elements as its allocation holds;
// unknown arguments of the first launch are guessed. Launches of kernels that are not ready are
// included: running them reports why they are not.
std::optional<HostDefault> launch_of_host(const lang::Unit& unit,
                                          const std::vector<FoundLaunch>& found,
                                          const std::string& kernel, bool all);

// The first launch of host code, of the kernel that `kernel` names or of any, whose sizes are not
// known; empty: there is none.
LaunchPlace unknown_launch(const lang::Unit& unit, const std::vector<FoundLaunch>& found,
                           const std::string& kernel);

// The block of the first launch of that kernel that has a known one; nothing: there is none.
std::optional<launch::Dim3> block_of_host(const std::vector<FoundLaunch>& found,
                                          const std::string& kernel);

// What the first launch of that kernel gives it, as far as that is known.
std::vector<launch::Argument> arguments_of_host(const lang::Unit& unit,
                                                const std::vector<FoundLaunch>& found,
                                                const lang::Kernel& kernel);

// Each launch of host code whose sizes are known, by itself: an array that an earlier one also has
// is an array of its own. In order of place, the first kMostHostLaunches of them.
inline constexpr size_t kMostHostLaunches = 32;
std::vector<HostDefault> launches_of_host(const lang::Unit& unit,
                                          const std::vector<FoundLaunch>& found);

// Both: each by itself, and all of them, one after another; nothing if no sizes are known.
struct HostDefaults {
  std::vector<HostDefault> each;
  std::optional<HostDefault> all;
};

}  // namespace warplens::prepare
