// What computes one register from one: signs, tests, widths, conversions, counts of bits.
#include <bit>

#include "sim/base/half.hpp"
#include "sim/code/pointer.hpp"
#include "sim/machine/arithmetic.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

using base::bfloat_from_double;
using base::bfloat_to_float;
using base::half_from_double;
using base::half_to_float;
using code::kLocalPointerBase;
using code::kSharedPointerBase;

#define WARPLENS_DEFINE(name, D, A, expression)                                               \
  template <>                                                                                 \
  void lane_operation<code::Op::k##name>(uint32_t * registers, const code::Instr& instr,      \
                                         uint32_t) {                                          \
    unary<D, A>(registers, instr, [](const A x) -> D { return static_cast<D>(expression); }); \
  }
WARPLENS_UNARY_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
