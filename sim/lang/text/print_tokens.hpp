// The preprocessor's output as text, for debugging.
#pragma once

#include <string>

#include "sim/base/diagnostic.hpp"
#include "sim/lang/text/options.hpp"

namespace warplens::lang {

// One line of the file a line: "line 3     float * a ;". Tokens that a macro wrote are in the line
// of its use. Errors are those of the preprocessor.
base::Checked<std::string> print_tokens(base::SourceFile file, const CompileOptions& options);

}  // namespace warplens::lang
