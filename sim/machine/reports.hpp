// What instructions that compute nothing report to the run's observer, if it has one.
#pragma once

#include <cstdint>

#include "sim/code/program.hpp"
#include "sim/machine/interpreter.hpp"

namespace warplens::machine {

// Nothing is reported without an active lane.
void report_phase(const WarpRun& run, uint32_t* registers, const code::Instr& instr, uint32_t mask);
void report_phase_end(const WarpRun& run, const code::Instr& instr);
void report_print(WarpRun& run, uint32_t* registers, uint32_t index, uint32_t mask);
void report_barrier(const WarpRun& run, uint32_t pc, uint32_t mask);
void report_return(const WarpRun& run, uint32_t mask);
void report_fence(const WarpRun& run, uint32_t mask, int32_t scope);
void report_lanes(const WarpRun& run, trace::LaneEvent event, uint32_t index, uint32_t mask);

}  // namespace warplens::machine
