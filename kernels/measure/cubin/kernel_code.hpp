// A cubin's kernels as plain data: what the compiling process answers with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernels/measure/format/compile.hpp"
#include "sim/base/result.hpp"

namespace warplens::measure::cubin {

// One for each of `lowered` (name expression to name in the cubin) that is a kernel of it, in that
// order. Errors: parts of a sentence on why the file cannot be read.
base::Result<std::vector<KernelCode>, std::string> kernels_of(
    const std::vector<char>& cubin, const std::map<std::string, std::string>& lowered);

}  // namespace warplens::measure::cubin
