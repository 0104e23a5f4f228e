// CUDA's built-in vector types: which name has which components and alignment.
#pragma once

#include <optional>
#include <string_view>

#include "sim/base/scalar.hpp"

namespace warplens::lang {

struct VectorShape {
  base::Scalar component = base::Scalar::kFloat;
  uint32_t count = 1;      // 1 to 4: x, y, z, w
  uint32_t alignment = 4;  // [bytes]
};

// float4, uchar2, longlong2, __half2, dim3...; nothing for any other name.
std::optional<VectorShape> vector_shape(std::string_view name);

}  // namespace warplens::lang
