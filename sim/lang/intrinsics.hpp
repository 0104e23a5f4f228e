// The functions a kernel may call, in one table: name, argument types, result. A new one is a row
// here and a case in sim/code/lower_call.cpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/base/scalar.hpp"

namespace warplens::lang {

// What a row computes; lowering switches on it.
enum class IntrinsicOp : uint8_t {
  kSyncThreads,
  kAtomicAdd,  // (T* address, T value) -> old T; T: int, unsigned, unsigned long long, float,
               // double
  kMin,
  kMax,
  kAbs,
  kFma,
  kSqrt,
  kRsqrt,
  kExp,
  kExp2,
  kLog,
  kLog2,
  kLog10,
  kPow,
  kSin,
  kCos,
  kTan,
  kTanh,
  kFloor,
  kCeil,
  kRound,
  kTrunc,
  kRint,
  kFmod,
  kHypot,
  kCbrt,
  kErf,
  kAtan,
  kAtan2,
  kAsin,
  kAcos,
  kSinh,
  kCosh,
  kIsNan,
  kIsInf,
};

// One overload. `signature` is one character an argument, then ':' and the result:
//   i int  u unsigned  l long long  m unsigned long long  f float  d double  b bool  v void
//   p: pointer to the type that the last argument's character names
struct Intrinsic {
  std::string_view name;
  IntrinsicOp op;
  std::string_view signature;  // "ff:f"
};

const std::vector<Intrinsic>& intrinsics();

}  // namespace warplens::lang
