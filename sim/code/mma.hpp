// What a tensor core's product, Mma or MmaF64, is made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/code/opcodes.hpp"
#include "sim/code/program.hpp"
#include "sim/tensor/mma_shape.hpp"

namespace warplens::code {

constexpr bool is_mma(Op op) {
  return op == Op::kMma || op == Op::kMmaF64;
}

inline const tensor::MmaShape& mma_shape(const Instr& instr) {
  return tensor::mma_shapes()[static_cast<uint32_t>(instr.imm)];
}

// How many registers, one after the other, a matrix takes: that of the field, of d a b c.
inline uint8_t mma_registers(const Instr& instr, size_t field) {
  constexpr std::array<tensor::Matrix, 4> kMatrices{tensor::Matrix::kD, tensor::Matrix::kA,
                                                    tensor::Matrix::kB, tensor::Matrix::kC};
  return static_cast<uint8_t>(mma_shape(instr).registers(kMatrices[field]));
}

}  // namespace warplens::code
