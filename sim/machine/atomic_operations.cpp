// Atomics in shared memory and through pointers.
#include "sim/machine/access.hpp"
#include "sim/machine/arithmetic.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

#define WARPLENS_Shared atomic_shared
#define WARPLENS_Generic atomic_generic
#define WARPLENS_DEFINE_FOR(name, follow, Space, T, expression)                                 \
  template <>                                                                                   \
  void memory_operation<code::Op::k##name>(MemoryUnit<follow> & unit, const code::Instr& instr, \
                                           uint32_t site, uint32_t mask) {                      \
    unit.Space<T>(instr, site, mask,                                                            \
                  []([[maybe_unused]] const T x, [[maybe_unused]] const T y,                    \
                     [[maybe_unused]] const T z) -> T { return (expression); });                \
  }
#define WARPLENS_DEFINE(name, Space, T, expression)                 \
  WARPLENS_DEFINE_FOR(name, false, WARPLENS_##Space, T, expression) \
  WARPLENS_DEFINE_FOR(name, true, WARPLENS_##Space, T, expression)
WARPLENS_ATOMIC_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE
#undef WARPLENS_DEFINE_FOR
#undef WARPLENS_Generic
#undef WARPLENS_Shared

}  // namespace warplens::machine
