// What computes one register from two: arithmetic, comparisons, bits.
#include "sim/machine/arithmetic.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

#define WARPLENS_DEFINE(name, D, A, B, expression)                                         \
  template <>                                                                              \
  void lane_operation<code::Op::k##name>(uint32_t * registers, const code::Instr& instr,   \
                                         uint32_t) {                                       \
    binary<D, A, B>(registers, instr,                                                      \
                    [](const A x, const B y) -> D { return static_cast<D>(expression); }); \
  }
WARPLENS_BINARY_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
