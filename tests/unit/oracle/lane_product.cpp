// Products of tensor cores, element by element of D (tests/support/exact_mma.hpp).
#include <algorithm>
#include <cmath>

#include "lane_machine.hpp"
#include "lane_registers.hpp"

#include "sim/code/opcodes.hpp"
#include "tests/support/exact_mma.hpp"

namespace warplens::oracle {

using code::Instr;
using code::Op;

void LaneMachine::multiply(uint32_t warp, const std::vector<uint32_t>& lanes, const Instr& instr) {
  using tensor::Matrix;
  const tensor::MmaShape& shape = tensor::mma_shapes()[static_cast<uint32_t>(instr.imm)];
  Warp before = warps_[warp];
  const auto takes_part = [&lanes](uint32_t lane) {
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  };
  for (uint32_t lane = 0; lane < trace::kWarpSize; ++lane)
    if (!takes_part(lane)) before[lane].registers.assign(program_.register_slots, 0);
  const auto words_from = [&before](uint16_t slot) {
    return
        [&before, slot](uint32_t lane, uint32_t reg) { return before[lane].registers[slot + reg]; };
  };
  const auto double_at = [&](Matrix matrix, uint16_t slot, uint32_t row, uint32_t column) {
    const test::PlaceInWarp at = test::place_in_warp(shape, matrix, row, column);
    return get<double>(before[at.lane].registers, slot + 2 * at.reg);
  };
  for (uint32_t row = 0; row < shape.m; ++row) {
    for (uint32_t column = 0; column < shape.n; ++column) {
      const test::PlaceInWarp to = test::place_in_warp(shape, Matrix::kD, row, column);
      if (!takes_part(to.lane)) continue;
      std::vector<uint32_t>& r = warps_[warp][to.lane].registers;
      if (instr.op == Op::kMmaF64) {
        double sum = double_at(Matrix::kC, instr.c, row, column);
        for (uint32_t k = 0; k < shape.k; ++k)
          sum = std::fma(double_at(Matrix::kA, instr.a, row, k),
                         double_at(Matrix::kB, instr.b, k, column), sum);
        set(r, instr.dst + 2 * to.reg, sum);
        continue;
      }
      const uint32_t bits = test::exact_product(shape, row, column, words_from(instr.a),
                                                words_from(instr.b), words_from(instr.c));
      uint32_t& word = r[instr.dst + to.reg];
      const uint32_t width = tensor::bits_of(shape.d);
      word = width == 32 ? bits : (word & ~(0xffffu << width * to.part)) | bits << width * to.part;
    }
  }
}

}  // namespace warplens::oracle
