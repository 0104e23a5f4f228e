// The functions of an integer's bits that a kernel may call, in one table, which the enum of
// intrinsics, the opcodes, lowering and the machine expand. A new one is a row here, and one for
// each of its names in intrinsics.def.
#pragma once

#include <bit>

// clang-format off

// Row(name, result of 32 bits, of 64 bits, expression, ...): the value of the function of x, a uint32_t or a uint64_t.
// What it calls beside <bit> is in sim/machine/arithmetic.hpp. The rest of the arguments is passed on.
#define WARPLENS_BIT_FUNCTIONS(Row, ...) \
  Row(Popc, int32_t, int32_t, std::popcount(x), __VA_ARGS__) \
  Row(Clz, int32_t, int32_t, std::countl_zero(x), __VA_ARGS__) \
  Row(Ffs, int32_t, int32_t, first_set(x), __VA_ARGS__) \
  Row(Brev, uint32_t, uint64_t, reversed(x), __VA_ARGS__)

// clang-format on
