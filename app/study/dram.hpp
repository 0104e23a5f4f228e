// A launch's requests of DRAM as a model serves them: banks with their open rows, step by step, and
// the same requests in other orders.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/study/memory.hpp"
#include "app/study/section.hpp"
#include "sim/model/dram.hpp"

namespace warplens::study {

// Of more steps the rest is left out.
inline constexpr size_t kMostDramSteps = 4096;

// As a number of requests that are done: as many as it takes until a row makes way for another one.
inline constexpr uint32_t kFirstRowChange = UINT32_MAX;

struct DramTry {
  model::DramKind kind = model::DramKind::kHbm2;
  model::DramOrder order = model::DramOrder::kFifo;
  bool behind_caches = true;        // else every sector that is asked of L1 goes to DRAM
  uint32_t step = kFirstRowChange;  // of the channel shown: so many of its requests are done
  // Whether both are of one plan, whatever its step.
  bool is_like(const DramTry& other) const {
    return kind == other.kind && order == other.order && behind_caches == other.behind_caches;
  }
};

struct DramFacts {
  DramTry tried;
  MemoryFacts::Missing missing = MemoryFacts::Missing::kNothing;
  std::string board, dram;  // whose memory it would be, and the kind that it has: "HBM3e"
  model::DramTimings timings;
  uint64_t bursts = 0, left_out = 0;   // served, and behind them; no burst: nothing moves
  uint64_t lane_bytes = 0;             // what lanes asked for
  std::vector<size_t> channels;        // bursts of each
  uint32_t channel = 0;                // shown: the one with the most
  std::vector<model::DramStep> steps;  // its first ones, in the order tried
  struct Row {
    const model::DramOrdering* ordering;
    model::DramCounts counts;
  };
  std::vector<Row> rows;  // one an ordering
  const model::DramCounts& own() const { return rows[static_cast<size_t>(tried.order)].counts; }
  uint64_t bytes() const { return bursts * timings.burst_bytes; }
};

// `stream`: what `memory` was made of.
DramFacts dram_facts(const MemoryFacts& memory, const model::MemoryStream& stream,
                     const DramTry& tried);

// The same, to be continued later. `memory` and `stream` outlive this.
class DramFactsOfRun {
 public:
  DramFactsOfRun(const MemoryFacts& memory, const model::MemoryStream& stream,
                 const DramTry& tried);
  base::Progress advance(base::Slice& slice);
  DramFacts take();  // when it is done

 private:
  base::Progress collect(base::Slice& slice);
  base::Progress sort(base::Slice& slice);
  base::Progress serve(base::Slice& slice);

  const MemoryFacts& memory_;
  DramFacts facts_;
  std::optional<model::CachesRun> uncached_;  // what goes to DRAM where no cache is
  std::vector<model::DramRequest> requests_;  // its
  size_t collected_ = 0;                      // requests whose bursts are there
  std::vector<uint64_t> bursts_;
  std::vector<uint64_t> sorted_;
  size_t begin_ = 0;                     // of the next piece that is sorted
  size_t width_ = 0, merged_ = 0;        // of the pieces that are merged, and how many bursts are
  std::optional<model::DramRun> order_;  // of the next row
};

// How many of the steps are done: all at most. Where no row makes way, kFirstRowChange is the first
// one that is opened.
uint32_t steps_done(const DramFacts& facts, uint32_t step);

// `run --dram`.
Section describe(const DramFacts& facts);

// ------------------------------------------------------------------------ the page's sentences

Text missing_text(const DramFacts& facts);  // empty: nothing is missing
// "62.5% of the bursts need an activate first", or how many hit the row buffer.
Text answer_text(const DramFacts& facts);
// Of time, bandwidth and what of the bursts lanes asked for.
Text headline(const DramFacts& facts);
Text rows_text(const DramFacts& facts);    // of rows that are open and activated
Text orders_text(const DramFacts& facts);  // why the table's orders differ, or do not
Text refresh_text(const DramFacts& facts);
Text mapping_text(const DramFacts& facts);  // which address is where
Text kind_text(const DramFacts& facts);     // whose timings they are, beside the board's own memory
Text source_text(const DramFacts& facts);
Text left_out_text(const DramFacts& facts);
// "row 12 was not open: row 3 is written back, 12 activated".
Text step_text(const model::DramStep& step, const model::DramStep* before_in_bank);

}  // namespace warplens::study
