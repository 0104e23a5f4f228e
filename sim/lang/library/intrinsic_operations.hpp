// What the rows of intrinsics.def compute, in one table, beside the functions of real numbers
// (math_functions.hpp). An operation that the machine has as an instruction is a row here and one
// for each of its names in intrinsics.def; one that needs a lowering of its own names a function
// that it adds to sim/code/lower_collective.cpp or lower_call.cpp.
#pragma once

// clang-format off

// Row(name, kind, lowering): `kind` is an IntrinsicKind (intrinsics.hpp). `lowering` is expanded in
// Lowering::call_intrinsic (sim/code/lower_call.cpp) alone, in which the call is `expr` and opcodes
// have their short names. The comment states the arguments; a mask of lanes comes first.
#define WARPLENS_INTRINSIC_OPERATIONS(Row) \
  Row(SyncThreads, kBlockBarrier, without_result(kBarrier)) \
  /* (int predicate) -> int; so are the next two */ \
  Row(SyncThreadsCount, kBlockBarrier, barrier_vote(expr, 0)) \
  Row(SyncThreadsAnd, kBlockBarrier, barrier_vote(expr, 1)) \
  Row(SyncThreadsOr, kBlockBarrier, barrier_vote(expr, 2)) \
  /* (mask) */ \
  Row(SyncWarp, kWarpBarrier, sync_warp(expr)) \
  /* (mask, value, int lane, int width) -> value's type: 32 or 64 bits or half */ \
  Row(ShuffleIndex, kShuffle, shuffle(expr, 0)) \
  /* (mask, value, unsigned delta, int width) */ \
  Row(ShuffleUp, kShuffle, shuffle(expr, 1)) \
  Row(ShuffleDown, kShuffle, shuffle(expr, 2)) \
  /* (mask, value, int lane mask, int width) */ \
  Row(ShuffleXor, kShuffle, shuffle(expr, 3)) \
  /* (mask, int predicate) -> int; the last one -> unsigned */ \
  Row(VoteAny, kWarp, over_members(expr, kVote, 0)) \
  Row(VoteAll, kWarp, over_members(expr, kVote, 1)) \
  Row(Ballot, kWarp, over_members(expr, kVote, 2)) \
  /* () -> unsigned */ \
  Row(ActiveMask, kWarp, compute(kActiveMask, false, 0)) \
  /* (mask, value) -> unsigned; value has 32 or 64 bits */ \
  Row(MatchAny, kMatch, over_members(expr, is_wide(expr.arguments[1]->type) ? kMatchAny64 : kMatchAny32, 0)) \
  /* (mask, value, int* predicate) -> unsigned */ \
  Row(MatchAll, kMatch, match_all(expr)) \
  /* (mask, int or unsigned value) -> value's type; the last three: unsigned. Op::kReduce counts them */ \
  Row(ReduceAdd, kWarp, over_members(expr, kReduce, 0)) \
  Row(ReduceMin, kWarp, over_members(expr, kReduce, is_signed(expr) ? 1 : 3)) \
  Row(ReduceMax, kWarp, over_members(expr, kReduce, is_signed(expr) ? 2 : 4)) \
  Row(ReduceAnd, kWarp, over_members(expr, kReduce, 5)) \
  Row(ReduceOr, kWarp, over_members(expr, kReduce, 6)) \
  Row(ReduceXor, kWarp, over_members(expr, kReduce, 7)) \
  /* (T* address, T value) -> old T; the instruction in shared memory for each type */ \
  Row(AtomicAdd, kAtomic, atomic(expr, Atomic::kAdd, {kAtomicAddSharedI32, kAtomicAddSharedI32, kAtomicAddSharedI64, kAtomicAddSharedI64, kAtomicAddSharedF32, kAtomicAddSharedF64})) \
  Row(AtomicMin, kAtomic, atomic(expr, Atomic::kMinimum, {kAtomicMinSharedS32, kAtomicMinSharedU32, kAtomicMinSharedS64, kAtomicMinSharedU64, kAtomicMinSharedS32, kAtomicMinSharedS64})) \
  Row(AtomicMax, kAtomic, atomic(expr, Atomic::kMaximum, {kAtomicMaxSharedS32, kAtomicMaxSharedU32, kAtomicMaxSharedS64, kAtomicMaxSharedU64, kAtomicMaxSharedS32, kAtomicMaxSharedS64})) \
  Row(AtomicAnd, kAtomic, atomic(expr, Atomic::kAnd, by_size(kAtomicAndSharedI32, kAtomicAndSharedI64))) \
  Row(AtomicOr, kAtomic, atomic(expr, Atomic::kOr, by_size(kAtomicOrSharedI32, kAtomicOrSharedI64))) \
  Row(AtomicXor, kAtomic, atomic(expr, Atomic::kXor, by_size(kAtomicXorSharedI32, kAtomicXorSharedI64))) \
  Row(AtomicExchange, kAtomic, atomic(expr, Atomic::kExchange, by_size(kAtomicExchSharedI32, kAtomicExchSharedI64))) \
  Row(AtomicIncrement, kAtomic, atomic(expr, Atomic::kIncrement, by_size(kAtomicIncSharedU32, kAtomicIncSharedU32))) \
  Row(AtomicDecrement, kAtomic, atomic(expr, Atomic::kDecrement, by_size(kAtomicDecSharedU32, kAtomicDecSharedU32))) \
  /* (T* address, T compare, T value) */ \
  Row(AtomicCompareSwap, kAtomic, atomic(expr, Atomic::kCompareSwap, by_size(kAtomicCasSharedI32, kAtomicCasSharedI64))) \
  /* (): a store is seen at once; (unsigned): takes no time */ \
  Row(Fence, kOther, nothing_but_arguments(expr)) \
  Row(Nanosleep, kOther, nothing_but_arguments(expr)) \
  /* () -> long or long long */ \
  Row(Clock, kOther, compute(is_wide(expr.type) ? kClock64 : kClock32, is_wide(expr.type), 0)) \
  Row(Trap, kOther, trap()) \
  /* (T) -> another type of as many bits: the same bits */ \
  Row(BitCast, kOther, bit_cast(expr)) \
  /* (unsigned or unsigned long long) -> int; so are the next two */ \
  Row(Popc, kOther, call_math(expr, by_size(kPopc32, kPopc64))) \
  Row(Clz, kOther, call_math(expr, by_size(kClz32, kClz64))) \
  Row(Ffs, kOther, call_math(expr, by_size(kFfs32, kFfs64))) \
  /* -> the argument's type */ \
  Row(Brev, kOther, call_math(expr, by_size(kBrev32, kBrev64))) \
  /* int, unsigned, long long, unsigned long long */ \
  Row(MulHigh, kOther, call_math(expr, {kMulHiS32, kMulHiU32, kMulHiS64, kMulHiU64, kMulF32, kMulF64})) \
  Row(Min, kNumber, call_math(expr, {kMinS32, kMinU32, kMinS64, kMinU64, kMinF32, kMinF64})) \
  Row(Max, kNumber, call_math(expr, {kMaxS32, kMaxU32, kMaxS64, kMaxU64, kMaxF32, kMaxF64})) \
  Row(Abs, kNumber, call_math(expr, {kAbsS32, kCopy32, kAbsS64, kCopy64, kAbsF32, kAbsF64})) \
  Row(IsNan, kNumber, call_math(expr, by_size(kIsNanF32, kIsNanF64))) \
  Row(IsInf, kNumber, call_math(expr, by_size(kIsInfF32, kIsInfF64)))

