// Below, lane g * 4 + t has elements of row (or column) g and of columns (or rows) from t or a
// multiple of t on, in tiles of 8 rows: the layouts of mma.sync.
#include "sim/model/wmma_rule.hpp"

#include <algorithm>
#include <utility>

#include "sim/model/matrix_rule.hpp"

namespace warplens::model {
namespace {

// A place in the matrix of which the fragment is a part.
struct Element {
  uint32_t row = 0, column = 0;
};

uint32_t bytes_of(FragmentType type) {
  switch (type) {
    case FragmentType::kInt8:
      return 1;
    case FragmentType::kHalf:
    case FragmentType::kBfloat16:
      return 2;
    case FragmentType::kTf32:
    case FragmentType::kFloat:
    case FragmentType::kInt32:
      return 4;
    case FragmentType::kDouble:
      return 8;
  }
  return 0;
}

bool is_shape(const WmmaFragment& fragment, uint32_t m, uint32_t n, uint32_t k) {
  return fragment.m == m && fragment.n == n && fragment.k == k;
}

bool is_known(const WmmaFragment& fragment) {
  const bool is_whole = is_shape(fragment, 16, 16, 16) || is_shape(fragment, 32, 8, 16) ||
                        is_shape(fragment, 8, 32, 16);
  const bool is_sum = fragment.use == FragmentUse::kAccumulator;
  switch (fragment.type) {
    case FragmentType::kInt8:
    case FragmentType::kBfloat16:
      return is_whole && !is_sum;
    case FragmentType::kHalf:
      return is_whole;
    case FragmentType::kTf32:
      return is_shape(fragment, 16, 16, 8) && !is_sum;
    case FragmentType::kFloat:
      return is_sum && (is_whole || is_shape(fragment, 16, 16, 8));
    case FragmentType::kInt32:
      return is_sum && is_whole;
    case FragmentType::kDouble:
      return is_shape(fragment, 8, 8, 4);
  }
  return false;
}

// A fragment as rows in memory, whichever way it is there.
class FragmentInMemory {
 public:
  FragmentInMemory(const WmmaFragment& fragment, uint64_t begin, uint64_t pitch)
      : fragment_(fragment), begin_(begin), pitch_(pitch * bytes_of(fragment.type)) {}

  uint64_t address_of(Element element) const {
    if (fragment_.is_column_major) std::swap(element.row, element.column);
    return begin_ + element.row * pitch_ + uint64_t{element.column} * bytes_of(fragment_.type);
  }

  // Every lane accesses `bytes` where `element_of(g, t)` is.
  template <class ElementOf>
  WmmaInstruction by_lanes(uint32_t bytes, ElementOf element_of) const {
    WmmaInstruction out{false, bytes, ~0u, {}};
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      out.addresses[lane] = address_of(element_of(lane / 4, lane % 4));
    return out;
  }

  // Rows in memory of eight lanes, `tiles` of them one after the other; `tile_of(i)` is the first
  // element of a tile.
  template <class TileOf>
  std::vector<WmmaInstruction> by_matrices(uint32_t tiles, TileOf tile_of) const {
    std::vector<WmmaInstruction> out;
    for (uint32_t tile = 0; tile < tiles; ++tile) {
      const uint32_t place = tile % kMostMatrices;
      if (place == 0) out.push_back({true, kMatrixRowBytes, 0, {}});
      const uint64_t first = address_of(tile_of(tile));
      for (uint32_t row = 0; row < kMatrixRows; ++row) {
        const uint32_t lane = place * kMatrixRows + row;
        out.back().mask |= 1u << lane;
        out.back().addresses[lane] = first + row * pitch_;
      }
    }
    return out;
  }

