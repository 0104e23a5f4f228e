// Stores, of one value a lane and of several.
#include "sim/machine/memory_operation.hpp"

namespace warplens::machine {

#define WARPLENS_DEFINE(name, Space, T) WARPLENS_MEMORY_OPERATION(name, store, Space, T, kOne)
#define WARPLENS_DEFINE_VEC(name, Space, T) \
  WARPLENS_MEMORY_OPERATION(name, store, Space, T, uint32_t{instr.dst})
WARPLENS_STORE_OPS(WARPLENS_DEFINE)
WARPLENS_STORE_VEC_OPS(WARPLENS_DEFINE_VEC)
#undef WARPLENS_DEFINE_VEC
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
