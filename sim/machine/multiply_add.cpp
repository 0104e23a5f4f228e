// Where the processor has no instruction for it, the library computes each lane.
#include "sim/machine/multiply_add.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "sim/machine/fused_instruction.hpp"

namespace warplens::machine {

namespace {

template <class T>
struct Operands {
  Lanes<T> d, x, y, z;
  bool negates_product = false, negates_addend = false;
};

// Few lanes ever make a NaN: whether one did is asked once.
template <class T>
WL_IN_PLACE inline void fuse(const Operands<T>& of) {
  using Bits = std::conditional_t<sizeof(T) == sizeof(uint64_t), uint64_t, uint32_t>;
  constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
  const Bits product_sign = of.negates_product ? kSign : 0;
  const Bits addend_sign = of.negates_addend ? kSign : 0;
  const auto signed_by = [](T value, Bits sign) WL_IN_PLACE {
    return std::bit_cast<T>(std::bit_cast<Bits>(value) ^ sign);
  };
  const Lanes<T> d = of.d, x = of.x, y = of.y, z = of.z;
  Bits nan = 0;
  WL_IVDEP
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const T sum =
        std::fma(signed_by(x[lane], product_sign), y[lane], signed_by(z[lane], addend_sign));
    nan |= sum != sum ? Bits{1} : Bits{0};
    d.set(lane, sum);
  }
  if (nan == 0) [[likely]]
    return;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) d.set(lane, canonical(d[lane]));
}

#if defined(WL_ASKS_FOR_FMA)
WL_WITH_FMA void fuse_by_instruction(const Operands<float>& of) {
  fuse(of);
}
WL_WITH_FMA void fuse_by_instruction(const Operands<double>& of) {
  fuse(of);
}
#endif

}  // namespace

template <class T>
void multiply_add(uint32_t* registers, const code::Instr& instr) {
  const Operands<T> of{lanes_of<T>(registers, instr.dst),
                       lanes_of<T>(registers, instr.a),
                       lanes_of<T>(registers, instr.b),
                       lanes_of<T>(registers, instr.c),
                       (instr.imm & 1) != 0,
                       (instr.imm & 2) != 0};
#if defined(WL_ASKS_FOR_FMA)
  if (kHasFma) return fuse_by_instruction(of);
#endif
  fuse(of);
}

template void multiply_add<float>(uint32_t*, const code::Instr&);
template void multiply_add<double>(uint32_t*, const code::Instr&);

}  // namespace warplens::machine
