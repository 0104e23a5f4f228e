// What a function uses its parameters for, as its text shows it: whether a number keeps threads
// from going past the data, or is how often a loop turns; whether a pointer is the host's
// (host_pointers.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "sim/lang/tree/unit.hpp"

namespace warplens::prepare {

enum class NumberRole : uint8_t {
  kSize,   // of rows or tiles: nothing compares a thread's index with it
  kGuard,  // a thread's index is compared with it
  kTurns,  // a loop that begins with a constant turns so often
};

// Of the kernel's integer parameters; kSize for those that are missing.
std::map<const lang::Variable*, NumberRole> roles_of(const lang::Kernel& kernel);

// What depends on threadIdx.
std::set<const lang::Variable*> thread_variables(const lang::Kernel& kernel);

// Pointer parameters of which the kernel uses elements [i] alone, all where `i <= n` holds, with
// that n: an integer parameter that is not changed. `i` counts threads from 0, and nothing compares
// it with n in another way, or with a constant. So nothing shows that n + 1 elements are meant.
std::map<const lang::Variable*, const lang::Variable*> closed_arrays_of(const lang::Kernel& kernel);

// Whether the host function, or host code that it gives the pointer to, reads or writes an element,
// or copies in a direction that makes it the host's side. Pointers that are derived from it are not
// followed.
bool is_used_by_host(const lang::Function& function, const lang::Variable& pointer);

// Whether the kernel, or what it reaches, reads it.
bool reads(const lang::Kernel& kernel, lang::Builtin builtin);

}  // namespace warplens::prepare
