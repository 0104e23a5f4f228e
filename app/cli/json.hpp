// JSON whose members keep the order in which they were written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace warplens::cli {

using Json = nlohmann::ordered_json;

// The member "version" of everything that is printed as JSON: grows when a member goes or changes
// its meaning, and not when one is added.
inline constexpr int kJsonVersion = 1;

// Bytes that are no UTF-8 (a user's text may hold any) become U+FFFD. indent -1: one line.
std::string to_text(const Json& json, int indent);

}  // namespace warplens::cli
