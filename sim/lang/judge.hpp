// Determines which kernels of a file are ready, and what stops the others.
//
// First all are read together. Without an error, that is the unit. Otherwise each kernel that
// errors of others may affect is read alone, from the beginning; then the ready ones are read
// together once more, which gives the unit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/lang/compile.hpp"
#include "sim/lang/text/outline.hpp"
#include "sim/lang/text/preprocessor.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

// Fills in `unit`, whose file, macro names and launches are known. `text` holds the errors found so
// far. `instances` names the instances of templates that host code launches: asked where a launch's
// own text does not tell. Returns, unsorted, the errors that stop the kernels requested in
// `options`; none if those are ready or, without a request, any kernel is.
base::Diagnostics judge(Unit& unit, const Preprocessed& source, const Tokens& tokens,
                        const std::vector<Item>& items, const CompileOptions& options,
                        const Reporter& text,
                        const std::function<std::vector<std::string>()>& instances);

}  // namespace warplens::lang
