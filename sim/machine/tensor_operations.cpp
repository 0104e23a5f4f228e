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

using tensor::Matrix;

constexpr size_t kMostMatrixWords = 4 * kWarpSize;  // of one matrix
using MatrixWords = std::array<uint32_t, kMostMatrixWords>;

// Calls visit(word) for the words of a matrix's registers that are the lanes'.
template <class Visit>
void for_each_matrix_word(const tensor::MmaShape& shape, Matrix matrix, uint32_t lanes,
                          Visit visit) {
  const uint32_t of_register = shape.register_words(), of_lane = of_register / kWarpSize;
  for (uint32_t word = 0; word < shape.registers(matrix) * of_register; ++word)
    if ((lanes >> word % of_register / of_lane & 1) != 0) visit(word);
}

// With zeros of other lanes, whose registers may hold anything.
MatrixWords lanes_words(const tensor::MmaShape& shape, Matrix matrix, uint32_t lanes,
                        const uint32_t* from) {
  MatrixWords words{};
  for_each_matrix_word(shape, matrix, lanes, [&](uint32_t word) { words[word] = from[word]; });
  return words;
}

}  // namespace

void multiply_matrices(const WarpRun& run, const code::Instr& instr, uint32_t mask) {
  report_missing(run, instr, mask);
  const tensor::MmaShape& shape = code::mma_shape(instr);
  const auto registers = [&](uint16_t slot) {
    return run.warp.registers.data() + size_t{slot} * kWarpSize;
  };
  uint32_t *const a = registers(instr.a), *const b = registers(instr.b),
                  *const c = registers(instr.c), *const d = registers(instr.dst);
  if (mask == ~0u) return tensor::multiply(shape, a, b, c, d);
  MatrixWords result;
  tensor::multiply(shape, lanes_words(shape, Matrix::kA, mask, a).data(),
                   lanes_words(shape, Matrix::kB, mask, b).data(),
                   lanes_words(shape, Matrix::kC, mask, c).data(), result.data());
  for_each_matrix_word(shape, Matrix::kD, mask, [&](uint32_t word) { d[word] = result[word]; });
}

}  // namespace warplens::machine
