// Which checks a run makes, as options select them.
#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.hpp"

namespace warplens::launch {

struct CheckSet {
  bool races = true;      // between threads, lost updates among them
  bool barriers = true;   // that a part of a block skips
  bool unwritten = true;  // values of shared memory that nothing has written
  bool hints = true;      // what costs more than it has to
  friend bool operator==(const CheckSet&, const CheckSet&) = default;
};
inline constexpr CheckSet kNoChecks{false, false, false, false};

// "all", "none", or names joined by commas. The error says what there is.
base::Result<CheckSet, std::string> parse_checks(std::string_view words);
std::string print(const CheckSet& checks);

}  // namespace warplens::launch
