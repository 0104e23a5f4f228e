// A run's totals as a table of texts, the run before the last change beside them, and what the run
// found.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/study/counts.hpp"
#include "sim/run/run.hpp"

namespace warplens::scene {

enum class Verdict : uint8_t {
  kSame,
  kBetter,
  kWorse,
  kNeutral
};  // against the run before; neutral: no judgement

struct TotalsCell {
  std::string now, before;  // `before` is empty where there is no earlier run
  Verdict verdict = Verdict::kSame;
  bool is_wasteful = false;  // now takes more than needed
  bool has_grown = false;    // the number is larger than before
  bool is_known = true;      // else `now` is empty: not counted on the run's device
};

using study::Measure;

// One measure over the kinds of its section.
struct TotalsLine {
  Measure measure = Measure::kRequests;
  std::vector<TotalsCell> cells;  // one a kind of the section
};

struct TotalsSection {
  trace::Space space = trace::Space::kShared;
  std::vector<observe::AccessKind> kinds;  // those that either run made
  std::vector<TotalsLine> lines;
};

struct TotalsTable {
  std::vector<TotalsSection> sections;  // shared, constant, global; only those that either run used
  // Of global memory: what all lanes' accesses add up to. Empty where it is not used.
  TotalsCell requested;
  // Floating-point operations; empty where neither run makes any.
  TotalsCell operations;
  TotalsCell intensity;  // operations a byte that global memory moves
  bool has_before = false;
  // What differs between them: "PAD 1" and "PAD 0", or "s[32][33]" and "s[32][32]"; empty where
  // there is no earlier run or more of the text differs.
  std::string now_name, before_name;
};

// `before` may be null; a run of the same text and launch, or of another kernel with other
// arguments on arrays of other sizes, counts as none.
TotalsTable make_totals_table(const run::Run& run, const run::Run* before);

}  // namespace warplens::scene
