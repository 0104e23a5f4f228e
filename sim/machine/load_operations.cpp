// Loads, of one value a lane and of several.
#include "sim/machine/access.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

#define WARPLENS_Shared(T, count) load_shared<T>(instr, site, mask, count)
#define WARPLENS_Generic(T, count) load_generic<T>(instr, site, mask, count)
#define WARPLENS_Local(T, count) load_local<T>(instr, mask, count)
#define WARPLENS_DEFINE_FOR(name, follow, call)                                                 \
  template <>                                                                                   \
  void memory_operation<code::Op::k##name>(MemoryUnit<follow> & unit, const code::Instr& instr, \
                                           [[maybe_unused]] uint32_t site, uint32_t mask) {     \
    unit.call;                                                                                  \
  }
#define WARPLENS_DEFINE(name, Space, T)                       \
  WARPLENS_DEFINE_FOR(name, false, WARPLENS_##Space(T, kOne)) \
  WARPLENS_DEFINE_FOR(name, true, WARPLENS_##Space(T, kOne))
#define WARPLENS_DEFINE_VEC(name, Space, T)                                \
  WARPLENS_DEFINE_FOR(name, false, WARPLENS_##Space(T, uint32_t{instr.b})) \
  WARPLENS_DEFINE_FOR(name, true, WARPLENS_##Space(T, uint32_t{instr.b}))
WARPLENS_LOAD_OPS(WARPLENS_DEFINE)
WARPLENS_LOAD_VEC_OPS(WARPLENS_DEFINE_VEC)
#undef WARPLENS_DEFINE_VEC
#undef WARPLENS_DEFINE
#undef WARPLENS_DEFINE_FOR
#undef WARPLENS_Local
#undef WARPLENS_Generic
#undef WARPLENS_Shared

}  // namespace warplens::machine