 private:
  WmmaFragment fragment_;
  uint64_t begin_, pitch_;  // [bytes]
};

// Where tile i of an operand of 16-bit elements begins: A as m and k, B as k and n. The longer side
// has its four tiles in the order of bits 0 and 2 of i.
Element operand_tile(const WmmaFragment& fragment, uint32_t i) {
  const bool is_a = fragment.use == FragmentUse::kA;
  const uint32_t length = is_a ? fragment.m : fragment.n;  // across the sum
  const uint32_t bit0 = i & 1, bit1 = i >> 1 & 1, bit2 = i >> 2 & 1;
  uint32_t across = 0, along = 0;
  if (length == 8) {
    along = 8 * bit0;
  } else if (is_a || length == 32) {
    across = 8 * bit0 + 16 * bit2;
    along = 8 * bit1;
  } else {
    along = 8 * bit0;
    across = 8 * bit1;
  }
  return is_a ? Element{across, along} : Element{along, across};
}

// Whether the elements that a product sums over are neighbours in memory.
bool is_along_sum(const WmmaFragment& fragment) {
  return (fragment.use == FragmentUse::kA) != fragment.is_column_major;
}

std::vector<WmmaInstruction> operand_instructions(const WmmaFragment& fragment,
                                                  const FragmentInMemory& memory) {
  const bool is_a = fragment.use == FragmentUse::kA;
  const uint32_t length = is_a ? fragment.m : fragment.n;
  const auto element = [is_a](uint32_t across, uint32_t along) {
    return is_a ? Element{across, along} : Element{along, across};
  };
  std::vector<WmmaInstruction> out;
  switch (fragment.type) {
    case FragmentType::kHalf:
      return memory.by_matrices(length / 8 * 2,
                                [&](uint32_t i) { return operand_tile(fragment, i); });
    case FragmentType::kBfloat16:  // two neighbours in memory, whichever way that is
      for (uint32_t i = 0; i < length / 8 * 2; ++i) {
        const Element tile = operand_tile(fragment, i);
        out.push_back(memory.by_lanes(4, [&](uint32_t g, uint32_t t) {
          const bool is_row = !fragment.is_column_major;
          return is_row ? Element{tile.row + g, tile.column + 2 * t}
                        : Element{tile.row + 2 * t, tile.column + g};
        }));
      }
      return out;
    case FragmentType::kInt8:
      if (is_along_sum(fragment))
        return memory.by_matrices(length / 8, [&](uint32_t i) { return element(8 * i, 0); });
      for (uint32_t i = 0; i < length / 2; ++i) {
        out.push_back(memory.by_lanes(
            1, [&](uint32_t g, uint32_t t) { return element(g + 8 * (i / 4), 4 * t + i % 4); }));
      }
      return out;
    case FragmentType::kTf32:
      for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t across = is_a ? i & 1 : i >> 1, along = is_a ? i >> 1 : i & 1;
        out.push_back(memory.by_lanes(
            4, [&](uint32_t g, uint32_t t) { return element(g + 8 * across, t + 4 * along); }));
      }
      return out;
    case FragmentType::kDouble:
      out.push_back(memory.by_lanes(8, [&](uint32_t g, uint32_t t) { return element(g, t); }));
      return out;
    case FragmentType::kFloat:
    case FragmentType::kInt32:
      break;  // of accumulators
  }
  return out;
}

// Accumulators are made of tiles of 8 times 8: lane g * 4 + t has columns 2t and 2t + 1 of row g.
// Of 8 rows and 32 columns the product is computed transposed, and so are its tiles.
std::vector<WmmaInstruction> accumulator_instructions(const WmmaFragment& fragment,
                                                      const FragmentInMemory& memory) {
  const uint32_t bytes = bytes_of(fragment.type);
  const bool is_turned = fragment.m < fragment.n;
  // Whether a lane's two neighbours are neighbours in memory, too.
  const bool is_along = fragment.is_column_major == is_turned;
  const bool is_packed = fragment.type == FragmentType::kHalf;
  const uint32_t tiles = fragment.m * fragment.n / 64;
  const uint32_t high = std::max(fragment.m, fragment.n) / 8;  // tiles along the longer side
  std::vector<WmmaInstruction> out;
  for (uint32_t tile = 0; tile < tiles; ++tile) {
    const uint32_t row = tile % high * 8, column = tile / high * 8;
    const auto element = [&](uint32_t r, uint32_t c) {
      return is_turned ? Element{column + c, row + r} : Element{row + r, column + c};
    };
    if (is_packed) {  // transposed behind the load where it has to be
      out.push_back(memory.by_lanes(4, [&](uint32_t g, uint32_t t) {
        return is_along ? element(g, 2 * t) : element(2 * t, g);
      }));
      continue;
    }
    for (uint32_t i = 0; i < (is_along ? 1u : 2u); ++i) {
      out.push_back(memory.by_lanes(is_along ? 2 * bytes : bytes,
                                    [&](uint32_t g, uint32_t t) { return element(g, 2 * t + i); }));
    }
  }
  return out;
}

}  // namespace

std::vector<WmmaInstruction> wmma_instructions(const WmmaFragment& fragment, uint64_t begin,
                                               uint64_t pitch) {
  if (!is_known(fragment)) return {};
  const FragmentInMemory memory(fragment, begin, pitch);
  return fragment.use == FragmentUse::kAccumulator ? accumulator_instructions(fragment, memory)
                                                   : operand_instructions(fragment, memory);
}

SharedCost wmma_cost(const Device& device, const WmmaInstruction& instruction, bool is_store) {
  if (instruction.is_matrix)
    return matrix_cost(device, instruction.mask, instruction.addresses).sum();
  return shared_cost(device, is_store ? SharedOp::kStore : SharedOp::kLoad, instruction.bytes,
                     instruction.mask, instruction.addresses);
}

}  // namespace warplens::model
