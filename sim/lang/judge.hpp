// Which kernels of a file can be read, and what stops the others.
//
// All are read together first. Where that leaves no error, that is the unit. Else each kernel that
// may be stopped by others' errors is read alone, with nothing known before; then those that are
// ready are read together once more, which is the unit then.
#pragma once

#include <vector>

#include "sim/lang/compile.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

// Fills in `unit`, whose file, macro names and launches are known. `text` holds what the text's
// errors are so far. Returns the errors that stop what `options` ask for, unsorted; none where
// that, or without a wish any kernel, is ready.
base::Diagnostics judge(Unit& unit, const Preprocessed& source, const Tokens& tokens,
                        const std::vector<Item>& items, const CompileOptions& options,
                        const Reporter& text);

}  // namespace warplens::lang
