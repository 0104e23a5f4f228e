// The launches that a file's host code holds, as launches to run: what a text without a comment of
// its own means by default.
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
  bool is_ready = true;              // its kernel is; else `launch` has sizes only
};

// Whether a launch has to name its kernel: the file holds several, ready or not.
bool has_several_kernels(const lang::Unit& unit);

// The first launch of host code whose sizes are constant values, of the kernel that `kernel` names
// or, if that is empty, of any; with `all`, those behind it follow (Launch::then), and what host
// code passes to several is one array. A device array has as many elements as fit in what was
// allocated for it; of the first launch, what is not known is guessed. Launches of kernels that are
// not ready count: running them says why they are not.
std::optional<HostDefault> launch_of_host(const lang::Unit& unit, const std::string& kernel,
                                          bool all);

}  // namespace warplens::engine
