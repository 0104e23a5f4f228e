// The functions of CUDA that a kernel may call, in one table (intrinsics.def): name, what it
// computes, argument types, result. A new one is a row there. A new operation on real numbers is a
// row of math_functions.hpp, too, one on bits a row of bit_functions.hpp; any other one a case here
// and in sim/code/lower_call.cpp, or in check_intrinsics.cpp if other operations make it up.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/lang/library/bit_functions.hpp"
#include "sim/lang/library/math_functions.hpp"

namespace warplens::lang {

// What a row computes; lowering switches on it.
enum class IntrinsicOp : uint8_t {
  // The block's and the warp's lanes together. Masks are unsigned int and the first argument.
  kSyncThreads,
  kSyncThreadsCount,  // (int predicate) -> int; so are the next two
  kSyncThreadsAnd,
  kSyncThreadsOr,
  kSyncWarp,      // (mask)
  kShuffleIndex,  // (mask, value, int lane, int width) -> value's type: 32 or 64 bits or half
  kShuffleUp,     // (mask, value, unsigned delta, int width)
  kShuffleDown,
  kShuffleXor,  // (mask, value, int lane mask, int width)
  kVoteAny,     // (mask, int predicate) -> int
  kVoteAll,
  kBallot,      // (mask, int predicate) -> unsigned
  kActiveMask,  // () -> unsigned
  kMatchAny,    // (mask, value) -> unsigned; value has 32 or 64 bits
  kMatchAll,    // (mask, value, int* predicate) -> unsigned
  kReduceAdd,   // (mask, int or unsigned value) -> value's type
  kReduceMin,
  kReduceMax,
  kReduceAnd,  // (mask, unsigned value) -> unsigned
  kReduceOr,
  kReduceXor,
  // (T* address, T value) -> old T
  kAtomicAdd,  // T: int, unsigned, unsigned long long, float, double
  kAtomicMin,  // int, unsigned, long long, unsigned long long; so are the next ones
  kAtomicMax,
  kAtomicAnd,
  kAtomicOr,
  kAtomicXor,
  kAtomicExchange,   // float too
  kAtomicIncrement,  // unsigned
  kAtomicDecrement,
  kAtomicCompareSwap,  // (T* address, T compare, T value); int, unsigned, unsigned long long
  kFence,              // (): nothing to do, a store is seen at once
  kNanosleep,          // (unsigned): nothing to do
  kClock,              // () -> long or long long
  kTrap,
  // Bits
  kBitCast,  // (T) -> another type of as many bits: the same bits
  kMulHigh,  // int, unsigned, long long, unsigned long long
// (unsigned or unsigned long long)
#define WARPLENS_NAME(name, ...) k##name,
  WARPLENS_BIT_FUNCTIONS(WARPLENS_NAME)
#undef WARPLENS_NAME
  // Numbers
  kMin,
  kMax,
  kAbs,
  kIsNan,
  kIsInf,
#define WARPLENS_NAME(name, ...) k##name,
  WARPLENS_MATH_FUNCTIONS(WARPLENS_NAME)
#undef WARPLENS_NAME
  // Made of operators and other rows by the checker: lowering never sees them.
  kMadeAdd,
  kMadeSubtract,
  kMadeMultiply,
  kMadeDivide,
  kMadeNegate,
  kMadeReciprocal,  // 1 / x
  kMadeFma,         // of half: in double, rounded once
  kMadeLess,
  kMadeLessEqual,
  kMadeGreater,
  kMadeGreaterEqual,
  kMadeEqual,
  kMadeNotEqual,
  kMadeConvert,      // to the result's type
  kMadeRintConvert,  // rounded to the nearest integer, to even, first
  kMadeFloorConvert,
  kMadeCeilConvert,
  kMadeSaturate,  // into [0, 1]
  kMadeIsFinite,
  kMadeSignBit,
  kMadeScale,  // (x, n): x * 2^n
  kMadeMul24,
  kMadeFunnelLeft,  // (low, high, shift)
  kMadeFunnelRight,
  kMadeHypot3,
  kMadeHypot4,
  kMadeReciprocalHypot,
  kMadeSincos,  // (x, T* sine, T* cosine)
  kMadeSincospi,
  kMadeAbsDifference,  // (x, y, z): |x - y| + z
  kMadeAverage,        // (x, y): without overflow, rounded down
  kMadeAtomicSubtract,
  kMadeLoad,   // (const T* address): *address
  kMadeStore,  // (T* address, T value): *address = value
};

// One overload. `signature` is one letter an argument, then ':' and the result:
//   i int  u unsigned  l long long  m unsigned long long  k long  f float  d double  h __half
//   g __nv_bfloat16
//   b bool  s short  t unsigned short  v void; a capital letter: a pointer to that type
// The rows of one name have equally many arguments.
struct Intrinsic {
  std::string_view name;
  IntrinsicOp op;
  std::string_view signature;  // "ff:f"
};

const std::vector<Intrinsic>& intrinsics();
// The rows of that name, in order; empty if there are none.
std::vector<uint16_t> intrinsics_named(std::string_view name);
bool is_atomic(IntrinsicOp op);
bool is_shuffle(IntrinsicOp op);
bool holds_barrier(IntrinsicOp op);  // of the whole block

}  // namespace warplens::lang
