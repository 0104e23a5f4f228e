// The product of two matrices as libraries' functions compute it for a program.
#pragma once

#include <cstddef>
#include <span>

namespace warplens::host {

// c := a b, of m x k, k x n and m x n numbers, row after row. Each element is summed up in the
// order of k; where the processor has the instruction, a product is not rounded before it is added.
void multiply_matrices(std::span<const double> a, std::span<const double> b, std::span<double> c,
                       size_t m, size_t n, size_t k);

}  // namespace warplens::host
