// Writer and Reader visit a structure's fields (fields.hpp). The Writer leaves out empty texts,
// empty lists and numbers that were not measured; the Reader checks types and ranges, and an error
// collects the path of the member on its way up: measurements[3].builds[0].method.
#include "kernels/measure/format/json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/measure/format/fields.hpp"
#include "sim/base/json_rules.hpp"
#include "sim/base/say.hpp"

namespace warplens::measure {
namespace {

constexpr unsigned kFormat = 1;      // of recordings; a later one may not be understood
constexpr size_t kLineLength = 140;  // of a recording's text
constexpr int kBadMember = 302;      // nlohmann's number for a wrong type

class BadMember : public Json::exception {
 public:
  explicit BadMember(std::string message)
      : Json::exception(kBadMember, ""), message_(std::move(message)) {}
  void put_under(const std::string& member) {
    const bool is_leaf = path_.empty();
    path_ = is_leaf || path_.front() == '[' ? member + path_ : member + "." + path_;
    text_ = path_ + ": " + message_;
  }
  const char* what() const noexcept override {
    return text_.empty() ? message_.c_str() : text_.c_str();
  }

 private:
  std::string message_, path_, text_;
};

// Lists of them are written as hexadecimal digits.
template <class T>
concept IsByte = std::same_as<T, std::byte> || std::same_as<T, char>;

class Writer {
 public:
  explicit Writer(Json& object) : object_(object) { object_ = Json::object(); }

  void operator()(const char* name, const std::string& value) {
    if (!value.empty()) object_[name] = value;
  }
  void operator()(const char* name, double value) {
    if (std::isfinite(value)) object_[name] = value;  // JSON has no other numbers
  }
  template <class T>
  void operator()(const char* name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }
  template <class T>
  void operator()(const char* name, const std::vector<T>& values) {
    if (!values.empty()) object_[name] = list(values);
  }
  void operator()(const char* name, const std::vector<char>& bytes) {
    if (!bytes.empty()) object_[name] = item(bytes);
  }
  void operator()(const char* name, const std::map<std::string, std::string>& values) {
    if (!values.empty()) object_[name] = values;
  }
  template <class T>
  void operator()(const char* name, const T& value) {
    object_[name] = item(value);
  }

 private:
  static Json item(const std::string& value) { return value; }
  template <IsByte Byte>
  static Json item(const std::vector<Byte>& bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string hex;
    hex.reserve(2 * bytes.size());
    for (const Byte byte : bytes) {
      const unsigned bits = static_cast<unsigned char>(byte);
      hex += kDigits[bits >> 4];
      hex += kDigits[bits & 15];
    }
    return hex;
  }
  template <class T, size_t kCount>
  static Json item(const std::array<T, kCount>& values) {
    return list(values);
  }
  template <class T>
  static Json item(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      return word(value);
    } else if constexpr (std::is_arithmetic_v<T>) {
      return value;
    } else {
      Json json;
      Writer writer(json);
      fields(writer, value);
      return json;
    }
  }
  template <class List>
  static Json list(const List& values) {
    Json json = Json::array();
    for (const auto& value : values) json.push_back(item(value));
    return json;
  }

  Json& object_;
};

class Reader {
 public:
  explicit Reader(const Json& object) : object_(object) {
    if (!object.is_object()) throw BadMember(say("an object '{{...}}' is needed here"));
  }

  template <class T>
  void operator()(const char* name, T& value) {
    const auto found = object_.find(name);
    if (found == object_.end() || found->is_null()) return;
    under(name, [&] { read(*found, value); });
  }

 private:
  template <class Function>
  static void under(const std::string& member, const Function& function) {
    try {
      function();
    } catch (BadMember& error) {
      error.put_under(member);
      throw;
    }
  }

  static void read(const Json& json, bool& value) {
    if (!json.is_boolean()) throw BadMember(say("true or false is needed here"));
    value = json.get<bool>();
  }
  static void read(const Json& json, double& value) {
    if (!json.is_number()) throw BadMember(say("a number is needed here"));
    value = json.get<double>();
  }
  static void read(const Json& json, std::string& value) {
    if (!json.is_string()) throw BadMember(say("a text is needed here"));
    value = json.get<std::string>();
  }
  static void read(const Json& json, std::map<std::string, std::string>& values) {
    if (!json.is_object()) throw BadMember(say("an object '{{...}}' is needed here"));
    for (const auto& member : json.items())
      under(member.key(), [&] { read(member.value(), values[member.key()]); });
  }
  template <IsByte Byte>
  static void read(const Json& json, std::vector<Byte>& bytes) {
    std::string hex;
    read(json, hex);
    bytes.clear();
    bytes.reserve(hex.size() / 2);
    for (size_t i = 0; i < hex.size(); i += 2) {
      unsigned byte = 0;
      const char* end = hex.data() + std::min(i + 2, hex.size());
      const auto [stop, error] = std::from_chars(hex.data() + i, end, byte, 16);
      if (error != std::errc() || stop != hex.data() + i + 2)
        throw BadMember(say("bytes are two hexadecimal digits each"));
      bytes.push_back(static_cast<Byte>(byte));
    }
  }
  template <class T>
  static void read(const Json& json, std::optional<T>& value) {
    read(json, value.emplace());
  }
  template <class T>
  static void read(const Json& json, std::vector<T>& values) {
    values.clear();
    for (size_t i = 0; i < check_list(json).size(); ++i)
      under("[" + std::to_string(i) + "]", [&] { read(json[i], values.emplace_back()); });
  }
  template <class T, size_t kCount>
  static void read(const Json& json, std::array<T, kCount>& values) {
    if (check_list(json).size() != kCount)
      throw BadMember(say("a list of {count} is needed here", "count"_a = kCount));
    read_items(json, values);
  }
  template <class T>
  static void read(const Json& json, T& value) {
    if constexpr (std::is_enum_v<T>) {
      value = read_word<T>(json);
    } else if constexpr (std::is_integral_v<T>) {
      value = read_count<T>(json);
    } else {
      Reader reader(json);
      fields(reader, value);
    }
  }

