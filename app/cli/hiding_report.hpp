// `--latency-hiding`: what the model of sim/model/latency_hiding.hpp makes of the recorded block,
// by number of warps, and its latencies beside the lecture's.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "app/cli/json.hpp"
#include "sim/model/latency_hiding.hpp"
#include "sim/run/run.hpp"

namespace warplens::cli {

// What `--latency-hiding` asks for.
struct HidingLine {
  model::Latencies latencies;
  std::vector<std::string> notes;  // latencies that cannot be, and what is shown instead
};

// "h200", "lecture", or one of them with changes: "h200,global=280". Changes `line`; "" or what is
// wrong.
std::string read_hiding(const std::string& text, HidingLine& line);

// With 1, 2, 4 ... 64 warps.
struct HidingResult {
  uint32_t warps = 0;
  model::Hiding hiding;
};
struct HidingResults {
  HidingLine line;
  uint32_t block_warps = 0, schedulers = 0;
  bool is_cut = false;  // of the block only the first instructions are shown
  std::vector<HidingResult> results;
};

// Of the run's recorded block; nothing where the run has none.
HidingResults hide_latencies(const run::Run& run, const HidingLine& line);

Json hiding_json(const HidingResults& results);
void print_hiding(std::ostream& out, const HidingResults& results);

}  // namespace warplens::cli
