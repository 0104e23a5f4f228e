// Copies in bulk, of bytes that follow each other (cp.async.bulk) or of a tensor's box: each active
// lane begins one, one after the other. A copy is executed in parts, each of which is one access:
// an instruction is executed until none is left.
//
// What arrives in shared memory is in flight (copies.hpp) until the lane meets a barrier or a wait;
// each part then counts at the copy's mbarrier. What leaves it is read and written at once, or,
// where copies are late, at the wait that covers it.
#pragma once

#include <cstdint>

#include "sim/code/program.hpp"
#include "sim/machine/copies.hpp"
#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

enum class BulkNext : uint8_t {
  kPart,   // one access
  kNone,   // the instruction has been executed
  kFault,  // a lane's copy is wrong, which is reported: the grid stops
};
// What the instruction does next, for the lanes of the mask, at least one. WarpState::bulk says how
// far it has come.
BulkNext next_in_bulk(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t mask);
// That part.
void execute_part(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t site);

// The pieces of the store are read and written.
void execute_store(WarpRun& run, PendingStore& store);

void commit_bulk(WarpRun& run, uint32_t pc, uint32_t mask);
void wait_for_bulk(WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t pc,
                   uint32_t mask);
void report_proxy_fence(const WarpRun& run, uint32_t pc, uint32_t mask);

}  // namespace warplens::machine
