// One lane's value of an expression at a moment, without executing anything: walks the tree with
// the lane's registers and memory as they are. It explains an access (unfold.cpp) and agrees with
// the machine, whose arithmetic it uses.
//
// At the moment of an access its expression has already made its changes: `i++` is the value
// before, that is, the variable's present value minus 1, and `++i` or `i = e` is the present value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "sim/code/program.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::machine {
class BlockRun;
}

namespace warplens::replay {

// Values of variables without a home: a called function's parameters.
using BoundValues = std::map<const lang::Variable*, uint64_t>;

struct LaneState {
  const machine::BlockRun* block = nullptr;
  const machine::GlobalMemory* memory = nullptr;
  uint32_t warp = 0, lane = 0;
  const BoundValues* bound = nullptr;  // may be null

  const code::Program& program() const;
  uint32_t frame() const;  // index into Program::frames: the function that the warp is in
};

// Integers are sign- or zero-extended to 64 bits from their own width; floating types are their bit
// pattern; pointers are the machine's (sim/code/pointer.hpp). Nothing if the value cannot be known
// without executing (atomics).
std::optional<uint64_t> evaluate(const LaneState& state, const lang::Expr& expr);

// The pointer to an lvalue in memory; nothing for one in a register.
std::optional<uint64_t> address_of(const LaneState& state, const lang::Expr& lvalue);

// The bytes at a pointer as a value of `scalar`; out of bounds reads 0, as in the machine.
uint64_t read_memory(const LaneState& state, uint64_t pointer, uint32_t bytes);

// Extends the low bits of a scalar as evaluate() does.
uint64_t extend(base::Scalar scalar, uint64_t bits);

// The variable's home in the lane's frame or, without one there, in the frame that called it, and
// so on; null if there is none.
const code::VariableHome* find_home(const LaneState& state, const lang::Variable& variable);

// The pointer to a home in local memory.
uint64_t local_address(const LaneState& state, const code::VariableHome& home);

}  // namespace warplens::replay
