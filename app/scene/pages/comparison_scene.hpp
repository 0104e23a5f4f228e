// The Compare view's rows and bars as plain data: a comparison (app/compare) of the launch that is
// shown, and beside it that of the run before the last change. Made once a comparison, off the
// painting path.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/comparison.hpp"
#include "sim/run/run.hpp"

namespace warplens::scene {

using run::Runs;

enum class Column : uint8_t {
  kSimulated,
  kAsWritten,
  kAsCompiled,
  kRecorded,  // as written
  kRecordedAsCompiled,
};
inline constexpr size_t kColumns = 5;

// One column's counts in a row.
struct ComparedCell {
  std::string requests, cost;  // "128", "1,024": cost is wavefronts or sectors; "" if not known
  std::string difference;      // "+24", "−96"; "" where there is none
  std::string beside;          // the simulated cost that it was held against, where that is another
  std::optional<measure::Method> method;
  compare::Verdict verdict = compare::Verdict::kNotComparable;
  std::string cause;
  bool is_known = false;
};

struct ComparedRow {
  std::string file, source_text;
  uint32_t line = 0;  // 0: a total
  trace::Space space = trace::Space::kGlobal;
  trace::Operation operation = trace::Operation::kLoad;
  std::array<ComparedCell, kColumns> cells;
  std::string causes;        // what the cells' causes say, each once
  bool is_of_text = true;    // false: only the optimised build has an access there
  bool is_recorded = false;  // an access of the shown block: a press can go there
};

// One bar of a card. Counts: the needed part and what conflicts or scattered addresses add; a time
// is all "needed" [µs].
struct ComparedBar {
  Column column = Column::kSimulated;
  bool is_before = false;   // of the run before
  bool is_of_both = false;  // the optimised build's would be the same, and is left out
  double needed = 0, surplus = 0;
  std::string value;         // "1,024", "12.4 µs"
  std::string surplus_text;  // "896"; "" where there is none
  double spread = 0;         // of a time, as a share of it
  bool is_settled = true;    // the spread came under the limit before the runs were over
};

// The bars of one operation, or (is_time) of the launch's time.
struct BarCard {
  bool is_time = false;
  trace::Space space = trace::Space::kGlobal;
  trace::Operation operation = trace::Operation::kLoad;
  std::vector<ComparedBar> bars;  // those of the run before first
  bool is_unchanged = false;      // the run before has the same ones, which are left out
  double longest = 0;             // the scale's end, the same for all cards of a memory
};

// A column's verdicts: how many of the launch's accesses, or, where it knows no lines, of its
// totals.
struct Tally {
  uint32_t equal = 0, compiler = 0, arbitration = 0, differs = 0, not_comparable = 0;
  bool is_of_totals = false;
  uint32_t compared() const { return equal + compiler + arbitration + differs; }
};

// Of one launch of the sequence.
struct ComparedLaunch {
  std::string kernel;
  std::array<Tally, kColumns> tallies;  // of all but the simulation
  std::vector<ComparedRow> totals, lines;
  std::vector<BarCard> cards;
};

struct ComparisonScene {
  std::vector<ComparedLaunch> launches;
  std::vector<measure::ArrayAgreement> arrays;
  std::vector<std::string> sources;         // where the columns come from
  std::array<bool, kColumns> has_column{};  // something is known in it
  bool is_measured = false, is_recorded = false;
  bool has_before = false;
  std::string now_name, before_name;  // what differs: "PAD 1" and "PAD 0"; may be empty
  std::string problem;  // one sentence: why nothing can be looked up or measured of this text
};

// What is known of one sequence of launches.
struct Compared {
  Runs runs;
  compare::Comparison comparison;
  std::string problem;
};

// `before` may be null, and is left out where it was another exercise (see totals_table.hpp).
std::shared_ptr<const ComparisonScene> make_comparison_scene(const Compared& now,
                                                             const Compared* before);

// "12.4 µs", "1.25 ms".
std::string time_text(double microseconds);

}  // namespace warplens::scene
