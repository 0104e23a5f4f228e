// Instructions of inline PTX as statements of CUDA C++, by what they are about. Each function
// returns a statement; after a mistake, which the instruction keeps, anything.
#pragma once

#include <string>

#include "sim/lang/text/ptx_instruction.hpp"

namespace warplens::lang {

// The carry's variable, and what labels begin with.
inline constexpr std::string_view kPtxCarry = "__ptx_carry";

// Any instruction but `bra`: one of those below, or a row of ptx_instructions.def.
std::string translate_ptx(PtxInstruction& one);

// ld, st: of two or four values as one vector. atom, red.
std::string translate_ptx_move(PtxInstruction& one);
std::string translate_ptx_atomic(PtxInstruction& one);

// cvt: of one number, and of two that become a pair.
std::string translate_ptx_conversion(PtxInstruction& one);

// ldmatrix, stmatrix, movmatrix, mma.
std::string translate_ptx_matrix(PtxInstruction& one);

// cp.async: of each lane, and in bulk; cp.reduce.async.bulk.
std::string translate_ptx_copy(PtxInstruction& one);

// mbarrier; bar and barrier.
std::string translate_ptx_mbarrier(PtxInstruction& one);
std::string translate_ptx_barrier(PtxInstruction& one);

}  // namespace warplens::lang
