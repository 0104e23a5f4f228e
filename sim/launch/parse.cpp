// One option's value at a time: sizes, definitions, arguments and array descriptions. options.cpp
// reads whole command lines with these.
//
//   argument := NAME '=' (scalar text | '{' scalar text, ... '}' | '@' NAME | array)
//   array    := 'host:'? TYPE ('[' COUNT ']')+ (':' fill)?
//   TYPE     := a scalar type | a vector type (float4[n] is float[n][4]) | a struct of the file
//   fill     := mod=N | mod=N+FIRST | zero | iota | const=V | values=A,B,... | random=SEED |
//   file=PATH | none
#include "sim/launch/parse.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "sim/base/diagnostic.hpp"
#include "sim/base/say.hpp"
#include "sim/launch/fill.hpp"
#include "sim/launch/number.hpp"

namespace warplens::launch {
namespace {

using Error = base::Failure<std::string>;

constexpr uint64_t kMost32 = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kMost64 = std::numeric_limits<uint64_t>::max();
constexpr uint64_t kMostArrayCount = uint64_t{1} << 63;  // elements, and bytes

// "{1,{2,3}}": one pair of braces around all.
bool has_matching_braces(std::string_view text) {
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && depth-- == 0) return false;
    if (depth == 0 && i + 1 < text.size()) return false;
  }
  return depth == 0;
}

// Every error of this file begins with the text that it concerns.
Error about(std::string_view text, const std::string& clause) {
  return base::fail(say("{text}: {problem}",
                        "text"_a = text.empty() ? say("(nothing)") : shown(text),
                        "problem"_a = clause));
}

