// The divergent branches of a block's warps, and what they cost in active threads, of 32 a warp
// instruction.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/compare/compiled_kernel.hpp"
#include "app/study/section.hpp"
#include "sim/whatif/follow_divergence.hpp"

namespace warplens::study {

// `run --divergence`, of the run that was followed.
Section describe(const run::Run& run, const base::Checked<whatif::Divergence>& divergence,
                 const compare::CompiledResult& compiled);

// ------------------------------------------------------------------------ the page's sentences

// What a fork costs: "16 lanes..." is a part of a sentence without the place.
Text fork_text(const observe::Fork& fork);
// "0 to 31 iterations, by lane", "3 iterations in every lane".
Text trips_text(const observe::LoopTrips& loop);
// Where it is in the text: "line 4", "line 4 of reduce.cuh".
Text place_text(const code::Program& program, uint32_t pc);
// "Warp 3: 20 active threads of 32 on average, 62.5% (...)".
Text warp_headline(const observe::WarpDivergence& warp, uint32_t index);
// What inactive threads are, each kind that there is; empty where all are active.
Text lost_text(const observe::LaneSlots& slots);
// The whole block; `has_depth`: blocks have three indices.
Text block_headline(const whatif::Divergence& divergence, bool has_depth);
// How many of several warps have one: "2 of 8 warps have a divergent branch."; empty of one warp.
Text parting_text(const whatif::Divergence& divergence);
Text instructions_note();  // what the instructions are
// By which compiler branches are known, or why they are not. Empty: nobody asked.
Text compiled_headline(const compare::CompiledKernel* kernel, const std::string& problem);

}  // namespace warplens::study
