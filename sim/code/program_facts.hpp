// What the code of a program shows without a run: what becomes of loaded values, which variables
// may be read unwritten, whether threads may wait for other blocks.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

// What becomes of values that loads and atomics return: which decide whether a loop goes on, which
// are part of a value that is stored, and which of an address.

struct LoadUse {
  // The value, or what is computed or voted of it, is a condition in the innermost loop around the
  // load.
  bool decides_loop = false;
  // Of a volatile load: each turn of that loop reads from another address, whatever was read: it
  // searches, and does not wait for a value to change.
  bool moves_on = false;
  // Of an atomic in a loop: its next operands are computed of the value.
  bool feeds_itself = false;
  std::set<uint32_t> stores;     // sites whose stored value is computed of it, through registers
  std::set<uint32_t> addresses;  // sites whose address is
};

// By site; empty uses of sites that are no loads and no atomics. Values are followed through
// registers in the order of the text, and once round the loop: what goes through memory is lost,
// and so may be what a branch overwrites.
std::vector<LoadUse> load_uses(const Program& program);

// Which variables may be read before anything has written them, as the code alone shows it. By
// index in Program::bare_declarations. Branches may go either way, so that one that is only read
// where it was written may be among them. One in the frame always is: its elements are not
// distinguished. None of a program with recursive functions.
std::vector<bool> may_be_read_unwritten(const Program& program);

// Whether a kernel's threads may wait for what other blocks do. It repeats an access that sees
// what others do meanwhile: a volatile one, an atomic, or one beside a fence. (A compiler takes
// any other load that a loop repeats for the same value out of the loop.)
bool may_wait_for_others(const Program& program);
// Whether its threads wait for others of their block at mbarriers, perhaps for lanes of their own
// warp.
bool waits_at_mbarriers(const Program& program);

}  // namespace warplens::code
