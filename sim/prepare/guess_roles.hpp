// What a kernel uses its numbers for, as its text shows it: whether one keeps threads from going
// past the data, or says how often a loop turns.
#pragma once

#include <cstdint>
#include <map>

#include "sim/lang/tree/unit.hpp"

namespace warplens::prepare {

enum class NumberRole : uint8_t {
  kSize,   // of rows or tiles: nothing compares a thread's index with it
  kGuard,  // a thread's index is compared with it
  kTurns,  // a loop that begins with a constant turns so often
};

// Of the kernel's integer parameters; kSize for those that are missing.
std::map<const lang::Variable*, NumberRole> roles_of(const lang::Kernel& kernel);

// Whether the kernel, or what it reaches, reads it.
bool reads(const lang::Kernel& kernel, lang::Builtin builtin);

}  // namespace warplens::prepare
