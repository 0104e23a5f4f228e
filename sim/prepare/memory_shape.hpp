// How memory of a type is displayed and filled: as an array of one scalar type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/scalar.hpp"
#include "sim/lang/tree/type.hpp"
#include "sim/lang/tree/unit.hpp"
#include "sim/launch/launch.hpp"

namespace warplens::prepare {

struct MemoryShape {
  base::Scalar element = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // outermost first; empty for one scalar
};

// float4[8] is float[8][4]. A struct of leaves of one scalar type without gaps is an array of them;
// any other struct, and void, is bytes. A pointer is an unsigned long long.
MemoryShape memory_shape(const lang::Type* type);

// An argument of `count` elements of a type: "float[16]", "float[16][4]" for float4, and a struct
// of the file by its name: "Particle[16]".
launch::ArrayArgument array_of(const lang::Type* type, uint64_t count);

// The struct of that name among the types of the kernel's parameters and the file's variables; null
// if there is none. "Body" also finds physics::Body.
const lang::Type* find_struct(const lang::Unit& unit, const lang::Kernel& kernel,
                              std::string_view name);

// The kernel's name for the elements of `type`, for sentences: "float", "float4 (4 x float)".
std::string element_words(const lang::Type* type);

// Whether memory filled as `given` can be used as `type`: bytes and void fit anything, integers of
// one size each other, any scalar a struct that is no vector.
bool memory_fits(base::Scalar given, const lang::Type* type);

}  // namespace warplens::prepare
