// The limits of the program in one table, which `warplens --help` and the README print.
#pragma once

#include <string>
#include <vector>

namespace warplens::cli {

struct Limit {
  std::string what;    // "launches of a sequence"
  std::string amount;  // "1,000"
  std::string when;    // what happens when it is met: "refused", "the run is cut"
};
std::vector<Limit> limits();

// The tables of limits and of exit statuses, as --help prints them.
std::string limits_text();
std::string exit_statuses_text();

}  // namespace warplens::cli
