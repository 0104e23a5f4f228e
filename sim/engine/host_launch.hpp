// The launches in a file's host code, as launches to run: the default of a text without a launch in
// a comment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/lang/tree/ast.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::engine {

struct HostDefault {
  launch::Launch launch;
  std::string source;                // "line 52: add<<<4, 256>>>(a, b, n)"
  std::vector<std::string> guessed;  // arguments of `launch` whose values host code does not show
  bool is_ready = true;              // of its kernel; if not, `launch` has only sizes
};

// Whether a launch has to name its kernel: the file holds several, ready or not.
bool has_several_kernels(const lang::Unit& unit);

// The first launch of host code whose sizes are constant values, of the kernel that `kernel` names
// or, if that is empty, of any; with `all`, later launches follow (Launch::then), and an array that
// host code passes to several is one array. A device array has as many elements as its allocation
// holds; unknown arguments of the first launch are guessed. Launches of kernels that are not ready
// are included: running them reports why they are not.
std::optional<HostDefault> launch_of_host(const lang::Unit& unit, const std::string& kernel,
                                          bool all);

// Each launch of host code whose sizes are constant values, by itself: an array that an earlier one
// also has is an array of its own. In order of place, the first kMostHostLaunches of them.
inline constexpr size_t kMostHostLaunches = 32;
std::vector<HostDefault> launches_of_host(const lang::Unit& unit);

}  // namespace warplens::engine
