// What an array given by --arg consists of: scalars, or structs of the file that has the kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/code/program.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/launch.hpp"
#include "sim/machine/memory.hpp"

namespace warplens::prepare {

struct Elements {
  base::Scalar scalar = base::Scalar::kFloat;
  std::vector<uint64_t> extents;  // of one element
  launch::StructLayout layout;
  const lang::Type* struct_type = nullptr;  // null for scalars
};

// The elements of the array called `name`; nothing after a mistake, which is added to `errors` at
// `span`.
std::optional<Elements> elements_of(const code::Program& program,
                                    const launch::ArrayArgument& array, const std::string& name,
                                    base::Span span, base::Diagnostics& errors);

// What an array of a run consists of, where that is known: a struct of the file, else scalars.
launch::StructLayout layout_of(const lang::Unit& unit, const machine::GlobalArray& array);

// [bytes] of elements of so many each, or nothing if that is no 64-bit number.
std::optional<uint64_t> bytes_of(const launch::ArrayArgument& array, uint64_t each);

}  // namespace warplens::prepare
