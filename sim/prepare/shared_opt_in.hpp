// More than 48 KiB of shared memory with a dynamic part: a launch fails unless the host code has
// opted in with cudaFuncSetAttribute (CUDA Programming Guide 13.0, "Shared Memory" of each
// capability).
#pragma once

#include <cstdint>
#include <string>

#include "sim/lang/tree/unit.hpp"

namespace warplens::prepare {

// [bytes] Static and dynamic together, without.
inline constexpr uint64_t kSharedWithoutOptIn = 48 << 10;

enum class OptIn : uint8_t {
  kNotNeeded,
  kGiven,  // the host code calls cudaFuncSetAttribute for the kernel, or for one that is not known
  kLacking,  // it launches the kernel, and does not
  kUnknown,  // the text has no host code
};

OptIn shared_opt_in(const lang::Unit& unit, const std::string& kernel, uint64_t static_bytes,
                    uint64_t dynamic_bytes);

// What the host code has to call.
std::string opt_in_call(const std::string& kernel, uint64_t dynamic_bytes);

// The text and all that it includes, with blanks for comments and strings.
std::string text_of_code(const lang::Unit& unit);

}  // namespace warplens::prepare
