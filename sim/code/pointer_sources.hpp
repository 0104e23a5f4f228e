// Which of a launch's pointers an access may go through: whether two accesses can ever meet.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/code/program.hpp"

namespace warplens::code {

// It may be any: a pointer that was loaded, or comes from a function that calls itself.
inline constexpr uint64_t kAnyPointer = ~uint64_t{0};

// By site, of accesses through pointers: bit i stands for the i-th of registers_of_launch(), a
// parameter that is a pointer or the address of a variable. 0: of shared memory, or of an address
// that no pointer is part of.
std::vector<uint64_t> pointer_sources(const Program& program);

}  // namespace warplens::code
