// A whole program as its host code sees it: what it did with the device's memory, step by step,
// what it printed, how it ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/study/array_state.hpp"
#include "app/study/section.hpp"
#include "sim/prepare/program.hpp"

namespace warplens::study {

struct ProgramArray {
  std::string name;  // as the text has it
  prepare::JournalArray::Side side = prepare::JournalArray::Side::kDevice;
  Text size;  // "1,024 float", "4 KiB"
  bool is_host() const { return side == prepare::JournalArray::Side::kHost; }
  // What cudaMalloc() gave, as most are.
  bool is_of_device() const { return side == prepare::JournalArray::Side::kDevice; }
};

// What the text calls an array at a step.
struct CalledArray {
  uint32_t array = 0;
  std::string name;
};

struct ProgramStep {
  prepare::JournalStep::Kind kind = prepare::JournalStep::Kind::kAllocate;
  uint32_t line = 0;  // of the text, from 1
  base::Span place;
  Text words;                        // "copy 4 KiB from h_a to d_a"
  std::string kernel;                // of a launch
  std::optional<uint32_t> to, from;  // of ProgramFacts::arrays
  std::optional<uint32_t> launch;    // which of the program's launches it is, from 0
  uint64_t bytes = 0;
  uint64_t out = 0, err = 0;  // [bytes] of the program's output and errors once it is done
  bool has_failed = false;
  bool is_mistake = false;       // a finding of host code is in its line
  std::vector<uint32_t> arrays;  // that it is about: those it copies, or a launch is given
  // Arrays of the device's with another name here than their own: pointers may be exchanged.
  std::vector<CalledArray> called;
};

struct ProgramFinding {
  uint32_t line = 0;
  std::string message;
  base::Severity severity = base::Severity::kError;
};

struct ProgramFacts {
  Text ending;                      // "it ended with status 0"
  bool has_failed = false;          // another status, or it was stopped
  std::vector<std::string> output;  // output_lines()
  size_t out_lines = 0;             // of them the first, which are of standard output
  std::vector<ProgramArray> arrays;
  std::vector<ProgramStep> steps;
  uint64_t left_out = 0;  // steps that are not here
  uint32_t launches = 0;
  bool reads_arguments = false;  // main() has parameters
  std::vector<ProgramFinding> findings;
};

Text name_of(prepare::JournalArray::Side side);  // "host", "device", "managed"...
// What an array is called at a step: "a", or "b (allocated as a)".
Text name_at(const ProgramFacts& facts, const ProgramStep& step, uint32_t array);

// "4,000 bytes": small numbers as they are in the text; larger ones rounded, "2.5 MiB".
Text bytes_text(uint64_t bytes);

// What it wrote, standard output before standard error.
std::vector<std::string> output_lines(const prepare::ReachedProgram& program);
// How it ended, without a full stop.
Text ending_of(const prepare::ReachedProgram& program);

ProgramFacts facts_of(const prepare::ReachedProgram& program);

// The first step in the finding's line, if there is one.
std::optional<size_t> step_of(const ProgramFacts& facts, const ProgramFinding& finding);

// Where a step of a text is in another version of that text: as many of its kind were before it, or
// are in its line before it where their number is another; else the last step, which there is.
size_t step_in(const ProgramFacts& now, const ProgramFacts& before, size_t step);

// What had been written once a step was done; at the last one, or of a program without steps, all
// that was written.
struct ShownOutput {
  std::vector<std::string> lines;  // the first `most`; of a line that goes on later its beginning
  uint64_t more = 0;               // lines
};
ShownOutput output_at(const ProgramFacts& facts, size_t step, size_t most);

// The arrays that are shown element by element beside each other at a step, as far as something is
// known of them. Of a launch: one that it reads, the `wanted` one of those that it is given, beside
// the one that it changes. Of anything else: the one that the step is about, or that is `wanted`,
// beside its partner in the other memory, which it is copied to or from; the host's on the left. Of
// a step whose arrays hold nothing yet, or no longer: those of the latest step before it that do.
struct ArrayPair {
  std::optional<uint32_t> left, right;
  friend bool operator==(const ArrayPair&, const ArrayPair&) = default;
};
ArrayPair arrays_beside(const prepare::ReachedProgram& program, const ProgramFacts& facts,
                        size_t step, std::optional<uint32_t> wanted);

// The nearest step that is about both arrays: the latest up to `step`, else the next.
std::optional<size_t> step_about(const prepare::Journal& journal, size_t step, uint32_t one,
                                 uint32_t other);
// Whether a step copies each element to the one of its number.
bool is_copied_in_place(const prepare::JournalStep& step, uint32_t one, uint32_t other);

// The first `most` elements, or fewer.
std::vector<std::string> first_values(const ArrayState& state, size_t most);

}  // namespace warplens::study
