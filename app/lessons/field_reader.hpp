// The fields of a JSON file that a person wrote, read one by one. A reader keeps the path of the
// field it is at, so that an error can say `parameters[1].minimum: ...`; the first error is kept
// and everything after it is ignored.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"

namespace warplens::lessons {

inline constexpr size_t kMostItems = 256;     // of a list
inline constexpr size_t kLongestText = 4096;  // [bytes]
inline constexpr size_t kLongestId = 64;      // [bytes] it names a saved copy's file

// The file's value; an error names the file and, where it is not JSON, line and column.
base::Result<nlohmann::json, std::string> parse_json(const std::string& name,
                                                     const std::string& text);

// A whole number of at most 15 digits, which can be reckoned with.
std::optional<int64_t> whole_number(const nlohmann::json& value);

// "parameters[1]" and "minimum" make "parameters[1].minimum".
std::string join(const std::string& path, const std::string& name);
std::string item(const std::string& path, size_t index);

// What people read of a file: the catalogue has the built-in ones' texts (app/languages/collect).
std::string in_language(const std::string& english);

// The line, from 1, of the field at that path in a text that is JSON; of one that is missing, of
// the innermost field around it.
uint32_t line_of_field(std::string_view text, std::string_view path);

// A sentence that a stranger's name or text makes long, without its middle.
std::string brief(std::string sentence);

class FieldReader {
 public:
  explicit FieldReader(const nlohmann::json& value) : value_(value) {}

  // An object's member; a missing or foreign one is an error. `known` are all members that
  // it may have.
  void check_members(const nlohmann::json& object, const std::string& path,
                     const std::vector<std::string>& known);
  const nlohmann::json* member(const nlohmann::json& object, const std::string& path,
                               const char* name, bool is_required);
  std::string text(const nlohmann::json& object, const std::string& path, const char* name);
  int64_t integer(const nlohmann::json& object, const std::string& path, const char* name);
  std::vector<std::string> texts(const nlohmann::json& object, const std::string& path,
                                 const char* name);
  std::array<uint32_t, 3> triple(const nlohmann::json& object, const std::string& path,
                                 const char* name);
  const nlohmann::json* list(const nlohmann::json& object, const std::string& path,
                             const char* name);

  // A text that names a file or an entry: letters, digits, '-', '_' and '.'.
  std::string id(const nlohmann::json& object, const std::string& path, const char* name);

  void fail(const std::string& path, const std::string& message) {
    if (!error_.empty()) return;
    error_ = brief((path.empty() ? "" : path + ": ") + message);
    at_ = path;
  }
  bool failed() const { return !error_.empty(); }
  const std::string& error() const { return error_; }
  const std::string& error_path() const { return at_; }  // of the field
  const nlohmann::json& root() const { return value_; }

 private:
  const nlohmann::json& value_;
  std::string error_, at_;
};

}  // namespace warplens::lessons
