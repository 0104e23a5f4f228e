// A whole warp's product: D := A times B + C.
//
// Register i of a matrix is its 32 lanes' words, from 32 * i on (of f64 64 * i, two words a lane,
// the low one first); which elements they are is position_of() (mma_shape.hpp). Nothing is written
// before all is read: D may be where another matrix is.
#pragma once

#include <cstdint>

#include "sim/tensor/mma_shape.hpp"

namespace warplens::tensor {

// Real numbers as mma_number.hpp describes, f64 product by product, each rounded once with its sum;
// integers exactly, where they do not saturate modulo 2^32.
void multiply(const MmaShape& shape, const uint32_t* a, const uint32_t* b, const uint32_t* c,
              uint32_t* d);

}  // namespace warplens::tensor
