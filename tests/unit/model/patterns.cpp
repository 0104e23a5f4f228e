#include "tests/unit/model/patterns.hpp"

namespace warplens::model::test {

uint32_t AccessMaker::random_mask() {
  switch (below(6)) {
    case 0:
    case 1:
      return ~0u;
    case 2:
      return 0xffffu;
    case 3:
      return 1u << below(32);
    case 4:
      return ~0u >> below(32);
    default: {
      const uint32_t mask = static_cast<uint32_t>(random_());
      return mask == 0 ? 1 : mask;
    }
  }
}

RandomAccess AccessMaker::next() {
  RandomAccess out;
  constexpr uint32_t kWidths[] = {1, 2, 4, 4, 4, 8, 16};
  out.bytes = below(10) == 0 ? static_cast<uint32_t>(1 + below(16)) : kWidths[below(7)];
  constexpr SharedOp kOps[] = {SharedOp::kLoad,        SharedOp::kStore,   SharedOp::kAtomic,
                               SharedOp::kCompareSwap, SharedOp::kCasLoop, SharedOp::kReadCasLoop};
  out.op = kOps[below(6)];
  out.mask = random_mask();
  const bool is_aligned = below(8) != 0;
  const uint64_t step = is_aligned ? out.bytes : 1;
  const uint64_t base = below(1u << 12) * step;
  const uint64_t kind = below(9);
  const uint64_t a = below(70), b = below(70), c = below(6);
  const uint64_t range = uint64_t{1} << (4 + below(20));
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    uint64_t index = 0;
    switch (kind) {
      case 0:
        index = below(range);
        break;  // anywhere
      case 1:
        index = lane * (a < 20 ? 1 : a);
        break;  // evenly spaced
      case 2:
        index = (31 - lane) * a;
        break;  // descending
      case 3:
        index = lane ^ a;
        break;  // xor
      case 4:
        index = 32 * below(40);
        break;  // one bank
      case 5:
        index = lane / 2 * a + (lane % 2) * b * (c == 0);
        break;  // pairs
      case 6:
        index = (lane >> c) * a + (lane & ((1u << c) - 1)) * b;
        break;  // two rows of a block
      case 7:
        index = (lane & ((1u << c) - 1)) * a;
        break;  // repeated rows
      default:
        index = lane % 4 / 2 * a + lane / 4 * b;
        break;  // distance 2
    }
    out.addresses[lane] = base + index * step;
  }
  // Neighbours that differ spoil every shape.
  if (below(16) == 0) out.addresses[below(32)] += step * below(100);
  if (below(200) == 0) {
    for (uint64_t& address : out.addresses)
      address += 0 - base - below(2000);  // around the top of the space
  }
  return out;
}

}  // namespace warplens::model::test
