// What computes one register from one: signs, tests, widths, conversions, counts of bits.
#include <bit>

#include "sim/machine/arithmetic.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

#define WARPLENS_DEFINE(name, D, A, expression)                                               \
  template <>                                                                                 \
  void lane_operation<code::Op::k##name>(uint32_t * registers, const code::Instr& instr,      \
                                         uint32_t) {                                          \
    unary<D, A>(registers, instr, [](const A x) -> D { return static_cast<D>(expression); }); \
  }
WARPLENS_UNARY_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
