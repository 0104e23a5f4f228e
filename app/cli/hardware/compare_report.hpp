// A comparison as text for people, within 120 columns, and as JSON for programs.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "app/cli/json.hpp"
#include "app/compare/comparison.hpp"

namespace warplens::cli {

void print_comparison(std::ostream& out, const compare::Comparison& comparison);
Json comparison_json(const compare::Comparison& comparison);

}  // namespace warplens::cli
