// Member functions of a struct's text that belong to the host.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

struct HostMembers {
  std::vector<std::pair<size_t, size_t>> host;  // tokens [begin, end): functions without __device__
  // Without it, too, and device code for another reason: their first tokens.
  std::vector<size_t> implied_functions;
};

// Tokens [begin, end) hold a struct's definition, braces included; nested ones are looked into.
// `device_outside`: functions that have their __device__ where they are defined, outside a struct.
HostMembers host_members(const Tokens& tokens, size_t begin, size_t end,
                         const std::set<std::string>& device_outside);

}  // namespace warplens::lang
