// What a text calls the arguments of a call.
#pragma once

#include <string>
#include <vector>

#include "sim/base/source.hpp"

namespace warplens::study {

// The arguments of the first call of a function of CUDA's runtime at or behind a place, without
// casts and `&`: "d_a", "h_a", "n * sizeof(float)". Empty where there is none in its statement.
std::vector<std::string> call_names(const base::SourceFile& file, base::Span place);

// The same of the first launch at or behind a place: "a", "b", "n".
std::vector<std::string> launch_names(const base::SourceFile& file, base::Span place);

// Whether an argument is a variable, a member or an element: "a", "s.in", "buffer[i % 2]".
bool is_variable(const std::string& name);

}  // namespace warplens::study
