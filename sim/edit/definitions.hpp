// What the root text itself defines: macros and constants, where each name is used, and what number
// an expression of them is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/edit/text.hpp"

namespace warplens::edit {

struct MacroText {
  Span name;
  bool takes_arguments = false;
  std::vector<std::string_view> parameters;
  std::vector<lang::Token> body;
  Span span() const {  // of the body
    return body.empty() ? Span{} : Span{body.front().span.begin, body.back().span.end};
  }
};

// `const int LD = 32;`, `constexpr ...`, `#define LD 32`.
struct ConstantText {
  Span name, value;
  Span scope;  // the text in which it may be used
  bool is_macro = false;
};

class Definitions {
 public:
  explicit Definitions(const base::SourceFile& file);  // which outlives it

  // Null where the root text has no such macro, or defines it more than once.
  const MacroText* macro(std::string_view name) const;
  // What the name is at that place; null where it is nothing of the kind, or several things.
  const ConstantText* constant(std::string_view name, uint32_t place) const;
  // Every place of the name in the root text, in order, and in other texts of the user's.
  const std::vector<Span>& places(std::string_view name) const;

  // Of an expression of numbers and constants, whose names are used where `tokens` are.
  std::optional<uint64_t> value(const std::vector<lang::Token>& tokens, int depth = 0) const;

 private:
  void add_directive(const std::vector<lang::Token>& line);
  void find_constants(const std::vector<lang::Token>& tokens);

  std::multimap<std::string, MacroText, std::less<>> macros_;
  std::multimap<std::string, ConstantText, std::less<>> constants_;
  std::map<std::string, std::vector<Span>, std::less<>> places_;
  const std::vector<Span> nowhere_;
  Text text_;
};

}  // namespace warplens::edit
