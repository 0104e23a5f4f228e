// What computes registers of registers, of values that are the same in all lanes: once, in scalars.
#pragma once

#include "sim/code/opcodes.hpp"
#include "sim/code/program.hpp"

namespace warplens::machine {

struct NativeWarp;

// R[d] := what the opcode computes, of NativeWarp::scalars.
using ScalarFunction = void(NativeWarp& warp, const code::Instr& instr);

// Null for what is in no family of sim/code/opcodes.hpp that computes.
ScalarFunction* scalar_function_of(code::Op op);

}  // namespace warplens::machine
