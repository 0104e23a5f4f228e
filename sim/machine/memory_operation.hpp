// For the files that define the families of accesses: WARPLENS_MEMORY_OPERATION(name, verb, Space,
// T, what) defines memory_operation<Op::k`name`>, with and without origins, as MemoryUnit's
// `verb`_`space`<T>. `what` is how many values a lane moves, or what an atomic makes of its place.
#pragma once

#include "sim/machine/access.hpp"
#include "sim/machine/operations.hpp"

#define WARPLENS_CALL_Shared(verb, T, ...) verb##_shared<T>(instr, site, mask, __VA_ARGS__)
#define WARPLENS_CALL_Generic(verb, T, ...) verb##_generic<T>(instr, site, mask, __VA_ARGS__)
#define WARPLENS_CALL_Local(verb, T, ...) verb##_local<T>(instr, mask, __VA_ARGS__)
#define WARPLENS_MEMORY_OPERATION_OF(name, follow, ...)                                         \
  template <>                                                                                   \
  void memory_operation<code::Op::k##name>(MemoryUnit<follow> & unit, const code::Instr& instr, \
                                           [[maybe_unused]] uint32_t site, uint32_t mask) {     \
    unit.__VA_ARGS__;                                                                           \
  }
#define WARPLENS_MEMORY_OPERATION(name, verb, Space, T, ...)                             \
  WARPLENS_MEMORY_OPERATION_OF(name, false, WARPLENS_CALL_##Space(verb, T, __VA_ARGS__)) \
  WARPLENS_MEMORY_OPERATION_OF(name, true, WARPLENS_CALL_##Space(verb, T, __VA_ARGS__))
