// Whether a kernel's threads may wait for what other blocks do.
#pragma once

#include "sim/code/program.hpp"

namespace warplens::code {

// It repeats an access that sees what others do meanwhile: a volatile one, an atomic, or one beside
// a fence. (A compiler takes any other load that a loop repeats for the same value out of the
// loop.)
bool may_wait_for_others(const Program& program);

}  // namespace warplens::code
