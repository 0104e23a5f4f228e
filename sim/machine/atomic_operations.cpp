// Atomics in shared memory and through pointers.
#include "sim/base/half.hpp"
#include "sim/machine/arithmetic.hpp"
#include "sim/machine/memory_operation.hpp"

namespace warplens::machine {

#define WARPLENS_DEFINE(name, Space, T, operands, expression)                          \
  WARPLENS_MEMORY_OPERATION(name, atomic, Space, T,                                    \
                            []([[maybe_unused]] const T x, [[maybe_unused]] const T y, \
                               [[maybe_unused]] const T z) -> T { return (expression); })
WARPLENS_ATOMIC_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
