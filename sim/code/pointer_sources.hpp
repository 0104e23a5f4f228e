// Which of a launch's pointers an access may go through: whether two accesses can ever meet.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

// It may be any: a pointer that was loaded, whole or in parts, or that a function which calls
// itself was given.
inline constexpr uint64_t kAnyPointer = ~uint64_t{0};
// A pointer to the block's shared memory or the thread's own.
inline constexpr uint64_t kOwnMemory = uint64_t{1} << 62;

// By site, of accesses through pointers: bit i is for the i-th of registers_of_launch(), a
// parameter that is a pointer or the address of a variable. 0: the address is none of a pointer.
std::vector<uint64_t> pointer_sources(const Program& program);

}  // namespace warplens::code
