// A piece of a file's text as it is quoted in a sentence.
#pragma once

#include <string>

#include "sim/base/source.hpp"

namespace warplens::base {

// The file's text at a span, widened until its brackets are balanced, without comments and with
// single blanks.
std::string source_text(const SourceFile& file, Span span);

}  // namespace warplens::base
