// JSON whose members keep the order in which they were written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "sim/observe/finding/finding.hpp"
#include "sim/observe/totals/totals.hpp"

namespace warplens::cli {

using Json = nlohmann::ordered_json;

// The member "version" of everything that is printed as JSON: grows when a member goes or changes
// its meaning, and not when one is added.
inline constexpr int kJsonVersion = 1;

// Bytes that are no UTF-8 (a user's text may hold any) become U+FFFD. indent -1: one line.
std::string to_text(const Json& json, int indent);

// The sums of a run.
Json totals_json(const observe::Totals& totals);
// A finding as `run` and `trace` print it.
Json finding_json(const observe::Finding& finding);

}  // namespace warplens::cli
