// Library functions of up to three registers.
#include <cmath>

#include "sim/machine/arithmetic.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

#define WARPLENS_DEFINE(name, T, count, expression)                                      \
  template <>                                                                            \
  void lane_operation<code::Op::k##name>(uint32_t * registers, const code::Instr& instr, \
                                         uint32_t mask) {                                \
    math<T>(registers, instr, mask,                                                      \
            [](const T x, [[maybe_unused]] const T y, [[maybe_unused]] const T z) -> T { \
              return canonical(expression);                                              \
            });                                                                          \
  }
WARPLENS_MATH_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
