// A kernel's text with threadIdx.x and threadIdx.y exchanged wherever it names one of them. In a
// block that is as wide as high this renames threads: the same work is done, by other warps.
#pragma once

#include <vector>

#include "sim/base/diagnostic.hpp"
#include "sim/base/result.hpp"
#include "sim/code/program.hpp"
#include "sim/edit/layout_edits.hpp"

namespace warplens::edit {

// The replacements in all functions of the text that the kernel reaches; none where they name
// neither. Or why they can't be written: threadIdx as a whole, in a macro or in an included file.
base::Result<std::vector<Replacement>, base::Diagnostic> exchange_axes(
    const code::Program& program);
// Whether there is something to exchange.
bool names_both_axes(const std::vector<Replacement>& written);

}  // namespace warplens::edit
