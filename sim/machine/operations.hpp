// One function for each opcode of a family (sim/code/opcodes.hpp), which the dispatch loop calls:
// lane_operation for what computes a register from registers, memory_operation for loads, stores
// and atomics. Each family is compiled in a file of its own (arithmetic_operations,
// conversion_operations, math_operations, load_operations, store_operations, atomic_operations,
// matrix_operations), so that a change compiles soon.
#pragma once

#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/code/program.hpp"

namespace warplens::machine {

template <bool follow>
class MemoryUnit;

// Computes R[d] of every lane; library functions those of the mask alone.
template <code::Op op>
void lane_operation(uint32_t* registers, const code::Instr& instr, uint32_t mask);

#define WARPLENS_DECLARE(name, ...)                                                      \
  template <>                                                                            \
  void lane_operation<code::Op::k##name>(uint32_t * registers, const code::Instr& instr, \
                                         uint32_t mask);
WARPLENS_UNARY_OPS(WARPLENS_DECLARE)
WARPLENS_BINARY_OPS(WARPLENS_DECLARE)
WARPLENS_MATH_OPS(WARPLENS_DECLARE)
#undef WARPLENS_DECLARE

// Executes the access for the mask's lanes, at least one, and reports it as `site`'s.
template <code::Op op, bool follow>
void memory_operation(MemoryUnit<follow>& unit, const code::Instr& instr, uint32_t site,
                      uint32_t mask);

#define WARPLENS_DECLARE(name, ...)                                                          \
  template <>                                                                                \
  void memory_operation<code::Op::k##name>(MemoryUnit<false>&, const code::Instr&, uint32_t, \
                                           uint32_t);                                        \
  template <>                                                                                \
  void memory_operation<code::Op::k##name>(MemoryUnit<true>&, const code::Instr&, uint32_t,  \
                                           uint32_t);
WARPLENS_LOAD_OPS(WARPLENS_DECLARE)
WARPLENS_STORE_OPS(WARPLENS_DECLARE)
WARPLENS_LOAD_VEC_OPS(WARPLENS_DECLARE)
WARPLENS_STORE_VEC_OPS(WARPLENS_DECLARE)
WARPLENS_ATOMIC_OPS(WARPLENS_DECLARE)
WARPLENS_MATRIX_OPS(WARPLENS_DECLARE)
#undef WARPLENS_DECLARE

}  // namespace warplens::machine
