// A scalar's value as people read it.
#pragma once

#include <cstdint>
#include <string>

#include "sim/base/scalar.hpp"

namespace warplens::base {

// A value's bits as text: the shortest digits that people expect ("24", "0.1", "-3", "true").
std::string scalar_text(Scalar type, uint64_t bits);

}  // namespace warplens::base
