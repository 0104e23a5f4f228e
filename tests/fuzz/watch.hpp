// Carries out cases in child processes, many in one, and says how each ended.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kinds.hpp"

namespace warplens::fuzz {

struct Limits {
  double seconds = 10;         // of processor time, for one command
  double wall_seconds = 120;   // for one case that waits for something
  uint64_t megabytes = 3072;   // of memory at its peak
  uint64_t address_space = 0;  // [MiB] ulimit -v; 0: none
};

// "" if a case ended as it should: a stated exit status, something printed, its files untouched.
struct Verdict {
  std::string problem;  // "signal 11", "hang", "memory 5000 MiB", "status 9", "silent", ...
  std::string printed;  // the end of what it wrote to stderr
};

using MakeCase = std::function<Case(size_t index)>;
using Report = std::function<void(size_t index, const Verdict& verdict)>;

inline constexpr int kMostStatus = 5;  // exit statuses are 0 to this
using Statuses = std::array<uint64_t, kMostStatus + 1>;

// Cases [first, end), each in the folder `scratch`, which is emptied before each. `report` is
// called for each that has a problem. How many commands ended with which exit status.
Statuses watch(size_t first, size_t end, const MakeCase& make, const Limits& limits,
               const std::string& scratch, const Report& report);

}  // namespace warplens::fuzz
