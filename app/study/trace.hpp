// The recorded accesses of a launch's block, one after another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/study/section.hpp"
#include "sim/base/source.hpp"
#include "sim/run/run.hpp"

namespace warplens::study {

// A recording, and which of its accesses are shown.
struct TraceFacts {
  std::shared_ptr<const run::Run> run;
  bool is_reached = false;  // the block that was asked for; else it has no accesses
  std::shared_ptr<const trace::Recording> recording;
  trace::BlockId block;
  std::optional<uint32_t> warp;  // only this one's
  uint32_t end = 0;              // steps below it
  uint64_t left_out = 0;         // accesses beyond it
  bool shows(uint32_t step) const { return !warp || recording->heads[step].warp == *warp; }
};
TraceFacts trace_facts(std::shared_ptr<const run::Run> run, std::optional<uint32_t> warp,
                       uint64_t most);
// For people its title; for programs all but the accesses.
Section describe(const TraceFacts& facts);
// For people, beneath the accesses: which of them are missing, what was found, how the run ended.
std::vector<Section> end_of_trace(const TraceFacts& facts);

struct TracedAccess {
  trace::Access access;
  base::LineColumn place;
  std::string array;  // that of the first active lane; "" in none
  trace::StepCost cost;
};
TracedAccess traced_access(const TraceFacts& facts, uint32_t step);
// For programs.
Section describe(const TracedAccess& traced);

Text released_text(uint64_t barrier);                      // of the block's barriers, from 1
Text phase_text(const TraceFacts& facts, uint32_t phase);  // "sub = 1"; "-" outside a phase loop
// Why it costs that, where two sides of memory decide: of a copy.
std::optional<Text> reason_text(const TraceFacts& facts, const TracedAccess& traced);
Text cost_text(const TracedAccess& traced);  // "4 sectors, 1 line"
// The elements that the active lanes touch, in order of lanes: "0..7, 16..23" or "3 (8 lanes), 4 (8
// lanes)".
std::string elements_text(const TraceFacts& facts, const TracedAccess& traced);

}  // namespace warplens::study
