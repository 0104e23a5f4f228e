// Any section (app/study/section.hpp) for a terminal and for programs.
#pragma once

#include <iosfwd>

#include "app/cli/json.hpp"
#include "app/study/section.hpp"

namespace warplens::cli {

// An empty line (not before the first where `has_gap` is false), the title, and below it, indented,
// lines and tables; or why there is nothing.
void print(std::ostream& out, const study::Section& section, bool has_gap = true);

// {"is_model": true, ...}; or {"missing": why}.
Json to_json(const study::Section& section);
Json to_json(const study::List& list);

}  // namespace warplens::cli
