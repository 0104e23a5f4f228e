// What a kernel's text says of its arrays as matrices: how long the rows of a plain pointer's array
// are, and which three arrays are the factors and the result of a product.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "sim/run/run.hpp"

namespace warplens::scene {

// Names of global arrays. The element (i, j) of `result` is a sum over k of `left` at (i, k) times
// `above` at (k, j).
struct Product {
  std::string left, above, result;
};

struct Matrices {
  // Of arrays that all subscripts address as `row * length + column` with one length, which is a
  // number, a parameter or made of them; their elements are a multiple of it.
  std::map<std::string, uint64_t> row_lengths;
  std::optional<Product> product;
};

// Reads the kernel's own body; what other functions do with an array is not known.
Matrices matrices_of(const run::Run& run);

}  // namespace warplens::scene
