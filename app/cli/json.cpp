// Printing JSON never fails: a report about a damaged text is still a report.
#include "app/cli/json.hpp"

#include <nlohmann/json.hpp>

namespace warplens::cli {

std::string to_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace warplens::cli
