// Simulated, measured and recorded counts side by side, by source line and in total, with a verdict
// and a cause in words. Pure: a function of finished runs and measurement records.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/measure/format/measurement.hpp"
#include "sim/run/run.hpp"

namespace warplens::compare {

enum class Verdict : uint8_t {
  kEqual,
  kCompiler,       // the machine code does not do what the text says; the cause says what it does
  kArbitration,    // the whole-kernel counter holds lost arbitration, too: more, by a few per cent
  kNotComparable,  // the method does not count this
  kDiffers,        // as written, and yet not equal: one of the two is wrong
};
const char* word(Verdict verdict);

// One column of a row: a build measured here, or the recording's.
struct Cell {
  measure::Counts counts;
  std::optional<measure::Method> method;
  Verdict verdict = Verdict::kNotComparable;
  std::string cause;       // one sentence; "" where the verdict says enough
  int64_t difference = 0;  // of wavefronts (shared) or sectors (global): measured - simulated
  // What the counts are compared with, if not the row's own number: of a replay, the recorded
  // block alone; of a total, only the rows that can be compared.
  std::optional<measure::Counts> simulated;
};

struct Row {
  std::string file;         // "" for the kernel's own text
  uint32_t line = 0;        // 0: the total of (space, operation); among the lines: no line is known
  std::string source_text;  // the line, without leading blanks
  measure::Space space = measure::Space::kGlobal;
  measure::Operation operation = measure::Operation::kLoad;
  measure::Counts simulated;
  // Where the simulation has nothing but reads of constant memory: their requests. They have no
  // sectors, and the debug build makes global loads of them.
  uint64_t constant_requests = 0;
  std::optional<Cell> as_written, as_compiled;
  std::optional<Cell> recorded, recorded_as_compiled;  // of the recording: as written; as compiled
};

// One of the launches of a sequence.
struct LaunchComparison {
  std::string kernel;
  std::vector<Row> totals;  // (space, operation) that occur
  std::vector<Row> lines;   // in order of file, line, space, operation
  std::optional<measure::Times> as_written_time, as_compiled_time;
  std::optional<measure::Times> recorded_time, recorded_as_compiled_time;
};

struct Comparison {
  std::vector<LaunchComparison> launches;
  std::vector<measure::ArrayAgreement> arrays;
  // Where the columns come from, one sentence each: "as written: counters by line, NVIDIA H200,
  // 2026-11-21", "recorded: ...", and why a column is empty.
  std::vector<std::string> sources;
  // As written, measured or else recorded: there are counts, every row is equal and all arrays
  // agree.
  bool all_equal = false;
};

// Either measurement may be null. `recorded` was found by find_recorded().
Comparison compare(const run::Runs& simulated, const measure::Measurement* measured,
                   const measure::Measurement* recorded);

// A line of the as-written column (or, where nothing was measured here, of the recorded one)
// differs and nothing explains it, or an array does not agree.
bool is_wrong(const Comparison& comparison);

// The recording's measurement of the same text and launch; null if it has none.
const measure::Measurement* find_recorded(const measure::MeasurementFile& recording,
                                          const std::string& text_hash, const std::string& launch);

}  // namespace warplens::compare
