// Holds JSON against a schema of ours (tests/data/graders/README.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace warplens::tests {

// tests/data/NAME.json
nlohmann::ordered_json schema_of(const std::string& name);

// "", or where the value is not as the schema has it, and why.
std::string mismatch(const nlohmann::ordered_json& value, const nlohmann::ordered_json& schema,
                     const std::string& place = "$");

}  // namespace warplens::tests
