// A whole program as its host code sees it: what it did with the device's memory, step by step,
// what it printed, how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/prepare/program.hpp"

namespace warplens::study {

struct ProgramArray {
  std::string name;  // as the text has it
  std::string side;  // "host", "device", "managed", "pinned", "constant"
  bool is_host = false;
  bool is_of_device = false;  // what cudaMalloc() gave, as most are
  std::string size;           // "1,024 float", "4 KiB"
};

struct ProgramStep {
  prepare::JournalStep::Kind kind = prepare::JournalStep::Kind::kAllocate;
  uint32_t line = 0;  // of the text, from 1
  base::Span place;
  std::string words;                 // "copy 4 KiB from h_a to d_a"
  std::string kernel;                // of a launch
  std::optional<uint32_t> to, from;  // of ProgramFacts::arrays
  std::optional<uint32_t> launch;    // which of the program's launches it is, from 0
  uint64_t bytes = 0;
  bool has_failed = false;
  bool is_mistake = false;       // a finding of host code is in its line
  std::vector<uint32_t> arrays;  // that it is about: those it copies, or a launch is given
};

struct ProgramFinding {
  uint32_t line = 0;
  std::string message;
  base::Severity severity = base::Severity::kError;
};

struct ProgramFacts {
  std::string ending;       // "it ended with status 0"
  bool has_failed = false;  // another status, or it was stopped
  std::vector<std::string> output;
  std::vector<ProgramArray> arrays;
  std::vector<ProgramStep> steps;
  uint64_t left_out = 0;  // steps that are not here
  uint32_t launches = 0;
  bool reads_arguments = false;  // main() has parameters
  std::vector<ProgramFinding> findings;
};

// What it wrote, standard output before standard error.
std::vector<std::string> output_lines(const prepare::ReachedProgram& program);
// How it ended, without a full stop.
std::string ending_of(const prepare::ReachedProgram& program);

ProgramFacts facts_of(const prepare::ReachedProgram& program);

// What an array begins with once a step is done.
struct ProgramValues {
  std::vector<std::string> values;  // empty: it is not known, or of unknown type
  bool is_changed = false;          // by this very step
};
ProgramValues values_after(const prepare::ReachedProgram& program, uint32_t array, size_t step,
                           size_t most);

}  // namespace warplens::study
