// Matrices that a warp moves together, element by element, as the PTX text of ldmatrix, stmatrix
// and movmatrix has them.
#include <algorithm>
#include <cstring>

#include "lane_machine.hpp"

#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"

namespace warplens::oracle {

using code::Instr;
using code::Op;
using trace::kWarpSize;

namespace {

bool is_turned(Op op) {
  return op == Op::kLoadMatrixTurned || op == Op::kStoreMatrixTurned;
}

// Thread 4 r + c has the elements 2 c and 2 c + 1 of row r; where the matrix is transposed, of
// column r.
struct Element {
  uint32_t row = 0, column = 0;
};
Element element(uint32_t thread, uint32_t which, bool turned) {
  const uint32_t line = thread / 4, place = thread % 4 * 2 + which;
  if (turned) return {place, line};
  return {line, place};
}

}  // namespace

void LaneMachine::load_matrices(uint32_t warp, const std::vector<uint32_t>& lanes,
                                const Instr& instr) {
  const std::vector<std::byte*> rows = matrix_rows(warp, lanes, instr, instr.b);
  for (const uint32_t lane : lanes) {
    for (uint32_t matrix = 0; matrix < instr.b; ++matrix) {
      uint16_t halves[2] = {};
      for (uint32_t which = 0; which < 2; ++which) {
        const Element at = element(lane, which, is_turned(instr.op));
        const std::byte* row = rows[8 * matrix + at.row];
        if (row != nullptr) std::memcpy(&halves[which], row + 2 * at.column, 2);
      }
      warps_[warp][lane].registers[instr.dst + matrix] = halves[0] + 0x10000u * halves[1];
    }
  }
}

void LaneMachine::store_matrices(uint32_t warp, const std::vector<uint32_t>& lanes,
                                 const Instr& instr) {
  const std::vector<std::byte*> rows = matrix_rows(warp, lanes, instr, instr.dst);
  for (const uint32_t lane : lanes) {
    for (uint32_t matrix = 0; matrix < instr.dst; ++matrix) {
      const uint32_t value = warps_[warp][lane].registers[instr.b + matrix];
      for (uint32_t byte = 0; byte < 4; ++byte) {
        const Element at = element(lane, byte / 2, is_turned(instr.op));
        const uint32_t by = 8 * matrix + at.row;
        if (rows[by] == nullptr) continue;
        put(rows[by] + 2 * at.column + byte % 2, static_cast<std::byte>(value >> 8 * byte), by, 16);
      }
    }
  }
}

// Where the rows of so many matrices are; null: in no array, or nobody names it.
std::vector<std::byte*> LaneMachine::matrix_rows(uint32_t warp, const std::vector<uint32_t>& lanes,
                                                 const Instr& instr, uint32_t matrices) {
  std::vector<std::byte*> rows(kWarpSize);
  const bool is_load = instr.op == Op::kLoadMatrix || instr.op == Op::kLoadMatrixTurned;
  for (const uint32_t lane : lanes) {
    if (lane >= 8 * matrices) continue;
    Lane& of_row = warps_[warp][lane];
    const uint64_t pointer =
        code::kSharedPointerBase + (of_row.registers[instr.a] + static_cast<uint32_t>(instr.imm));
    rows[lane] = locate(of_row, pointer, 16, 0);
    note(warp, lane, instr, is_load ? trace::Operation::kLoad : trace::Operation::kStore, pointer,
         16, rows[lane] != nullptr);
  }
  for (SeenAccess& access : pending_) {
    access.layout =
        is_turned(instr.op) ? trace::Layout::kMatrix8x8Turned : trace::Layout::kMatrix8x8;
    for (const uint32_t lane : lanes) access.value_mask |= 1u << lane;
  }
  return rows;
}

void LaneMachine::turn_matrix(uint32_t warp, const std::vector<uint32_t>& lanes,
                              const Instr& instr) {
  uint16_t elements[8][8] = {};
  for (const uint32_t lane : lanes) {
    for (uint32_t which = 0; which < 2; ++which) {
      const Element at = element(lane, which, false);
      elements[at.row][at.column] =
          static_cast<uint16_t>(warps_[warp][lane].registers[instr.a] >> 16 * which);
    }
  }
  for (const uint32_t lane : lanes) {
    const Element low = element(lane, 0, true), high = element(lane, 1, true);
    warps_[warp][lane].registers[instr.dst] =
        elements[low.row][low.column] + 0x10000u * elements[high.row][high.column];
  }
}

}  // namespace warplens::oracle