  template <class E>
  static E read_word(const Json& json) {
    std::string text, known;
    read(json, text);
    for (const Word<E>& entry : words<E>()) {
      if (text == entry.word) return entry.value;
      known += std::string(known.empty() ? "" : ", ") + "'" + entry.word + "'";
    }
    throw BadMember(say("'{value}' is none of {known}", "value"_a = text, "known"_a = known));
  }

  template <class T>
  static T read_count(const Json& json) {
    static_assert(std::is_unsigned_v<T>);
    constexpr uint64_t kMost = std::numeric_limits<T>::max();
    const bool is_count =
        json.is_number_unsigned() || (json.is_number_integer() && json.get<int64_t>() >= 0);
    if (!is_count || json.get<uint64_t>() > kMost)
      throw BadMember(say("a whole number from 0 to {limit} is needed here", "limit"_a = kMost));
    return static_cast<T>(json.get<uint64_t>());
  }

  static const Json& check_list(const Json& json) {
    if (!json.is_array()) throw BadMember(say("a list '[...]' is needed here"));
    if (json.size() > kMostItems)
      throw BadMember(say("a list has more than {count} items", "count"_a = kMostItems));
    return json;
  }
  template <class List>
  static void read_items(const Json& json, List& values) {
    for (size_t i = 0; i < values.size(); ++i)
      under("[" + std::to_string(i) + "]", [&] { read(json[i], values[i]); });
  }

  const Json& object_;
};

// A value that fits in a line is on one, so that a row of counts is a line of the file.
void print(const Json& json, size_t indent, std::string& out) {
  const std::string flat = one_line(json);
  if (!json.is_structured() || json.empty() || indent + flat.size() <= kLineLength) {
    out += flat;
    return;
  }
  out += json.is_object() ? '{' : '[';
  bool is_first = true;
  for (const auto& [name, value] : json.items()) {
    out += is_first ? "\n" : ",\n";
    out.append(indent + 1, ' ');
    if (json.is_object()) out += one_line(Json(name)) + ": ";
    print(value, indent + 1, out);
    is_first = false;
  }
  out += '\n';
  out.append(indent, ' ');
  out += json.is_object() ? '}' : ']';
}

}  // namespace

#define WARPLENS_RECORD_JSON(Structure)                \
  void to_json(Json& json, const Structure& value) {   \
    Writer writer(json);                               \
    fields(writer, value);                             \
  }                                                    \
  void from_json(const Json& json, Structure& value) { \
    Reader reader(json);                               \
    fields(reader, value);                             \
  }
WARPLENS_RECORD_JSON(LineCounts)
WARPLENS_RECORD_JSON(Times)
WARPLENS_RECORD_JSON(Cause)
WARPLENS_RECORD_JSON(LaunchResult)
WARPLENS_RECORD_JSON(BuildResult)
WARPLENS_RECORD_JSON(GpuDevice)
WARPLENS_RECORD_JSON(Ceilings)
WARPLENS_RECORD_JSON(Latencies)
WARPLENS_RECORD_JSON(Provenance)
WARPLENS_RECORD_JSON(ArrayAgreement)
WARPLENS_RECORD_JSON(Measurement)
WARPLENS_RECORD_JSON(MeasurementFile)
WARPLENS_RECORD_JSON(Problem)
WARPLENS_RECORD_JSON(Job)
WARPLENS_RECORD_JSON(CompileRequest)
WARPLENS_RECORD_JSON(Compiled)
WARPLENS_RECORD_JSON(JobAnswer)
WARPLENS_RECORD_JSON(AccessJob)
WARPLENS_RECORD_JSON(AccessAnswer)
WARPLENS_RECORD_JSON(MachineAnswer)
#undef WARPLENS_RECORD_JSON

Json parse_json(const std::string& text) {
  if (std::string problem = base::json_problem(text); !problem.empty())
    throw BadMember(std::move(problem));
  return Json::parse(text);
}

std::string one_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

base::Result<MeasurementFile, std::string> parse_recording(const std::string& text) {
  try {
    const Json json = parse_json(text);
    if (!json.is_object() || !json.contains("measurements"))
      return base::fail(say("this is no recording: 'measurements' is missing"));
    if (json.contains("format") && json["format"] != kFormat)
      return base::fail(say("format: this program reads format {known}, and the file has {found}",
                            "known"_a = kFormat, "found"_a = one_line(json["format"])));
    return json.get<MeasurementFile>();
  } catch (const Json::exception& error) {
    const std::string what = error.what();  // nlohmann begins with "[json.exception.NAME.NUMBER] "
    const size_t name = what.starts_with("[json.exception") ? what.find("] ") : std::string::npos;
    return base::fail(name == std::string::npos ? what : what.substr(name + 2));
  }
}

std::string print_recording(const MeasurementFile& recording) {
  Json json{{"format", kFormat}};
  json.update(Json(recording));
  if (recording.measurements.empty()) json["measurements"] = Json::array();
  std::string text;
  print(json, 0, text);
  return text + "\n";
}

}  // namespace warplens::measure
