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

#include "sim/base/scalar.hpp"
#include "sim/code/program.hpp"
#include "sim/lang/library/intrinsics.hpp"
#include "sim/lang/tree/ast.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::machine {
class BlockRun;
}

namespace warplens::replay {

// Arithmetic on single values of a scalar type, as the machine does it. Values are in the form of
// evaluate() (evaluate.hpp): integers extended to 64 bits, floating types as their bit pattern.

uint64_t convert(base::Scalar from, base::Scalar to, uint64_t bits);
uint64_t unary_value(lang::UnaryOp op, base::Scalar scalar, uint64_t bits);
// `scalar` is the left operand's type; of a shift, the right one is any integer.
std::optional<uint64_t> binary_value(lang::BinaryOp op, base::Scalar scalar, uint64_t left,
                                     uint64_t right);
// `scalar` is the arguments' type. Nothing if the operation is no pure function.
std::optional<uint64_t> call_value(lang::IntrinsicOp op, base::Scalar scalar,
                                   const uint64_t (&arguments)[3]);

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

// Finds the expression that gave a variable its present value, to explain a plain index `idx`.

struct Definition {
  const lang::Expr* value = nullptr;  // null: none found
  base::Span span;                    // of its text
};

// The initialiser or assignment nearest before `position` in the text, in the same or an enclosing
// scope, whose expression still gives the value that the variable has. A constant explains nothing
// and does not count.
Definition find_definition(const LaneState& state, const lang::Variable& variable,
                           uint32_t position);

}  // namespace warplens::replay
