// The kernel launches in the text's host code, with the values that can be determined without
// executing it: defaults for a launch, and the sequence of kernels.
//
// Host code may be any C++, so it is scanned, not parsed: declarations, plain assignments,
// cudaMalloc and `<<< >>>` are recognised, everything else is skipped. No errors are reported here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/lang/text/tokens.hpp"
#include "sim/lang/tree/ast.hpp"

namespace warplens::lang {

// The size of a type that the text defines ("Particle"); nothing if there is no such type. [bytes]
using TypeSizes = std::function<std::optional<uint64_t>(std::string_view name)>;

// `tokens` are the preprocessed tokens of the whole text, including the kEnd. HostLaunch::kernel is
// the name as written, with known template arguments replaced by their values: "matmul<16, float>".
// Launches inside kernels are omitted.
//
// The scan has its own budget; when that is used up, the launches found so far are returned.
std::vector<HostLaunch> find_launches(const Tokens& tokens, const TypeSizes& size_of_type = {});

}  // namespace warplens::lang
