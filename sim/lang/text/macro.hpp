// Macros and their expansion.
//
// A macro is disabled while tokens of its body are being read, and a name that is met while its
// macro is disabled is never expanded again (C11 6.10.3.4). Tokens of a body take the span of the
// outermost use; an argument's tokens keep their own, so that an access in an argument is
// attributed to where it was written.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/base/names.hpp"
#include "sim/lang/text/reporter.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

struct Macro {
  std::string name;
  bool is_function_like = false;
  bool is_variadic = false;  // the last parameter is `...` (named __VA_ARGS__) or `name...`
  std::vector<std::string_view> parameters;
  std::vector<Token> body;
  bool is_predefined = false;  // by the compiler: neither listed nor protected from redefinition
  bool is_from_command_line = false;
  bool is_place = false;      // __FILE__, __LINE__, __COUNTER__: made at each use
  bool is_of_device = false;  // __CUDA_ARCH__: its value depends on the device
  int uses_open = 0;          // > 0: disabled
};

// Looked up by every name of a text.
using MacroTable = std::unordered_map<std::string, Macro, base::NameHash, std::equal_to<>>;

class MacroExpander {
 public:
  // `made_text` keeps the text that # and ## make; it must outlive the tokens.
  MacroExpander(MacroTable& macros, std::deque<std::string>& made_text,
                const base::SourceFile& file, Reporter& reporter, base::Budget& budget)
      : macros_(macros), made_text_(made_text), file_(file), reporter_(reporter), budget_(budget) {}

  // `tokens` with all macros expanded; the second appends them to `result`.
  std::vector<Token> expand(std::span<const Token> tokens);
  void expand(std::span<const Token> tokens, std::vector<Token>& result);
  // A limit was exceeded, which is reported: the tokens are incomplete.
  bool gave_up() const { return gave_up_; }
  // A macro was expanded whose value depends on the device.
  bool has_read_device() const { return has_read_device_; }

 private:
  struct Source {             // a list of tokens being read; the innermost is read first
    std::vector<Token> body;  // holds `tokens` if it is a macro's
    std::span<const Token> tokens;
    size_t at = 0;
    Macro* macro = nullptr;  // whose body this is
  };
  using Sources = std::vector<Source>;

  bool next(Sources& sources, Token& token);
  bool next_is_open_parenthesis(const Sources& sources) const;
  bool read_arguments(Sources& sources, const Token& name, const Macro& macro,
                      std::vector<std::vector<Token>>& arguments, Span& use,
                      std::vector<Token>& result);
  struct Substitution;
  void substitute(Substitution& to, const std::vector<Token>& body);
  std::vector<Token> operand(Substitution& to, const std::vector<Token>& body, size_t& at,
                             bool is_raw);
  void paste(Substitution& to, const std::vector<Token>& right);
  Token make_place(const Token& name);
  Token stringize(const std::vector<Token>& argument, Span use);
  size_t parameter_index(const Macro& macro, const Token& token) const;
  std::string_view keep_text(std::string text);
  bool is_made_text_too_long(size_t bytes, Span use);

  MacroTable& macros_;
  std::deque<std::string>& made_text_;
  const base::SourceFile& file_;
  uint64_t counter_ = 0;  // of __COUNTER__
  Reporter& reporter_;
  base::Budget& budget_;
  size_t tokens_made_ = 0;
  bool gave_up_ = false;
  bool has_read_device_ = false;
  int depth_ = 0;
};

}  // namespace warplens::lang