bool is_identifier(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// Candidates for a mistyped type.
const std::vector<std::string> kTypeNames{
    "float",          "double",      "int",      "unsigned", "unsigned int", "char",
    "unsigned char",  "signed char", "short",    "long",     "bool",         "long long",
    "unsigned short", "int8_t",      "uint8_t",  "int16_t",  "uint16_t",     "int32_t",
    "uint32_t",       "int64_t",     "uint64_t", "size_t",   "half",         "float2",
    "float3",         "float4",      "double2",  "int2",     "int3",         "int4",
    "uint2",          "uint4",       "uchar4",   "char4",    "ushort4",      "short2"};

// A scalar type, or one of CUDA's vector types as its component and their number.
struct ElementType {
  base::Scalar scalar = base::Scalar::kFloat;
  uint64_t components = 1;
};

std::optional<ElementType> element_type(std::string_view name) {
  if (const auto scalar = base::scalar_from_name(name)) return ElementType{*scalar, 1};
  using base::Scalar;
  if (name == "__nv_bfloat162") return ElementType{Scalar::kBfloat, 2};
  constexpr std::pair<std::string_view, Scalar> kBases[] = {
      {"char", Scalar::kChar},           {"uchar", Scalar::kUChar}, {"short", Scalar::kShort},
      {"ushort", Scalar::kUShort},       {"int", Scalar::kInt},     {"uint", Scalar::kUInt},
      {"long", Scalar::kLong},           {"ulong", Scalar::kULong}, {"longlong", Scalar::kLongLong},
      {"ulonglong", Scalar::kULongLong}, {"float", Scalar::kFloat}, {"double", Scalar::kDouble},
      {"half", Scalar::kHalf},           {"__half", Scalar::kHalf},
  };
  for (const auto& [base, scalar] : kBases) {
    if (name.size() != base.size() + 1 || !name.starts_with(base)) continue;
    const char digit = name.back();
    if (digit >= '1' && digit <= '4')
      return ElementType{scalar, static_cast<uint64_t>(digit - '0')};
  }
  return std::nullopt;
}

// "Particle", "physics::Body", "Tile<16>".
bool may_be_record(std::string_view name) {
  const std::string_view plain = name.substr(0, name.find('<'));
  if (plain.size() != name.size() && !name.ends_with('>')) return false;
  for (std::string_view rest = plain;;) {
    const size_t colons = rest.find("::");
    if (!is_identifier(rest.substr(0, colons))) return false;
    if (colons == std::string_view::npos) return true;
    rest.remove_prefix(colons + 2);
  }
}

// The values of a fill, checked against the element type. Empty: no error.
std::string check_values(const ArrayArgument& array) {
  if (array.fill.values.size() > array.count()) {
    return say("there are {values} values for {elements} elements",
               "values"_a = array.fill.values.size(), "elements"_a = array.count());
  }
  for (const std::string& value : array.fill.values) {
    const auto bits = scalar_bits(array.element, value);
    if (!bits) return bits.error();
  }
  return "";
}

// Reads the text after ':' into array.fill. Empty: no error.
std::string parse_fill(std::string_view text, ArrayArgument& array) {
  const size_t equals = text.find('=');
  const std::string_view word = text.substr(0, equals);
  const bool has_value = equals != std::string_view::npos;
  const std::string_view value = has_value ? text.substr(equals + 1) : std::string_view();
  Fill& fill = array.fill;
  const auto without_value = [&](FillKind kind) -> std::string {
    if (has_value) return say("the fill '{fill}' takes no value", "fill"_a = word);
    fill.kind = kind;
    return "";
  };
  if (word == "zero") return without_value(FillKind::kZero);
  if (word == "iota") return without_value(FillKind::kIota);
  if (word == "none") return without_value(FillKind::kNone);
  const std::vector<std::string> with_value{"mod", "random", "const", "values", "file"};
  if (std::find(with_value.begin(), with_value.end(), word) == with_value.end()) {
    std::vector<std::string> all = with_value;
    all.insert(all.end(), {"zero", "iota", "none"});
    const std::string nearest = base::nearest_name(word, all);
    if (!nearest.empty()) {
      return say("unknown fill '{fill}', did you mean '{nearest}'?", "fill"_a = shown(word),
                 "nearest"_a = nearest);
    }
    return say(
        "unknown fill '{fill}'; it is one of mod=N, zero, iota, const=V, values=A,B, "
        "random=SEED, file=PATH, none",
        "fill"_a = shown(word));
  }
  if (value.empty()) {
    return say("the fill '{fill}' needs a value: {fill}={example}", "fill"_a = word,
               "example"_a = word == "file"     ? "PATH"
                             : word == "values" ? "1,2,3"
                                                : "1");
  }
  if (word == "mod" || word == "random") {
    const bool is_mod = word == "mod";
    const size_t plus = is_mod ? value.find('+') : std::string_view::npos;
    const auto n =
        parse_count(value.substr(0, plus), is_mod ? label("the modulus") : label("the seed"),
                    is_mod ? 1 : 0, kMost64);
    if (!n) return n.error();
    fill.kind = is_mod ? FillKind::kMod : FillKind::kRandom;
    fill.n = *n;
    if (plus == std::string_view::npos) return "";
    const auto first = parse_count(value.substr(plus + 1), label("the first element"), 0, *n - 1);
    if (!first) return first.error();
    fill.first = *first;
    return "";
  }
  if (word == "file") {
    fill.kind = FillKind::kFile;
    fill.path = value;
    return "";
  }
  fill.kind = word == "const" ? FillKind::kConst : FillKind::kValues;
  if (fill.kind == FillKind::kConst) {
    fill.values.emplace_back(value);
  } else {
    for (std::string_view part : split(value, ',')) fill.values.emplace_back(part);
  }
  return array.struct_name.empty() ? check_values(array) : "";
}

}  // namespace

std::string nearest_type(std::string_view name) {
  return base::nearest_name(name, kTypeNames);
}

base::Result<Dim3, std::string> parse_dim3(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ',');
  if (parts.size() > 3) return about(text, say("at most three sizes, as in 16,16,1"));
  uint32_t sizes[3] = {1, 1, 1};
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto size = parse_count(parts[i], label("sizes"), 1, kMost32);
    if (!size)
      return about(text, parts[i].empty()
                             ? say("{problem}, as in 16,16", "problem"_a = size.error())
                             : size.error());
    sizes[i] = static_cast<uint32_t>(*size);
  }
  return Dim3{sizes[0], sizes[1], sizes[2]};
}

