// The functions of CUDA that a kernel may call, in one table (intrinsics.def): name, what it
// computes, argument types, result. A new one is a row there, with a row for its operation if that
// is new; a new function of real numbers is a row of math_functions.hpp, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/lang/library/math_functions.hpp"

namespace warplens::lang {

// What a row computes.
enum class IntrinsicOp : uint8_t {
#define WL_OPERATION(name, ...) k##name,
#define WL_MADE_OPERATION(name, ...) k##name,
#include "sim/lang/library/intrinsics.def"
#define WARPLENS_NAME(name, ...) k##name,
  WARPLENS_MATH_FUNCTIONS(WARPLENS_NAME)
#undef WARPLENS_NAME
};

// How a call of it is checked.
enum class IntrinsicKind : uint8_t {
  kBlockBarrier,
  kWarpBarrier,  // its mask may be left out: all lanes
  kShuffle,      // its width may be left out: the warp's
  kMatch,
  kWarp,    // of a warp's lanes together, without peculiarities
  kAtomic,  // its first argument, a pointer, chooses the row
  kCached,  // a load or store with a cache hint: of any type
  kNumber,  // of 16-bit floats it is computed in float
  kAsync,   // begins copies, or waits for them
  kOther,
};

// One overload. `signature` is one letter an argument, then ':' and the result:
//   i int  u unsigned  l long long  m unsigned long long  k long  f float  d double  h __half
//   g __nv_bfloat16
//   b bool  s short  t unsigned short  v void; a capital letter: a pointer to that type; C: to
//   const void
// The rows of one name have equally many arguments.
struct Intrinsic {
  std::string_view name;
  IntrinsicOp op;
  std::string_view signature;  // "ff:f"
};

const std::vector<Intrinsic>& intrinsics();
// The rows of that name, in order; empty if there are none.
std::vector<uint16_t> intrinsics_named(std::string_view name);
IntrinsicKind kind_of(IntrinsicOp op);
// Whether the checker makes it of operators and other operations.
bool is_made(IntrinsicOp op);
// What a left-out last argument is; nothing if none may be left out.
std::optional<uint64_t> default_argument(IntrinsicOp op);

}  // namespace warplens::lang
