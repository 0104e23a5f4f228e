// What the lanes of a warp do together beside memory: shuffles, votes, matches, reductions.
#pragma once

#include <cstdint>

#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

struct NativeWarp;

// Shuffle, Vote, MatchAny, MatchAll, Reduce or SyncWarp by the lanes of `mask`. Each takes part
// with the active lanes of the mask that itself names, so that parts of a warp may do so side by
// side.
void execute_warp_function(const WarpRun& run, const code::Instr& instr, uint32_t mask);

// Of native code, with AVX2: a shuffle by all 32 lanes, each of which names all. False, and nothing
// done, where it is anything else.
bool meet_whole(NativeWarp& warp, const code::Instr& instr);

}  // namespace warplens::machine