base::Result<Definition, std::string> parse_definition(std::string_view text) {
  const size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (!is_identifier(name)) {
    return about(text, say("a definition is NAME=VALUE, and '{name}' is not a name",
                           "name"_a = shown(name)));
  }
  if (text.find_first_of("\r\n") != std::string_view::npos)
    return about(text, say("a definition is one line"));
  // As with a compiler, -D NAME means -D NAME=1.
  return Definition{std::string(name),
                    equals == std::string_view::npos ? "1" : std::string(text.substr(equals + 1))};
}

base::Result<ArrayArgument, std::string> parse_array(std::string_view text) {
  const bool is_host = text.starts_with(kHostMemory);
  if (is_host) text.remove_prefix(kHostMemory.size());
  const size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) {
    return about(text, say("an array is TYPE[COUNT], as in float[256] or float[16][16]:zero"));
  }
  const std::string_view type_name = text.substr(0, bracket);
  const std::optional<ElementType> element = element_type(type_name);
  if (!element && !may_be_record(type_name)) {
    const std::string nearest = nearest_type(type_name);
    if (nearest.empty())
      return about(text, say("unknown type '{type}'", "type"_a = shown(type_name)));
    return about(text, say("unknown type '{type}', did you mean '{nearest}'?",
                           "type"_a = shown(type_name), "nearest"_a = nearest));
  }
  ArrayArgument array;
  array.is_host = is_host;
  if (element)
    array.element = element->scalar;
  else
    array.struct_name = type_name;
  std::string_view rest = text.substr(bracket);
  while (rest.starts_with('[')) {
    const size_t close = rest.find(']');
    if (close == std::string_view::npos) return about(text, say("a ']' is missing"));
    const auto extent = parse_count(rest.substr(1, close - 1), label("sizes"), 1, kMostArrayCount);
    if (!extent) return about(text, extent.error());
    array.extents.push_back(*extent);
    rest.remove_prefix(close + 1);
  }
  if (element && element->components > 1) array.extents.push_back(element->components);
  if (array.bytes() > kMostArrayCount)
    return about(text, say("the array is too large to count its bytes"));
  if (rest.empty()) return array;
  if (rest[0] != ':') {
    return about(text, say("'{text}' after ']': a fill follows a colon, as in float[256]:zero",
                           "text"_a = shown(rest)));
  }
  const std::string error = parse_fill(rest.substr(1), array);
  if (!error.empty()) return about(text, error);
  return array;
}

base::Result<Argument, std::string> parse_argument(std::string_view text) {
  const size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  if (equals == std::string_view::npos || !is_identifier(name)) {
    return about(text, say("an argument is NAME=VALUE or NAME=TYPE[COUNT]"));
  }
  const std::string_view value = text.substr(equals + 1);
  if (value.empty()) return about(text, say("a value is missing after '='"));
  if (text.find_first_of("\r\n") != std::string_view::npos)
    return about(text, say("an argument is one line"));
  if (value[0] == '@') {
    if (!is_identifier(value.substr(1))) {
      return about(text, say("after '@', write the name of an array that exists already"));
    }
    return Argument{std::string(name), std::string(value)};
  }
  if (value.find('[') == std::string_view::npos) {
    if (element_type(value)) {
      return about(text, say("an array needs a size: {text}[COUNT]", "text"_a = text));
    }
    if (value.find_first_of("{}") != std::string_view::npos && !has_matching_braces(value))
      return about(text,
                   say("its braces do not match; a struct's members are written {{1,{{2,3}}}}"));
    return Argument{std::string(name), std::string(value)};
  }
  auto array = parse_array(value);
  if (!array)
    return base::fail(say("{name}={problem}", "name"_a = name, "problem"_a = array.error()));
  return Argument{std::string(name), std::move(array).value()};
}

}  // namespace warplens::launch
