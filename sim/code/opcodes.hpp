// The one list of opcodes. The enumeration, the interpreter's dispatch (sim/machine) and the
// disassembler expand it; a new opcode is a line here, and one case where it belongs to no family.
//
// Notation: R[i] the 32 lanes of the register that starts at slot i, M[i] mask register i, mask the
// active lanes, mbarrier[i] the state in the 8 bytes of shared memory at i (sim/base/mbarrier.hpp),
// which the active lanes change in ascending order, d a b c imm the fields of Instr. In the
// families x, y, z are one lane of R[a], R[b], R[c]. Values of 8 and 16 bits live sign- or
// zero-extended in 32 bits, a bool as 0 or 1. Registers of the families and of loads are
// temporaries: lanes outside the mask may be written too (no lane can trap). Only the Move
// instructions write under the mask.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "sim/code/operation.hpp"
#include "sim/lang/library/math_functions.hpp"

namespace warplens::code {

// clang-format off

// X(name, D, A, expression): R[d] := expression as D for every lane x of R[a].
#define WARPLENS_UNARY_OPS(X)                                        \
  X(NegI32, uint32_t, uint32_t, 0u - x)                              \
  X(NegI64, uint64_t, uint64_t, uint64_t{0} - x)                     \
  X(NegF32, float, float, -x)                                        \
  X(NegF64, double, double, -x)                                      \
  X(NotI32, uint32_t, uint32_t, ~x)                                  \
  X(NotI64, uint64_t, uint64_t, ~x)                                  \
  X(AbsS32, uint32_t, int32_t, magnitude(x))                         \
  X(AbsS64, uint64_t, int64_t, magnitude(x))                         \
  X(AbsF32, float, float, magnitude(x))                              \
  X(AbsF64, double, double, magnitude(x))                            \
  X(IsZeroI32, uint32_t, uint32_t, x == 0)                           \
  X(NonZeroI32, uint32_t, uint32_t, x != 0)                          \
  X(NonZeroI64, uint32_t, uint64_t, x != 0)                          \
  X(NonZeroF32, uint32_t, float, x != 0)                             \
  X(NonZeroF64, uint32_t, double, x != 0)                            \
  X(IsNanF32, uint32_t, float, x != x)                               \
  X(IsNanF64, uint32_t, double, x != x)                              \
  X(IsInfF32, uint32_t, float, is_infinite(x))                       \
  X(IsInfF64, uint32_t, double, is_infinite(x))                      \
  X(ExtendS8, uint32_t, uint32_t, static_cast<int8_t>(x))            \
  X(ExtendU8, uint32_t, uint32_t, static_cast<uint8_t>(x))           \
  X(ExtendS16, uint32_t, uint32_t, static_cast<int16_t>(x))          \
  X(ExtendU16, uint32_t, uint32_t, static_cast<uint16_t>(x))         \
  X(ExtendS32, uint64_t, int32_t, x)                                 \
  X(ExtendU32, uint64_t, uint32_t, x)                                \
  X(TruncateI64, uint32_t, uint64_t, x)                              \
  X(S32ToF32, float, int32_t, x)                                     \
  X(U32ToF32, float, uint32_t, x)                                    \
  X(S64ToF32, float, int64_t, x)                                     \
  X(U64ToF32, float, uint64_t, x)                                    \
  X(S32ToF64, double, int32_t, x)                                    \
  X(U32ToF64, double, uint32_t, x)                                   \
  X(S64ToF64, double, int64_t, x)                                    \
  X(U64ToF64, double, uint64_t, x)                                   \
  X(F32ToS32, int32_t, float, (to_integer<int32_t>(x)))              \
  X(F32ToU32, uint32_t, float, (to_integer<uint32_t>(x)))            \
  X(F32ToS64, int64_t, float, (to_integer<int64_t>(x)))              \
  X(F32ToU64, uint64_t, float, (to_integer<uint64_t>(x)))            \
  X(F64ToS32, int32_t, double, (to_integer<int32_t>(x)))             \
  X(F64ToU32, uint32_t, double, (to_integer<uint32_t>(x)))           \
  X(F64ToS64, int64_t, double, (to_integer<int64_t>(x)))             \
  X(F64ToU64, uint64_t, double, (to_integer<uint64_t>(x)))           \
  X(F32ToF64, double, float, x)                                      \
  X(F64ToF32, float, double, canonical(static_cast<float>(x)))       \
  X(F16ToF32, float, uint32_t, half_to_float(static_cast<uint16_t>(x)))\
  X(F32ToF16, uint32_t, float, half_from_double(x))                  \
  X(F64ToF16, uint32_t, double, half_from_double(x))                 \
  X(B16ToF32, float, uint32_t, bfloat_to_float(static_cast<uint16_t>(x)))\
  X(F32ToB16, uint32_t, float, bfloat_from_double(x))                \
  X(F64ToB16, uint32_t, double, bfloat_from_double(x))               \
  X(Popc32, int32_t, uint32_t, std::popcount(x))                     \
  X(Popc64, int32_t, uint64_t, std::popcount(x))                     \
  X(Clz32, int32_t, uint32_t, std::countl_zero(x))                   \
  X(Clz64, int32_t, uint64_t, std::countl_zero(x))                   \
  X(Ffs32, int32_t, uint32_t, first_set(x))                          \
  X(Ffs64, int32_t, uint64_t, first_set(x))                          \
  X(Brev32, uint32_t, uint32_t, reversed(x))                         \
  X(Brev64, uint64_t, uint64_t, reversed(x))                         \
  X(SharedPointer, uint64_t, uint32_t, kSharedPointerBase + x)       \
  X(LocalPointer, uint64_t, uint32_t, kLocalPointerBase + x)

// X(name, D, A, B, expression): R[d] := expression as D for every lane x of R[a], y of R[b].
#define WARPLENS_BINARY_OPS(X)                                       \
  X(AddI32, uint32_t, uint32_t, uint32_t, x + y)                     \
  X(SubI32, uint32_t, uint32_t, uint32_t, x - y)                     \
  X(MulI32, uint32_t, uint32_t, uint32_t, x * y)                     \
  X(MulHiS32, int32_t, int32_t, int32_t, multiply_high(x, y))        \
  X(MulHiU32, uint32_t, uint32_t, uint32_t, multiply_high(x, y))     \
  X(MulHiS64, int64_t, int64_t, int64_t, multiply_high(x, y))        \
  X(MulHiU64, uint64_t, uint64_t, uint64_t, multiply_high(x, y))     \
  X(DivS32, int32_t, int32_t, int32_t, divide(x, y))                 \
  X(DivU32, uint32_t, uint32_t, uint32_t, divide(x, y))              \
  X(RemS32, int32_t, int32_t, int32_t, remainder_of(x, y))           \
  X(RemU32, uint32_t, uint32_t, uint32_t, remainder_of(x, y))        \
  X(AndI32, uint32_t, uint32_t, uint32_t, x & y)                     \
  X(OrI32, uint32_t, uint32_t, uint32_t, x | y)                      \
  X(XorI32, uint32_t, uint32_t, uint32_t, x ^ y)                     \
  X(ShlI32, uint32_t, uint32_t, uint32_t, shift_left(x, y))          \
  X(ShrS32, int32_t, int32_t, uint32_t, shift_right(x, y))           \
  X(ShrU32, uint32_t, uint32_t, uint32_t, shift_right(x, y))         \
  X(LtS32, uint32_t, int32_t, int32_t, x < y)                        \
  X(LeS32, uint32_t, int32_t, int32_t, x <= y)                       \
  X(LtU32, uint32_t, uint32_t, uint32_t, x < y)                      \
  X(LeU32, uint32_t, uint32_t, uint32_t, x <= y)                     \
  X(EqI32, uint32_t, uint32_t, uint32_t, x == y)                     \
  X(NeI32, uint32_t, uint32_t, uint32_t, x != y)                     \
  X(MinS32, int32_t, int32_t, int32_t, x < y ? x : y)                \
  X(MaxS32, int32_t, int32_t, int32_t, x < y ? y : x)                \
  X(MinU32, uint32_t, uint32_t, uint32_t, x < y ? x : y)             \
  X(MaxU32, uint32_t, uint32_t, uint32_t, x < y ? y : x)             \
  X(AddI64, uint64_t, uint64_t, uint64_t, x + y)                     \
  X(SubI64, uint64_t, uint64_t, uint64_t, x - y)                     \
  X(MulI64, uint64_t, uint64_t, uint64_t, x * y)                     \
  X(DivS64, int64_t, int64_t, int64_t, divide(x, y))                 \
  X(DivU64, uint64_t, uint64_t, uint64_t, divide(x, y))              \
  X(RemS64, int64_t, int64_t, int64_t, remainder_of(x, y))           \
  X(RemU64, uint64_t, uint64_t, uint64_t, remainder_of(x, y))        \
  X(AndI64, uint64_t, uint64_t, uint64_t, x & y)                     \
  X(OrI64, uint64_t, uint64_t, uint64_t, x | y)                      \
  X(XorI64, uint64_t, uint64_t, uint64_t, x ^ y)                     \
  X(ShlI64, uint64_t, uint64_t, uint32_t, shift_left(x, y))          \
  X(ShrS64, int64_t, int64_t, uint32_t, shift_right(x, y))           \
  X(ShrU64, uint64_t, uint64_t, uint32_t, shift_right(x, y))         \
  X(LtS64, uint32_t, int64_t, int64_t, x < y)                        \
  X(LeS64, uint32_t, int64_t, int64_t, x <= y)                       \
  X(LtU64, uint32_t, uint64_t, uint64_t, x < y)                      \
  X(LeU64, uint32_t, uint64_t, uint64_t, x <= y)                     \
  X(EqI64, uint32_t, uint64_t, uint64_t, x == y)                     \
  X(NeI64, uint32_t, uint64_t, uint64_t, x != y)                     \
  X(MinS64, int64_t, int64_t, int64_t, x < y ? x : y)                \
  X(MaxS64, int64_t, int64_t, int64_t, x < y ? y : x)                \
  X(MinU64, uint64_t, uint64_t, uint64_t, x < y ? x : y)             \
  X(MaxU64, uint64_t, uint64_t, uint64_t, x < y ? y : x)             \
  X(AddF32, float, float, float, canonical(x + y))                   \
  X(SubF32, float, float, float, canonical(x - y))                   \
  X(MulF32, float, float, float, canonical(x * y))                   \
  X(DivF32, float, float, float, canonical(x / y))                   \
  X(LtF32, uint32_t, float, float, x < y)                            \
  X(LeF32, uint32_t, float, float, x <= y)                           \
  X(EqF32, uint32_t, float, float, x == y)                           \
  X(NeF32, uint32_t, float, float, x != y)                           \
  X(MinF32, float, float, float, canonical(minimum(x, y)))           \
  X(MaxF32, float, float, float, canonical(maximum(x, y)))           \
  X(AddF64, double, double, double, x + y)                           \
  X(SubF64, double, double, double, x - y)                           \
  X(MulF64, double, double, double, x * y)                           \
  X(DivF64, double, double, double, x / y)                           \
  X(LtF64, uint32_t, double, double, x < y)                          \
  X(LeF64, uint32_t, double, double, x <= y)                         \
  X(EqF64, uint32_t, double, double, x == y)                         \
  X(NeF64, uint32_t, double, double, x != y)                         \
  X(MinF64, double, double, double, minimum(x, y))                   \
  X(MaxF64, double, double, double, maximum(x, y))

// X(name, T, arguments, expression): the same for a library function of T; only active lanes are computed.
#define WARPLENS_MATH_F32(name, arguments, expression, X) X(name##F32, float, arguments, expression)
#define WARPLENS_MATH_F64(name, arguments, expression, X) X(name##F64, double, arguments, expression)
#define WARPLENS_MATH_OPS(X) \
  WARPLENS_MATH_FUNCTIONS(WARPLENS_MATH_F32, X) WARPLENS_MATH_FUNCTIONS(WARPLENS_MATH_F64, X)

// X(name, Space, T): R[d] := the T at address R[a] + imm, widened. In Local ones c is the array touched,
// an index into Program::local_arrays. Shared and Local addresses are 32-bit byte offsets in
// the block's shared memory and the thread's frame, Generic ones 64-bit pointers (pointer.hpp).
#define WARPLENS_LOAD_OPS_OF(X, Space)                               \
  X(Load##Space##S8, Space, int8_t)                                  \
  X(Load##Space##U8, Space, uint8_t)                                 \
  X(Load##Space##S16, Space, int16_t)                                \
  X(Load##Space##U16, Space, uint16_t)                               \
  X(Load##Space##I32, Space, uint32_t)                               \
  X(Load##Space##I64, Space, uint64_t)
#define WARPLENS_LOAD_OPS(X) \
  WARPLENS_LOAD_OPS_OF(X, Shared) WARPLENS_LOAD_OPS_OF(X, Local) WARPLENS_LOAD_OPS_OF(X, Generic)

// X(name, Space, T): the T at address R[a] + imm := R[b], narrowed; lanes in ascending order, so that the last one wins.
#define WARPLENS_STORE_OPS_OF(X, Space)                              \
  X(Store##Space##I8, Space, uint8_t)                                \
  X(Store##Space##I16, Space, uint16_t)                              \
  X(Store##Space##I32, Space, uint32_t)                              \
  X(Store##Space##I64, Space, uint64_t)
#define WARPLENS_STORE_OPS(X) \
  WARPLENS_STORE_OPS_OF(X, Shared) WARPLENS_STORE_OPS_OF(X, Local) WARPLENS_STORE_OPS_OF(X, Generic)

// X(name, Space, T): the same for b neighbouring values, one access of b * sizeof(T) bytes a lane (2, 4, 8
// or 16): R[d], R[d + 1]... (64 bits: R[d], R[d + 2]...) := the Ts from address R[a] + imm on.
#define WARPLENS_LOAD_VEC_OPS_OF(X, Space)                           \
  X(LoadVec##Space##S8, Space, int8_t)                               \
  X(LoadVec##Space##U8, Space, uint8_t)                              \
  X(LoadVec##Space##S16, Space, int16_t)                             \
  X(LoadVec##Space##U16, Space, uint16_t)                            \
  X(LoadVec##Space##I32, Space, uint32_t)                            \
  X(LoadVec##Space##I64, Space, uint64_t)
#define WARPLENS_LOAD_VEC_OPS(X) \
  WARPLENS_LOAD_VEC_OPS_OF(X, Shared) WARPLENS_LOAD_VEC_OPS_OF(X, Local) WARPLENS_LOAD_VEC_OPS_OF(X, Generic)

// X(name, Space, T): the same for d neighbouring values, the first one in R[b].
#define WARPLENS_STORE_VEC_OPS_OF(X, Space)                          \
  X(StoreVec##Space##I8, Space, uint8_t)                             \
  X(StoreVec##Space##I16, Space, uint16_t)                           \
  X(StoreVec##Space##I32, Space, uint32_t)                           \
  X(StoreVec##Space##I64, Space, uint64_t)
#define WARPLENS_STORE_VEC_OPS(X) \
  WARPLENS_STORE_VEC_OPS_OF(X, Shared) WARPLENS_STORE_VEC_OPS_OF(X, Local) WARPLENS_STORE_VEC_OPS_OF(X, Generic)

// X(name, Space, T, operands, expression): lanes in ascending order, one after the other: R[d] := the T at address
// R[a] + imm, which becomes the expression of itself (x), R[b] (y) and R[c] (z).
#define WARPLENS_ATOMIC_OPS_OF(X, Space)                             \
  X(AtomicAdd##Space##I32, Space, uint32_t, 1, x + y)                   \
  X(AtomicAdd##Space##I64, Space, uint64_t, 1, x + y)                   \
  X(AtomicAdd##Space##F32, Space, float, 1, canonical(x + y))           \
  X(AtomicAdd##Space##F64, Space, double, 1, canonical(x + y))          \
  X(AtomicMin##Space##S32, Space, int32_t, 1, y < x ? y : x)            \
  X(AtomicMin##Space##U32, Space, uint32_t, 1, y < x ? y : x)           \
  X(AtomicMin##Space##S64, Space, int64_t, 1, y < x ? y : x)            \
  X(AtomicMin##Space##U64, Space, uint64_t, 1, y < x ? y : x)           \
  X(AtomicMax##Space##S32, Space, int32_t, 1, x < y ? y : x)            \
  X(AtomicMax##Space##U32, Space, uint32_t, 1, x < y ? y : x)           \
  X(AtomicMax##Space##S64, Space, int64_t, 1, x < y ? y : x)            \
  X(AtomicMax##Space##U64, Space, uint64_t, 1, x < y ? y : x)           \
  X(AtomicAnd##Space##I32, Space, uint32_t, 1, x & y)                   \
  X(AtomicAnd##Space##I64, Space, uint64_t, 1, x & y)                   \
  X(AtomicOr##Space##I32, Space, uint32_t, 1, x | y)                    \
  X(AtomicOr##Space##I64, Space, uint64_t, 1, x | y)                    \
  X(AtomicXor##Space##I32, Space, uint32_t, 1, x ^ y)                   \
  X(AtomicXor##Space##I64, Space, uint64_t, 1, x ^ y)                   \
  X(AtomicExch##Space##I32, Space, uint32_t, 1, y)                      \
  X(AtomicExch##Space##I64, Space, uint64_t, 1, y)                      \
  X(AtomicInc##Space##U32, Space, uint32_t, 1, x >= y ? 0 : x + 1)      \
  X(AtomicDec##Space##U32, Space, uint32_t, 1, x == 0 || x > y ? y : x - 1)\
  X(AtomicCas##Space##I32, Space, uint32_t, 2, x == y ? z : x)          \
  X(AtomicCas##Space##I64, Space, uint64_t, 2, x == y ? z : x)         \
  X(AtomicCas##Space##I16, Space, uint16_t, 2, x == y ? z : x)          \
  X(AtomicAdd##Space##H16, Space, uint16_t, 1, base::sum_of_halves(x, y))     \
  X(AtomicAdd##Space##B16, Space, uint16_t, 1, base::sum_of_bfloats(x, y))    \
  X(AtomicAdd##Space##H32, Space, uint32_t, 1, base::sum_of_pairs(x, y, base::sum_of_halves))   \
  X(AtomicAdd##Space##B32, Space, uint32_t, 1, base::sum_of_pairs(x, y, base::sum_of_bfloats))
#define WARPLENS_ATOMIC_OPS(X) WARPLENS_ATOMIC_OPS_OF(X, Shared) WARPLENS_ATOMIC_OPS_OF(X, Generic)

// X(name, bytes): an asynchronous copy: of the bytes at the pointer R[a], as many as R[c] says, and zeros behind them
// arrive later at R[b] of the block's shared memory. imm: 1 past L1.
#define WARPLENS_COPY_OPS(X) X(CopyAsync4, 4) X(CopyAsync8, 8) X(CopyAsync16, 16)

// X(name, registers, transfer): an asynchronous copy in bulk by each lane: `registers` of one slot follow each other
// from R[b] on. global[] is what the pointer R[a] names, box[] the box of the tensor whose map it names.
#define WARPLENS_BULK_OPS(X)                                         \
  X(BulkLoad, 3, "R[b + 1] bytes of global[] arrive at R[b] of shared memory, and are counted at mbarrier[R[b + 2]]") \
  X(BulkStore, 2, "R[b + 1] bytes from R[b] of shared memory on arrive at global[]; imm: 0, or added as BulkSum(imm - 1)") \
  X(TensorLoad, imm + 2, "box[] at R[b + 2]..., imm coordinates, arrives at R[b] of shared memory, and is counted at mbarrier[R[b + 1]]") \
  X(TensorStore, imm + 1, "what is at R[b] of shared memory arrives in box[] at R[b + 1]..., imm coordinates")

// X(name, verb, layout): what all lanes of a warp move together between shared memory and registers: matrices of 8 rows
// of 8 halves, b of them loaded to R[d], R[d + 1]... or d of them stored from R[b], R[b + 1]... on. Row k of matrix m is
// the 16 bytes at address R[a] + imm of lane 8 m + k; other lanes' addresses are ignored. A lane's register of a matrix
// has two halves of it, which trace::Layout `layout` says (sim/trace/matrix_layout.hpp).
#define WARPLENS_MATRIX_OPS(X)                                       \
  X(LoadMatrix, Load, kMatrix8x8)                                    \
  X(LoadMatrixTurned, Load, kMatrix8x8Turned)                        \
  X(StoreMatrix, Store, kMatrix8x8)                                  \
  X(StoreMatrixTurned, Store, kMatrix8x8Turned)

// X(name, operands, transfer): the rest. `operands` has one character a field, in the order d a b c imm: r a register of
// one slot, w one of two, m a mask register, - unused, # a number; for imm also @ a jump's target, k an index into
// Program::constants, s a number below 256 and above it a register (number | slot << 8), p the same with a register as
// wide as d.
//
// A `member` register holds the mask that a *_sync names; lanes take part with the active lanes of their own one.
#define WARPLENS_OTHER_OPS(X)                                                                         \
  X(Const32, "r---k", "R[d] := low half of constants[imm]")                                           \
  X(Const64, "w---k", "R[d] := constants[imm]")                                                       \
  X(Builtin, "r---#", "R[d] := the component of threadIdx, blockIdx, ... that lang::Builtin(imm) names") \
  X(Move32, "rr---", "R[d] := R[a] under mask")                                                       \
  X(Move64, "ww---", "R[d] := R[a] under mask, 64 bits")                                              \
  X(Copy32, "rr---", "R[d] := R[a], all lanes")                                                       \
  X(Copy64, "ww---", "R[d] := R[a], all lanes, 64 bits")                                              \
  X(Select32, "rrrr-", "R[d] := R[a] ? R[b] : R[c]")                                                  \
  X(Select64, "wrww-", "R[d] := R[a] ? R[b] : R[c], 64 bits")                                         \
  X(FusedF32, "rrrrp", "R[d] := R[a] * R[b] + R[c], rounded once; imm: signs, and the register that the product is in, too") \
  X(FusedF64, "wwwwp", "R[d] := R[a] * R[b] + R[c], rounded once, 64 bits; imm as in FusedF32")         \
  X(KeepMulF32, "rrrr-", "R[d] := R[a] * R[b]; R[c], R[c + 1] := R[a], R[b], for a Fused")             \
  X(KeepMulF64, "wwww-", "R[d] := R[a] * R[b]; R[c], R[c + 2] := R[a], R[b], 64 bits, for a Fused")    \
  X(Scale32, "rr--#", "R[d] := R[a] * imm, 32 bits")                                                  \
  X(Index32, "rrr-#", "R[d] := R[a] + R[b] * imm, 32 bits")                                           \
  X(IndexS32, "wwr-#", "R[d] := R[a] + sign-extended 32-bit R[b] * imm, 64 bits")                     \
  X(IndexU32, "wwr-#", "R[d] := R[a] + zero-extended 32-bit R[b] * imm, 64 bits")                     \
  X(Index64, "www-#", "R[d] := R[a] + R[b] * imm, 64 bits")                                           \
  X(AddImm64, "ww--#", "R[d] := R[a] + imm, 64 bits")                                                 \
  X(ClearLocal, "-##-#", "frame[imm, imm + a + 65536 b) := 0 under mask")                              \
  X(Jump, "----@", "pc := imm")                                                                       \
  X(JumpIfNone, "----@", "if mask = 0: pc := imm")                                                    \
  X(JumpIfAny, "----@", "if mask != 0: pc := imm")                                                    \
  X(If, "mr--@", "M[d] := mask & !R[a]; mask := mask & R[a]; if mask = 0: pc := imm")                 \
  X(Else, "m---@", "exchange mask and M[d]; if mask = 0: pc := imm")                                  \
  X(Join, "m----", "mask := mask | M[d]")                                                             \
  X(Rejoin, "m----", "mask := mask | M[d]; M[d] := 0")                                                \
  X(LoopTest, "mr--@", "M[d] := M[d] | mask & !R[a]; mask := mask & R[a]; if mask = 0: pc := imm")    \
  X(Leave, "m----", "M[d] := M[d] | mask; mask := 0")                                                 \
  X(Return, "-----", "mask := 0")                                                                     \
  X(MaskClear, "m----", "M[d] := 0")                                                                  \
  X(MaskTake, "m----", "M[d] := mask; mask := 0")                                                     \
  X(MaskCopy, "mm---", "M[d] := M[a]")                                                                \
  X(MaskDrop, "mr---", "M[d] := M[d] & !R[a]")                                                        \
  X(MaskEnter, "mr---", "mask := mask | M[d] & R[a]")                                                 \
  X(Barrier, "-----", "if mask != 0: wait until every warp of the block has arrived or ended")        \
  X(Shuffle32, "rrrrs", "R[d] := R[a] of another lane; R[b] which, R[c] width; imm: 0 index 1 up 2 down 3 xor, members") \
  X(Shuffle64, "wwrrs", "R[d] := R[a] of another lane, 64 bits; R[b] which, R[c] width; imm as in Shuffle32") \
  X(Vote, "rrr-#", "R[d] := of R[a] over members R[b]; imm: 0 any 1 all 2 ballot")                    \
  X(ActiveMask, "r----", "R[d] := mask")                                                              \
  X(MatchAny32, "rrr--", "R[d] := members R[b] with the same R[a]")                                   \
  X(MatchAny64, "rwr--", "R[d] := members R[b] with the same R[a], 64 bits")                          \
  X(MatchAll32, "rrrr-", "R[d] := members R[b] if all have the same R[a], else 0; R[c] := whether")   \
  X(MatchAll64, "rwrr-", "R[d] := members R[b] if all have the same R[a] of 64 bits, else 0; R[c] := whether") \
  X(Reduce, "rrr-#", "R[d] := R[a] over members R[b]; imm: 0 add 1 min 2 max signed 3 min 4 max unsigned 5 and 6 or 7 xor") \
  X(TurnMatrix, "rr---", "R[d] := the matrix of 8 rows of 8 halves in R[a], its rows and columns exchanged") \
  X(Mma, "rrrr#", "R[d]... := R[a]... * R[b]... + R[c]..., matrices of the warp's registers; imm: tensor::mma_shapes()") \
  X(MmaF64, "wwww#", "R[d]... := R[a]... * R[b]... + R[c]..., matrices of the warp's 64-bit registers; imm as in Mma") \
  X(SyncWarp, "--r--", "members R[b] wait for each other (a warp always runs in step)")               \
  X(Fence, "----#", "report: a fence by the lanes of mask; imm: trace::FenceScope")                     \
  X(BarrierVote, "-r---", "as Barrier; lanes whose R[a] is not 0 count into the block's tally")       \
  X(BarrierResult, "r---#", "R[d] := of the block's tally at the barrier; imm: 0 count 1 all 2 any")  \
  X(CopyCommit, "-----", "lanes of mask: their copies since the last commit are a group")                \
  X(CopyWait, "-r---", "lanes of mask wait for their groups, but for the newest R[a] of them")          \
  X(CopyWaitAll, "-----", "lanes of mask commit and wait for all their groups")                         \
  X(CopyArrive, "-r--#", "an arrival at mbarrier[R[a]] once the copies so far are there; imm 0: it has one more pending till then") \
  X(BulkCommit, "-----", "lanes of mask: their copies in bulk from shared memory since the last commit are a group") \
  X(BulkWait, "-r--#", "lanes of mask wait for those groups, but for the newest R[a] of them; imm 1: until they have read") \
  X(ProxyFence, "-----", "report: what lanes of mask did to shared memory comes before copies in bulk")  \
  X(MbarrierInit, "-rr--", "mbarrier[R[a]] := R[b] arrivals expected and pending, no bytes, parity 0") \
  X(MbarrierInvalidate, "-r---", "mbarrier[R[a]] := 0")                                               \
  X(MbarrierArrive, "wrr-#", "R[d] := mbarrier[R[a]], from whose arrivals R[b] are taken: pending, with imm 1 expected, too") \
  X(MbarrierBytes, "-rr-#", "mbarrier[R[a]] waits for R[b] bytes more, with imm 1 for so many less")   \
  X(MbarrierWait, "-rr-#", "if mask != 0: wait until the phase of parity R[b] of mbarrier[R[a]] has ended; with imm 1 only until others have had a turn") \
  X(MbarrierTest, "rrr-#", "R[d] := whether the phase of parity R[b] of mbarrier[R[a]] has ended; imm 1: behind a wait for it") \
  X(Clock32, "r----", "R[d] := the warp's cycles so far, low half")                                   \
  X(Clock64, "w----", "R[d] := the warp's cycles so far")                                             \
  X(Print, "----#", "report: prints[imm] by the lanes of mask")                                         \
  X(Assert, "-r--#", "lanes of mask whose R[a] is 0 fail asserts[imm]: the grid stops")               \
  X(Trap, "----#", "if mask != 0: the grid stops; asserts[imm]")                                      \
  X(Call, "----#", "if mask != 0: save registers and masks of subroutines[imm]; its frame above the caller's; pc := its entry") \
  X(SubReturn, "-----", "undo the last Call; mask := mask of the call, but for lanes that have ended") \
  X(FrameBase, "r----", "R[d] := where the present frame of local memory starts, 32 bits")            \
  X(Phase, "-r#-#", "report: iteration of phase loop imm begins; b = 1: R[a] int, 2: unsigned, 3: 64 bits, 0: no value") \
  X(PhaseEnd, "----#", "report: phase loop imm is left")                                                \
  X(HostCall, "----#", "host code: the function host_calls[imm] of the host's runtime")                 \
  X(Launch, "----#", "host code: launches[imm]")                                                        \
  X(End, "-----", "the warp has ended")

// clang-format on

enum class Op : uint16_t {
#define WARPLENS_NAME(name, ...) k##name,
  WARPLENS_UNARY_OPS(WARPLENS_NAME) WARPLENS_BINARY_OPS(WARPLENS_NAME)
      WARPLENS_MATH_OPS(WARPLENS_NAME) WARPLENS_LOAD_OPS(WARPLENS_NAME)
          WARPLENS_STORE_OPS(WARPLENS_NAME) WARPLENS_LOAD_VEC_OPS(WARPLENS_NAME)
              WARPLENS_STORE_VEC_OPS(WARPLENS_NAME) WARPLENS_ATOMIC_OPS(WARPLENS_NAME)
                  WARPLENS_COPY_OPS(WARPLENS_NAME) WARPLENS_BULK_OPS(WARPLENS_NAME)
                      WARPLENS_MATRIX_OPS(WARPLENS_NAME) WARPLENS_OTHER_OPS(WARPLENS_NAME)
#undef WARPLENS_NAME
};

// What a field of an instruction is. (The letters are those of WARPLENS_OTHER_OPS.)
enum class Operand : uint8_t {
  kNone,          // -
  kRegister,      // r: of one slot
  kWideRegister,  // w: of two slots
  kMask,          // m
  kNumber,        // #
  kTarget,        // @
  kConstant,      // k
  kShuffle,       // s
  kProduct,       // p
};
constexpr bool is_register(Operand operand) {
  return operand == Operand::kRegister || operand == Operand::kWideRegister;
}
// Slots of a register.
constexpr uint8_t width_of(Operand operand) {
  return operand == Operand::kWideRegister ? 2 : 1;
}

struct OpInfo {
  std::string_view name;              // "AddI32"
  std::array<Operand, 5> operands{};  // d a b c imm
  std::string_view transfer;          // the effect in a line
  bool writes_register = false;
  bool writes_64 = false;  // R[d] takes two slots
  bool is_access = false;  // a load, a store, an atomic or a copy; what follows is of these
  Operation operation = Operation::kLoad;
  uint8_t bytes = 0;       // of one value in memory
  bool is_local = false;   // of the thread's frame; c names the array
  bool is_vector = false;  // several values: of a load b of them, of a store d
  bool is_matrix = false;  // each is a lane's part of a matrix whose rows have the addresses

  bool jumps() const { return operands[4] == Operand::kTarget; }
};

OpInfo info(Op op);

// Whether it makes one register of registers, lane by lane.
bool computes_lanes(Op op);
// Whether an atomic that comes after another of its kind can be one with it: x op y op z is
// x op (y op z), to the last bit.
bool is_associative(Op op);
// Whether it is one of WARPLENS_BULK_OPS; and how many registers such an instruction has from R[b]
// on.
bool copies_in_bulk(Op op);
uint8_t bulk_registers(Op op, int32_t imm);
// Whether it is one of WARPLENS_MATH_OPS.
bool is_library_function(Op op);

}  // namespace warplens::code
