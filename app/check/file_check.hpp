// One file's assertions: read, run and judged.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "app/check/assertion.hpp"
#include "sim/launch/parse.hpp"
#include "sim/prepare/run_store.hpp"

namespace warplens::check {

// A mistake of the file, an assertion or the launch.
struct Problem {
  std::string path;               // of the file, or of one that it includes
  uint32_t line = 0, column = 0;  // 0: of the file as a whole
  std::string message;            // one sentence, with what to do
  std::string rendered;           // as a terminal shows it: lines, with the text
};

struct FileVerdict {
  std::string path;
  bool has_assertions = false;
  std::vector<Outcome> outcomes;
  std::vector<Problem> problems;
  bool is_interrupted = false;
};

struct CheckOptions {
  launch::LaunchOptions launch;  // over those of the file's own comment
  prepare::MemoryLimits memory;
  const std::atomic<bool>* cancelled = nullptr;
};

// A file without assertions is not run, and has no problem for that.
FileVerdict check_file(const std::string& path, const CheckOptions& options);

}  // namespace warplens::check
