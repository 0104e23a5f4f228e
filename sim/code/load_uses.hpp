// What becomes of values that loads and atomics return: which decide whether a loop goes on, and
// which are part of a value that is stored.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

struct LoadUse {
  // The value, or what is computed or voted of it, is a condition in the innermost loop around the
  // load.
  bool decides_loop = false;
  // Of a volatile load: each turn of that loop reads from another address, whatever was read: it
  // searches, and does not wait for a value to change.
  bool moves_on = false;
  // Of an atomic in a loop: its next operands are computed of the value.
  bool feeds_itself = false;
  std::set<uint32_t> stores;  // sites whose stored value is computed of it, through registers
};

// By site; empty uses of sites that are no loads and no atomics. Values are followed through
// registers in the order of the text, and once round the loop: what goes through memory is lost,
// and so may be what a branch overwrites.
std::vector<LoadUse> load_uses(const Program& program);

}  // namespace warplens::code
