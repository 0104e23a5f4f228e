// JSON whose members keep the order in which they were written.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warplens::cli {

using Json = nlohmann::ordered_json;

// Bytes that are no UTF-8 (a user's text may hold any) become U+FFFD. indent -1: one line.
inline std::string to_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace warplens::cli
