// Which values of a program are the same in all lanes that are active where they are read, whatever
// the lanes do: native code (warp_code.hpp) computes these once instead of 32 times.
//
// What is computed from such values is one itself. A variable is moved to under a mask: it stays
// one as long as no lanes that were not active at the move come back while its value is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/code/register_webs.hpp"

namespace warplens::machine {

// Of the launch: whether a warp's threads have one threadIdx.y, and one threadIdx.z.
struct WarpShape {
  bool has_one_y = false, has_one_z = false;
};

class UniformValues {
 public:
  UniformValues(const code::Program& program, const WarpShape& shape);

  // Of the k-th value that the instruction reads, those of its writes counted on from there.
  bool is_uniform(size_t pc, size_t k) const { return !varies_[webs_.group(pc, k)]; }
  const code::RegisterUses& uses(size_t pc) const { return uses_[pc]; }
  // Of the first value that it writes; of all that it reads and writes.
  bool writes_uniform(size_t pc) const;
  bool is_all_uniform(size_t pc) const;
  // Whether nothing but the next instruction reads what it writes, which is one value.
  bool is_for_next(size_t pc) const;
  // Where control meets or parts, and behind instructions at which a warp may stop.
  bool begins_block(size_t pc) const { return block_of_[pc] != kNone; }
  // Slots of values that differ from lane to lane, or of which not all are read in one width, that
  // may be read before they are written.
  const std::vector<uint16_t>& read_first() const { return read_first_; }

 private:
  static constexpr uint32_t kNone = 0xffffffff;
  // Lanes that were sent away from `begin` on come back at the instruction `gain`.
  struct Gain {
    uint32_t gain = 0, begin = 0, end = 0;
  };
  struct Sets;

  void find_blocks();
  void find_gains();
  Gain gain_at(uint32_t pc) const;
  bool spread(size_t pc);
  bool varies_by_itself(size_t pc) const;
  bool parts_lanes(size_t pc) const;
  bool spread_moves(const Sets& live);
  // Of all values, or of those that are not uniform, with what moves keep.
  Sets live_slots(bool only_varying) const;

  const code::Program& program_;
  WarpShape shape_;
  bool has_local_pointers_;  // through which local memory is read by any instruction
  std::vector<code::RegisterUses> uses_;
  code::RegisterWebs webs_;
  std::vector<bool> varies_;        // by group
  std::vector<uint32_t> sizes_;     // by web: reads and writes
  std::vector<uint32_t> block_of_;  // by pc; kNone in the middle of a block
  std::vector<uint32_t> begins_;    // by block, and the program's end
  std::vector<Gain> gains_;
  std::vector<uint16_t> read_first_;
};

}  // namespace warplens::machine
