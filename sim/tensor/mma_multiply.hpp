// A whole warp's product: D := A times B + C.
//
// Register i of a matrix is its 32 lanes' words, from 32 * i on; which elements they are is
// position_of() (mma_shape.hpp). D may be where C is.
#pragma once

#include <cstdint>

#include "sim/tensor/mma_shape.hpp"

namespace warplens::tensor {

// Real numbers as mma_number.hpp describes; integers exactly, where they do not saturate modulo
// 2^32.
void multiply(const MmaShape& shape, const uint32_t* a, const uint32_t* b, const uint32_t* c,
              uint32_t* d);

// Of f64, whose registers have 64 bits: each product is added in turn, rounded once with its sum.
void multiply(const MmaShape& shape, const double* a, const double* b, const double* c, double* d);

}  // namespace warplens::tensor
