// What guessed arrays hold.
#pragma once

#include <vector>

#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::prepare {

// Gives each further array of floating-point numbers that the kernel, or function, reads other
// values than the ones before, so that a sum of two is not twice the first. Those of `given` and
// those that have a fill stay as they are. Inputs are the arrays of const elements; where there are
// none, all. Integers stay, too: they may be indices.
void tell_inputs_apart(const lang::Kernel& kernel, const std::vector<launch::Argument>& given,
                       std::vector<launch::Argument>& arguments);

// Zeros in the arrays of a function's results: those of elements that aren't const, beside arrays
// whose elements are. Where no array's are const, none is known to be a result. Those of `given`
// and those that have a fill stay as they are.
void clear_results(const lang::Kernel& function, const std::vector<launch::Argument>& given,
                   std::vector<launch::Argument>& arguments);

}  // namespace warplens::prepare
