// Products of tensor cores, which all lanes of a warp make together (sim/tensor).
#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/code/mma.hpp"
#include "sim/machine/lanes.hpp"
#include "sim/machine/warp_instructions.hpp"
#include "sim/tensor/mma_multiply.hpp"

namespace warplens::machine {

namespace {

constexpr size_t kMostWordsOfD = 4 * kWarpSize;

}  // namespace

void multiply_matrices(const WarpRun& run, const code::Instr& instr, uint32_t mask) {
  report_missing(run, instr, mask);
  const tensor::MmaShape& shape = code::mma_shape(instr);
  uint32_t* const registers = run.warp.registers.data();
  const auto words = [&](uint16_t slot) { return registers + size_t{slot} * kWarpSize; };
  uint32_t* const d = words(instr.dst);
  if (mask == ~0u)
    return tensor::multiply(shape, words(instr.a), words(instr.b), words(instr.c), d);
  // Lanes that are missing have in their registers what they have, and get no result.
  std::array<uint32_t, kMostWordsOfD> result;
  tensor::multiply(shape, words(instr.a), words(instr.b), words(instr.c), result.data());
  const uint32_t of_lane = shape.register_words() / kWarpSize;
  const uint32_t end = shape.registers(tensor::Matrix::kD) * shape.register_words();
  for (uint32_t word = 0; word < end; ++word)
    if ((mask >> word % shape.register_words() / of_lane & 1) != 0) d[word] = result[word];
}

}  // namespace warplens::machine
