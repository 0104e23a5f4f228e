// The value of an expression in host code, if it follows from constants: integers, floating-point
// numbers, dim3, and the sizes of arrays and vectors. Works on tokens; anything else is unknown.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lang/host/host_launches.hpp"
#include "sim/lang/text/tokens.hpp"

namespace warplens::lang {

struct HostValue {
  enum class Kind : uint8_t { kInteger, kFloating, kDim3, kArray };
  Kind kind = Kind::kInteger;
  int64_t integer = 0;
  double floating = 0;
  std::array<int64_t, 3> dim3{1, 1, 1};
  uint64_t count = 0, element_bytes = 0;  // kArray: an array, or a vector with size()
  bool is_vector = false;                 // then its sizeof is unknown

  bool is_number() const { return kind == Kind::kInteger || kind == Kind::kFloating; }
  double as_floating() const {
    return kind == Kind::kInteger ? static_cast<double>(integer) : floating;
  }
};

// A function that only returns an expression: `int cdiv(int a, int b) { return (a + b - 1) / b; }`.
struct HostFunction {
  std::vector<std::string_view> parameters;
  std::string_view return_type;
  size_t begin = 0, end = 0;  // tokens of the expression
};

// A declared variable whose value is unknown is in the scope as nothing.
struct HostScope {
  std::map<std::string_view, std::optional<HostValue>> variables;
  std::set<std::string_view> unstable;  // variables that are written out of order: always unknown
};

struct HostNames {
  const Tokens& tokens;
  const TypeSizes& size_of_type;
  std::vector<HostScope> scopes = {};  // the innermost last
  const std::map<std::string_view, HostFunction>* functions = nullptr;

  std::optional<HostValue> find(std::string_view name) const;
  // In the scope that declares it; no effect if there is none or the variable is unstable.
  void set(std::string_view name, std::optional<HostValue> value);
  // [bytes] of a type by its one-word name; nothing if it is unknown.
  std::optional<uint64_t> size_of(std::string_view type) const;
};

// Of the tokens [begin, end), which must be one whole expression.
std::optional<HostValue> evaluate_host(const HostNames& names, size_t begin, size_t end);
// Converted to that type: an int truncates.
std::optional<HostValue> convert_host(std::optional<HostValue> value, std::string_view type);
// The `16, 16` of a dim3 between brackets, which are not part of the range.
std::optional<HostValue> evaluate_dim3(const HostNames& names, size_t begin, size_t end);
// The parts of [begin, end) between commas outside of brackets, with_angles: also of < >.
struct HostRange {
  size_t begin = 0, end = 0;
};
std::vector<HostRange> split_at_commas(const Tokens& tokens, size_t begin, size_t end,
                                       bool with_angles = false);

}  // namespace warplens::lang
