// Whether a program keeps what the machine relies on without looking: every number an instruction
// holds is within its table, every register within the file and none half over another, jumps stay
// in their function, calls come back, and each access has its site.
//
// lower() calls it for every program in builds with assertions; tests call it in every build.
#pragma once

#include <string>

#include "sim/code/program.hpp"

namespace warplens::code {

// The first thing that is wrong, in a sentence; empty if nothing is.
std::string first_defect(const Program& program);

}  // namespace warplens::code
