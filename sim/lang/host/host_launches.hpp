// The kernel launches that host code of the text holds, with the values that can be known without
// executing it: a default for the launch, and the sequence in which kernels follow each other.
//
// Host code is any C++, so it is scanned, not parsed: declarations, plain assignments, cudaMalloc
// and `<<< >>>` are recognised, everything else is stepped over. Nothing here is ever a mistake.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/lang/text/tokens.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// [bytes] of a type of the text's own ("Particle"); nothing if it has none of that name.
using TypeSizes = std::function<std::optional<uint64_t>(std::string_view name)>;

// `tokens` are those of the whole text, preprocessed, with their kEnd. HostLaunch::kernel is the
// name as written, with the values of template arguments that are known: "matmul<16, float>".
// Launches inside of kernels are left out.
//
// The scan has a budget of its own: what it has not found when that is used up is not found.
std::vector<HostLaunch> find_launches(const Tokens& tokens, const TypeSizes& size_of_type = {});

}  // namespace warplens::lang