// Row(name, kind): made of operators and other operations by Checker::expand
// (sim/lang/check/expand_intrinsics.cpp); lowering never sees them.
#define WARPLENS_MADE_OPERATIONS(Row) \
  Row(MadeAdd, kOther) \
  Row(MadeSubtract, kOther) \
  Row(MadeMultiply, kOther) \
  Row(MadeDivide, kOther) \
  Row(MadeNegate, kOther) \
  /* 1 / x */ \
  Row(MadeReciprocal, kOther) \
  /* of half: in double, rounded once */ \
  Row(MadeFma, kOther) \
  Row(MadeLess, kOther) \
  Row(MadeLessEqual, kOther) \
  Row(MadeGreater, kOther) \
  Row(MadeGreaterEqual, kOther) \
  Row(MadeEqual, kOther) \
  Row(MadeNotEqual, kOther) \
  /* to the result's type; the next three rounded first, Rint to the nearest integer, to even */ \
  Row(MadeConvert, kOther) \
  Row(MadeRintConvert, kOther) \
  Row(MadeFloorConvert, kOther) \
  Row(MadeCeilConvert, kOther) \
  /* into [0, 1] */ \
  Row(MadeSaturate, kOther) \
  Row(MadeIsFinite, kOther) \
  Row(MadeSignBit, kOther) \
  /* (x, n): x * 2^n */ \
  Row(MadeScale, kOther) \
  Row(MadeMul24, kOther) \
  /* (low, high, shift) */ \
  Row(MadeFunnelLeft, kOther) \
  Row(MadeFunnelRight, kOther) \
  Row(MadeHypot3, kOther) \
  Row(MadeHypot4, kOther) \
  Row(MadeReciprocalHypot, kOther) \
  /* (x, T* sine, T* cosine) */ \
  Row(MadeSincos, kOther) \
  Row(MadeSincospi, kOther) \
  /* (x, y, z): |x - y| + z */ \
  Row(MadeAbsDifference, kOther) \
  /* (x, y): without overflow, rounded down */ \
  Row(MadeAverage, kOther) \
  Row(MadeAtomicSubtract, kAtomic) \
  /* (const T* address): *address */ \
  Row(MadeLoad, kCached) \
  /* (T* address, T value): *address = value */ \
  Row(MadeStore, kCached)

// clang-format on
