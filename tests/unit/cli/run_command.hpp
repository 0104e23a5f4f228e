// Calls the command line as a user would and keeps what it printed.
#pragma once

#include <atomic>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/run_cli.hpp"

namespace warplens::tests {

struct Outcome {
  int status = 0;
  std::string out, err;
};

inline Outcome run_command(const std::vector<std::string>& words,
                           const cli::OpenWindow& open_window = {},
                           const std::vector<std::string>& measuring_command = {},
                           const std::atomic<bool>* interrupted = nullptr,
                           const std::vector<std::string>& compiling_command = {}) {
  std::vector<const char*> argv{"warplens"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  std::ostringstream out, err;
  Outcome outcome;
  outcome.status = cli::run_cli(
      static_cast<int>(argv.size()), argv.data(),
      {out, err, open_window, measuring_command, interrupted, {}, {}, compiling_command});
  outcome.out = out.str();
  outcome.err = err.str();
  return outcome;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace warplens::tests
