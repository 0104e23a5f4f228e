// Library functions of up to three registers.
#include <array>
#include <cmath>

#include "sim/machine/arithmetic.hpp"
#include "sim/machine/lane_math.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/operations.hpp"

namespace warplens::machine {

namespace {

void together(LaneMath& function, uint32_t* registers, const code::Instr& instr, uint32_t mask) {
  const auto* const x = reinterpret_cast<const float*>(registers + size_t{instr.a} * kWarpSize);
  if (mask == ~0u)
    return function(x, reinterpret_cast<float*>(registers + size_t{instr.dst} * kWarpSize));
  std::array<float, kWarpSize> value;
  function(x, value.data());
  const auto d = lanes_of<float>(registers, instr.dst);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    d.set(lane, (mask >> lane & 1) != 0 ? value[lane] : d[lane]);
}

}  // namespace

#define WARPLENS_DEFINE(name, T, count, expression)                                      \
  template <>                                                                            \
  void lane_operation<code::Op::k##name>(uint32_t * registers, const code::Instr& instr, \
                                         uint32_t mask) {                                \
    if (LaneMath* const function = lane_math_of(code::Op::k##name); function != nullptr) \
      return together(*function, registers, instr, mask);                                \
    math<T>(registers, instr, mask,                                                      \
            [](const T x, [[maybe_unused]] const T y, [[maybe_unused]] const T z) -> T { \
              return canonical(expression);                                              \
            });                                                                          \
  }
WARPLENS_MATH_OPS(WARPLENS_DEFINE)
#undef WARPLENS_DEFINE

}  // namespace warplens::machine
