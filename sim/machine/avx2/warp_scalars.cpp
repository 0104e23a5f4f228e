// The opcodes' expressions on one lane.
#include "sim/machine/avx2/warp_scalars.hpp"

#include <cmath>
#include <cstring>

#include "sim/machine/arithmetic.hpp"
#include "sim/machine/avx2/warp_code.hpp"

namespace warplens::machine {

namespace {

template <class T>
T get(const NativeWarp& warp, uint16_t slot) {
  T value;
  std::memcpy(&value, warp.scalars + slot, sizeof value);
  return value;
}

template <class T>
void put(NativeWarp& warp, uint16_t slot, T value) {
  std::memcpy(warp.scalars + slot, &value, sizeof value);
}

}  // namespace

ScalarFunction* scalar_function_of(code::Op op) {
  switch (op) {
#define WARPLENS_UNARY(name, D, A, expression)              \
  case code::Op::k##name:                                   \
    return [](NativeWarp& warp, const code::Instr& instr) { \
      const A x = get<A>(warp, instr.a);                    \
      put(warp, instr.dst, static_cast<D>(expression));     \
    };
#define WARPLENS_BINARY(name, D, A, B, expression)          \
  case code::Op::k##name:                                   \
    return [](NativeWarp& warp, const code::Instr& instr) { \
      const A x = get<A>(warp, instr.a);                    \
      const B y = get<B>(warp, instr.b);                    \
      put(warp, instr.dst, static_cast<D>(expression));     \
    };
#define WARPLENS_MATH(name, T, count, expression)                  \
  case code::Op::k##name:                                          \
    return [](NativeWarp& warp, const code::Instr& instr) {        \
      const T x = get<T>(warp, instr.a);                           \
      [[maybe_unused]] const T y = get<T>(warp, instr.b);          \
      [[maybe_unused]] const T z = get<T>(warp, instr.c);          \
      put(warp, instr.dst, static_cast<T>(canonical(expression))); \
    };
    WARPLENS_UNARY_OPS(WARPLENS_UNARY)
    WARPLENS_BINARY_OPS(WARPLENS_BINARY)
    WARPLENS_MATH_OPS(WARPLENS_MATH)
#undef WARPLENS_UNARY
#undef WARPLENS_BINARY
#undef WARPLENS_MATH
    default:
      return nullptr;
  }
}

}  // namespace warplens::machine
