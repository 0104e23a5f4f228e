// Member functions of a struct's text that belong to the host.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

struct HostMembers {
  std::vector<std::pair<size_t, size_t>> host;  // tokens [begin, end): functions without __device__
  std::vector<size_t> constexpr_functions;      // without it, too: their first tokens
};

// Tokens [begin, end) hold a struct's definition, braces included; nested ones are looked into.
HostMembers host_members(const Tokens& tokens, size_t begin, size_t end);

}  // namespace warplens::lang
