// Any section (app/study/section.hpp) for a terminal and for programs.
#pragma once

#include <iosfwd>

#include "app/cli/json.hpp"
#include "app/study/section.hpp"

namespace warplens::cli {

// An empty line (not before the first where `has_gap` is false), the title, and below it, indented,
// lines and tables; or why there is nothing.
void print(std::ostream& out, const study::Section& section, bool has_gap = true);

// As a file: its title as a heading, then lines and tables, each a paragraph.
void print_markdown(std::ostream& out, const study::Section& section);

// {"is_model": true, ...}; or {"missing": why}.
Json to_json(const study::Section& section);
Json to_json(const study::List& list);

// All that a command prints for programs: the version, and the section's members.
void print_json(std::ostream& out, const study::Section& section);

}  // namespace warplens::cli
