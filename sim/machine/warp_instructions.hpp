// Instructions of a warp that are more than 32 lanes that compute: calls of recursive functions,
// what lanes do together, where values came from, what is reported to the observer.
#pragma once

#include <cstdint>

#include "sim/code/program.hpp"
#include "sim/machine/block.hpp"
#include "sim/machine/control_flow.hpp"
#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

// Calls of recursive functions: the warp's stack, the frames of local memory above each other, and
// what happens where a recursion is too deep.

// `flow`: behind the call. Where the warp goes on, and with which lanes: without an active one the
// call is skipped. Where it would be too deep, its lanes end.
Flow enter_subroutine(WarpRun& run, uint32_t index, Flow flow);
Flow leave_subroutine(WarpRun& run);

// What the lanes of a warp do together beside memory: shuffles, votes, matches, reductions.

struct NativeWarp;

// Shuffle, Vote, MatchAny, MatchAll, Reduce, SyncWarp, TurnMatrix, Mma or MmaF64 by the lanes of
// `mask`. Each takes part with the active lanes of the mask that itself names, so that parts of a
// warp may do so side by side; a matrix is of all.
void execute_warp_function(const WarpRun& run, const code::Instr& instr, uint32_t mask);

// Of an instruction that all lanes of a warp have to execute together: reports those that do not;
// where all threads do, the lanes that have no thread.
void report_missing(const WarpRun& run, const code::Instr& instr, uint32_t mask);

// Mma or MmaF64. Lanes outside of the mask count as zeros.
void multiply_matrices(const WarpRun& run, const code::Instr& instr, uint32_t mask);

// The lanes of the mask whose addresses name a row, of a load or a store of matrices. It is an
// access only where there are any.
uint32_t rows_named(const code::Instr& instr, uint32_t mask);
// That load or store by lanes that have met.
void move_matrices(WarpRun& run, const code::Instr& instr, uint32_t lanes);

// Of native code, with AVX2: a shuffle by all 32 lanes, each of which names all. False, and nothing
// done, where it is anything else.
bool meet_whole(NativeWarp& warp, const code::Instr& instr);

// Where registers' values came from, for the block that is looked at. The origins that an
// instruction leaves in the register that it writes, called before it is executed. A load's are
// kept by the access itself.
void follow_registers(WarpState& warp, uint32_t* registers, const code::Instr& instr,
                      uint32_t mask);

// What instructions that compute nothing report to the run's observer, if it has one.

// Nothing is reported without an active lane.
void report_phase(const WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t mask);
void report_phase_end(const WarpRun& run, const code::Instr& instr);
void report_print(WarpRun& run, uint32_t* registers, uint32_t index, uint32_t mask);
void report_barrier(const WarpRun& run, uint32_t pc, uint32_t mask);
void report_return(const WarpRun& run, uint32_t mask);
void report_fence(const WarpRun& run, uint32_t mask, int32_t scope);
void report_lanes(const WarpRun& run, trace::LaneEvent event, uint32_t index, uint32_t mask);

}  // namespace warplens::machine
