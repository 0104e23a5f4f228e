// Loads, of one value a lane and of several.
#include "sim/machine/memory_operation.hpp"

namespace warplens::machine {

#define WARPLENS_DEFINE(name, Space, T) WARPLENS_MEMORY_OPERATION(name, load, Space, T, kOne)
#define WARPLENS_DEFINE_VEC(name, Space, T) \
  WARPLENS_MEMORY_OPERATION(name, load, Space, T, uint32_t{instr.b})
WARPLENS_LOAD_OPS(WARPLENS_DEFINE)
WARPLENS_LOAD_VEC_OPS(WARPLENS_DEFINE_VEC)
#undef WARPLENS_DEFINE_VEC
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
