// Where this thread's stack ends: the one thing that sim/ requests from the system.
#pragma once

#include <cstdint>

namespace warplens::base {

// The lowest address that a job may reach on the stack of this thread, with some room left for what
// is called from there; 0 where that is not known (it is with glibc).
uintptr_t lowest_stack_address();

}  // namespace warplens::base
