// What a kernel's text shows of the launch that it was written for: its tiles, its strides between
// blocks, its launch bounds.
#pragma once

#include <string>
#include <vector>

#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::prepare {

// Neither threadIdx.y nor blockIdx.y occurs.
bool is_flat(const lang::Unit& unit, const lang::Kernel& kernel);

// Shapes of a block that the text may have been written for, the likeliest first; never empty.
std::vector<launch::Dim3> block_candidates(const lang::Unit& unit, const lang::Kernel& kernel);

// An argument that fits the parameter's name, for a grid so wide and high [threads];
// complete_arguments() completes those of structs.
std::string guess_number(const lang::Variable& parameter, uint64_t width, uint64_t height);

}  // namespace warplens::prepare
