// How a block's warps hide each other's waiting, in the model of sim/model/latency_hiding.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/study/metrics.hpp"
#include "app/study/section.hpp"
#include "sim/model/latency_hiding.hpp"
#include "sim/run/run.hpp"
#include "sim/whatif/issue_streams.hpp"

namespace warplens::study {

struct LatencyName {
  const char* word;  // of options and of JSON
  Sentence name;
  uint32_t model::Latencies::*value;
  bool is_in_lecture;
};
const std::array<LatencyName, 5>& latency_names();

struct WarpStateName {
  model::WarpState state;
  const char* word;
  Sentence name;      // as Nsight Compute has the stall reason
  Quantity quantity;  // whose metric it is
};
const std::array<WarpStateName, 6>& warp_state_names();

struct HidingFacts {
  std::shared_ptr<const whatif::IssueStreams> streams;  // null: the run has no recorded block
  uint32_t block_warps = 0, schedulers = 0;
  model::Latencies latencies;
  std::vector<Text> refused;  // latencies that cannot be, and what is shown instead
  struct Point {
    uint32_t warps = 0;
    model::Hiding hiding;
  };
  std::vector<Point> points;  // of 1, 2, 4 ... as many warps as are resident at most
};

// Of the run's recorded block; `streams` of it are taken where they are there already. At most so
// many instructions of it are followed.
HidingFacts hiding_facts(const run::Run& run, const model::Latencies& latencies,
                         std::vector<Text> refused,
                         std::shared_ptr<const whatif::IssueStreams> streams = nullptr,
                         uint64_t most = whatif::kMostIssued);

// The same, to be continued later. The run outlives this.
class HidingFactsOfRun {
 public:
  HidingFactsOfRun(const run::Run& run, const model::Latencies& latencies,
                   std::vector<Text> refused,
                   std::shared_ptr<const whatif::IssueStreams> streams = nullptr,
                   uint64_t most = whatif::kMostIssued);
  base::Progress advance(base::Slice& slice);
  HidingFacts take();  // when it is done

 private:
  HidingFacts facts_;
  std::optional<whatif::IssueStreamsOfBlock> followed_;
  const uint32_t most_warps_;
  uint32_t warps_ = 1;                      // of the next point
  std::optional<model::HidingRun> hiding_;  // its
};

// The model's input with so many warps.
model::HidingSetup setup_of(const HidingFacts& facts, uint32_t warps);

// `run --latency-hiding`.
Section describe(const HidingFacts& facts);

// ------------------------------------------------------------------------ the page's sentences

// Of each of so many warps, rounded.
uint64_t cycles_of_each(uint64_t cycles, uint32_t warps);

// What warps do in most of their cycles beside being issued: "61% of warp cycles are stalls on
// memory ..."
Text answer_text(const model::Hiding& shown);
// "8 warps end after 1,024 cycles: on average one every 128 cycles"
Text headline(const model::Hiding& shown, uint32_t warps);
Text reason_text(const HidingFacts& facts,
                 const model::Hiding& shown);  // how much of the issue slots is used
Text barrier_text(const HidingFacts& facts);   // what one costs; empty without barriers
// Beside measured times, and what of the text makes it worse: lines of loops that nvcc unrolls.
Text accuracy_text(const HidingFacts& facts, const std::vector<uint32_t>& unrolled, uint64_t most);
Text curve_note(const std::vector<uint32_t>& unrolled);  // why the cycles are too many
inline constexpr Sentence kPassesHead = sentence("cycles a load and its index, by wavefronts");
Text passes_note(const HidingFacts& facts);  // what a load consists of whose passes are shown
Text refused_latency(uint64_t wanted, uint32_t usable);

}  // namespace warplens::study
