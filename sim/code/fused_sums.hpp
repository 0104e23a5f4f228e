// Sums and differences of products that are rounded once, as nvcc's code of a GPU has them by
// default (-fmad=true).
#pragma once

#include <cstdint>

#include "sim/code/program.hpp"

namespace warplens::code {

// Makes a Fused of each addition and subtraction of Program::fusible that nvcc fuses with a product
// (README.md has its rules). The products stay, so that what a program executes and counts is the
// same; those whose factors would be gone by then become KeepMul, with registers of their own, as
// long as all registers are at most `most_slots`.
void fuse_sums(Program& program, uint32_t most_slots);

}  // namespace warplens::code
