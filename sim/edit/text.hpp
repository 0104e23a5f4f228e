// A kernel's text, cut into tokens where an edit needs to know what is written in a place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/source.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::edit {

using base::Span;

class Text {
 public:
  explicit Text(const base::SourceFile& file) : file_(file) {}

  bool is_in_root(Span span) const { return !span.empty() && file_.part_of(span.begin) == 0; }
  std::string_view slice(Span span) const { return file_.slice(span); }
  size_t root_size() const { return file_.text().size(); }
  // Without comments and line ends; the spans are the file's.
  std::vector<lang::Token> tokens(Span span) const;

 private:
  const base::SourceFile& file_;
};

bool opens(const lang::Token& token);
bool closes(const lang::Token& token);
// The index of the bracket that closes the one at `open`; tokens.size() if none does.
size_t closing(const std::vector<lang::Token>& tokens, size_t open);

// What is between the brackets of `[a][b]...` from tokens[first] on; empty where there is no
// bracket, or one is not closed.
std::vector<Span> subscripts(const std::vector<lang::Token>& tokens, size_t first);

// On one line, without comments.
std::string joined(const std::vector<lang::Token>& tokens);
// One operand of any operator, and the left side of a sum.
bool is_operand(const std::vector<lang::Token>& tokens);
bool is_summand(const std::vector<lang::Token>& tokens);
// In brackets unless it is one operand.
std::string operand(const std::vector<lang::Token>& tokens);
// A decimal number as it is written; nothing else.
std::optional<uint64_t> number_of(const lang::Token& token);
// "32 + 1", "TILE + 3" of "TILE + 2"; "33" of "64" and -31.
std::string with_more(const std::vector<lang::Token>& tokens, int64_t more);

}  // namespace warplens::edit
