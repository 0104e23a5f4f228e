// Copies in bulk of one lane, byte after byte; what it would report of them, counted out.
#include <cstring>

#include "lane_machine.hpp"
#include "lane_registers.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"

namespace warplens::oracle {

using code::Instr;
using code::Op;
using trace::kWarpSize;

namespace {

constexpr uint32_t kPiece = 16, kLine = 128;

}  // namespace

// Pieces of a copy between shared and global memory, as accesses of up to 32 of them, that end
// where a line of shared memory does.
void LaneMachine::note_pieces(uint32_t warp, const Instr& instr, uint32_t shared, uint64_t global,
                              uint32_t bytes) {
  const auto site = program_.sites_of[static_cast<size_t>(&instr - program_.instrs.data())];
  const bool loads = instr.op == Op::kBulkLoad;
  for (uint32_t at = 0; at < bytes;) {
    uint32_t end = at;  // behind the lines that fit
    for (uint32_t next = at; next <= bytes && next - at <= kWarpSize * kPiece; next += kPiece)
      if (next == bytes || (shared + next) % kLine == 0) end = next;
    SeenAccess access;
    access.block = block_;
    access.warp = warp;
    access.site = site;
    access.space = loads ? trace::Space::kShared : trace::Space::kGlobal;
    access.operation = trace::Operation::kCopy;
    access.bytes = kPiece;
    access.layout = trace::Layout::kBulk;
    for (uint32_t piece = 0; at < end; ++piece, at += kPiece) {
      access.mask |= 1u << piece;
      if (piece == 0 || (shared + at) % kLine == 0) access.value_mask |= 1u << piece;
      access.source_mask |= 1u << piece;
      access.addresses[piece] = loads ? shared + at : global + at;
      access.source_addresses[piece] = loads ? global + at : shared + at;
    }
    accesses_.push_back(access);
  }
}

bool LaneMachine::execute_bulk(uint32_t warp, uint32_t index, const Instr& instr) {
  if (instr.op != Op::kBulkLoad && instr.op != Op::kBulkStore) return false;
  Lane& lane = warps_[warp][index];
  if (!lane.is_active) return true;
  const auto global = get<uint64_t>(lane.registers, instr.a);
  const uint32_t shared = lane.registers[instr.b];
  const uint32_t bytes = lane.registers[instr.b + 1] / kPiece * kPiece;
  note_pieces(warp, instr, shared, global, bytes);
  for (uint32_t at = 0; at < bytes; at += kPiece) {
    std::byte* const here = locate(lane, code::kSharedPointerBase + shared + at, kPiece, 0);
    std::byte* const there = locate(lane, global + at, kPiece, 0);
    if (instr.op == Op::kBulkStore) {
      std::memcpy(there, here, kPiece);
      continue;
    }
    Copy copy{block_steps_, shared + at, std::vector<std::byte>(there, there + kPiece),
              lane.registers[instr.b + 2]};
    lane.copies.push_back(std::move(copy));
  }
  return true;
}

}  // namespace warplens::oracle
