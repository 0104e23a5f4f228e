// One lane's value of an expression at a moment, without executing anything: the tree is walked
// with the lane's registers and memory as they are. It exists to explain an access (unfold.cpp),
// and agrees with the machine, whose arithmetic it uses.
//
// What the expression would change has been changed already where the moment is the access that the
// expression made: `i++` is the value before, hence the variable's present value minus 1, and `++i`
// or `i = e` the present value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "sim/machine/block.hpp"

namespace warplens::engine {

// Values that stand for variables without a home: a called function's parameters.
using BoundValues = std::map<const lang::Variable*, uint64_t>;

struct LaneState {
  const machine::BlockRun* block = nullptr;
  const machine::GlobalMemory* memory = nullptr;
  uint32_t warp = 0, lane = 0;
  const BoundValues* bound = nullptr;  // may be null

  const code::Program& program() const { return *block->context().program; }
  uint32_t frame() const;  // index into Program::frames: where the warp stands
};

// Integers are sign- or zero-extended to 64 bits from their own width; floating types are their bit
// pattern; pointers are the machine's (sim/code/pointer.hpp). Nothing if it cannot be known without
// executing (atomics).
std::optional<uint64_t> evaluate(const LaneState& state, const lang::Expr& expr);

// The pointer to an lvalue that lies in memory; nothing for a register.
std::optional<uint64_t> address_of(const LaneState& state, const lang::Expr& lvalue);

// The bytes at a pointer as a value of `scalar`; out of bounds reads 0, as in the machine.
uint64_t read_memory(const LaneState& state, uint64_t pointer, uint32_t bytes);

// Extends the low bits of a scalar as evaluate() does.
uint64_t extend(base::Scalar scalar, uint64_t bits);

// Where the variable lives in the lane's frame, or in the one that called that, and so on.
const code::VariableHome* find_home(const LaneState& state, const lang::Variable& variable);

// The pointer to a home in local memory.
uint64_t local_address(const LaneState& state, const code::VariableHome& home);

}  // namespace warplens::engine
