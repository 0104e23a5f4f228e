// The lexer's tokens are read line by line. A directive's line is carried out; the lines between
// two directives are one run, expanded as a whole, because the arguments of a macro may span lines.
#include "sim/lang/preprocessor.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "sim/lang/condition.hpp"
#include "sim/lang/foreign.hpp"
#include "sim/lang/lexer.hpp"
#include "sim/lang/macro.hpp"

namespace warplens::lang {
namespace {

struct Predefined {
  std::string_view name;
  std::string_view text;
};

// What nvcc defines, and the constants of <cfloat>, <climits> and <cmath> that kernels use without
// a thought.
constexpr std::array<Predefined, 22> kPredefined{{
    {"__CUDACC__", "1"},
    {"__NVCC__", "1"},
    {"__CUDA_ARCH__", "900"},
    {"__cplusplus", "202002L"},
    {"NULL", "nullptr"},
    {"M_PI", "3.14159265358979323846"},
    {"M_E", "2.7182818284590452354"},
    {"M_SQRT2", "1.41421356237309504880"},
    {"INFINITY", "(1.0f / 0.0f)"},
    {"HUGE_VALF", "(1.0f / 0.0f)"},
    {"FLT_MAX", "3.402823466e+38f"},
    {"FLT_MIN", "1.175494351e-38f"},
    {"FLT_EPSILON", "1.192092896e-7f"},
    {"DBL_MAX", "1.7976931348623158e+308"},
    {"DBL_MIN", "2.2250738585072014e-308"},
    {"DBL_EPSILON", "2.2204460492503131e-16"},
    {"INT_MAX", "2147483647"},
    {"INT_MIN", "(-2147483647 - 1)"},
    {"UINT_MAX", "0xffffffffu"},
    {"LLONG_MAX", "9223372036854775807ll"},
    {"LLONG_MIN", "(-9223372036854775807ll - 1)"},
    {"ULLONG_MAX", "0xffffffffffffffffull"},
}};

// Headers in quotes that bring nothing a kernel needs here.
constexpr std::array<std::string_view, 12> kKnownHeaders{"cuda_runtime.h",
                                                         "cuda.h",
                                                         "device_launch_parameters.h",
                                                         "cuda_runtime_api.h",
                                                         "math.h",
                                                         "stdio.h",
                                                         "stdlib.h",
                                                         "device_functions.h",
                                                         "helper_cuda.h",
                                                         "cuda_fp16.h",
                                                         "curand.h",
                                                         "curand_kernel.h"};

constexpr size_t kDeepestConditionals = 256;

bool is_name(std::string_view name) {
  const std::vector<Token> tokens = lex(name);
  return tokens.size() == 1 && tokens[0].is_identifier();
}

class Preprocessor {
 public:
  Preprocessor(std::string_view text, Reporter& reporter)
      : text_(text), reporter_(reporter), expander_(macros_, result_.made_text, reporter) {}

  Preprocessed run(const std::vector<Define>& defines) {
    for (const Predefined& known : kPredefined) {
      define_text(known.name, known.text);
      macros_.find(known.name)->second.is_predefined = true;
    }
    for (const Define& define : defines) command_line_define(define);
    tokens_ = lex(text_);
    while (at_ < tokens_.size()) process_line();
    flush_run();
    for (const Conditional& open : conditionals_) {
      reporter_.error(open.span, "this conditional has no #endif");
    }
    Token end;
    end.span = {static_cast<uint32_t>(text_.size()), static_cast<uint32_t>(text_.size())};
    result_.tokens.push_back(end);
    return std::move(result_);
  }

 private:
  struct Conditional {
    Span span;
    bool is_outer_live = true;  // the text around it counts
    bool was_taken = false;     // one of its branches was live already
    bool is_live = false;
    bool has_else = false;
  };

  bool is_live() const { return conditionals_.empty() || conditionals_.back().is_live; }

  // ------------------------------------------------------------------------------------------
  // definitions

  void define_text(std::string_view name, std::string_view text) {
    result_.made_text.emplace_back(text);
    Macro macro;
    macro.name = std::string(name);
    for (const Token& token : lex(result_.made_text.back())) {
      if (token.kind != TokenKind::kComment && token.kind != TokenKind::kNewline)
        macro.body.push_back(token);
    }
    macros_.insert_or_assign(std::string(name), std::move(macro));
  }

  void command_line_define(const Define& define) {
    if (!is_name(define.name)) {
      return reporter_.placeless_error(
          "-D '" + define.name + "' is no name of a macro",
          "write -D NAME=VALUE; a name is made of letters, digits and _");
    }
    define_text(define.name, define.value.empty() ? "1" : define.value);
    macros_.find(define.name)->second.is_from_command_line = true;
    for (const Token& token : macros_.find(define.name)->second.body) {
      if (token.kind == TokenKind::kForeign || token.kind == TokenKind::kUnclosed) {
        reporter_.placeless_error("the value of -D " + define.name + ", '" + define.value +
                                  "', is not made of C tokens");
      }
    }
    note_name(define.name);
  }

  void note_name(const std::string& name) {
    if (names_.insert(name).second) result_.macro_names.push_back(name);
  }

  // ----------------------------------------------------------------------------------------------
  // lines

  // The tokens up to the line's end, without comments; at_ goes to the next line.
  std::vector<Token> take_line() {
    std::vector<Token> line;
    while (at_ < tokens_.size() && tokens_[at_].kind != TokenKind::kNewline) {
      if (tokens_[at_].kind != TokenKind::kComment) line.push_back(tokens_[at_]);
      ++at_;
    }
    if (at_ < tokens_.size()) ++at_;
    return line;
  }

  void process_line() {
    std::vector<Token> line = take_line();
    if (!line.empty() && line[0].is("#")) {
      flush_run();
      directive(line);
    } else if (is_live()) {
      for (const Token& token : line) keep(token);
    }
  }

  // Judges what the lexer could not: the parser sees tokens of C only.
  void keep(Token token) {
    if (token.kind == TokenKind::kUnclosed) return report_unclosed(token);
    if (token.kind == TokenKind::kForeign) {
      ForeignAdvice advice = advise(token);
      const bool is_new =
          !advice.is_identifier || foreign_names_.insert(std::string(token.text)).second;
      if (is_new) reporter_.error(token.span, std::move(advice.message), std::move(advice.hint));
      if (advice.is_identifier) {
        token.kind = TokenKind::kIdentifier;
      } else if (!advice.replacement.empty()) {
        token.kind = TokenKind::kPunctuator;
        token.text = advice.replacement;
      } else {
        return;
      }
    }
    run_.push_back(token);
  }

  void report_unclosed(const Token& token) {
    const Span start{token.span.begin, token.span.begin + 2};
    if (token.text.starts_with("/*")) {
      reporter_.error(start, "this comment is never closed", "write */ at its end");
      result_.is_cut_off = true;
    } else {
      const Span quote{token.span.begin, token.span.begin + 1};
      const bool is_string = token.text.find('"') < token.text.find('\'');
      reporter_.error(quote, is_string ? "this string has no closing quote on its line"
                                       : "this character has no closing quote on its line");
    }
  }

  void flush_run() {
    if (run_.empty()) return;
    const std::vector<Token> expanded = expander_.expand(run_);
    result_.tokens.insert(result_.tokens.end(), expanded.begin(), expanded.end());
    run_.clear();
    result_.is_cut_off |= expander_.gave_up();
  }

  // -------------------------------------------------------------------------------------------
  // directives

  void directive(const std::vector<Token>& line) {
    if (line.size() == 1) return;  // a lone #
    const Token& name = line[1];
    const std::vector<Token> rest(line.begin() + 2, line.end());
    const Span whole = base::join(line.front().span, name.span);
    if (name.is("if")) return begin_conditional(whole, is_live() && condition(rest, whole));
    if (name.is("ifdef")) return begin_conditional(whole, is_live() && is_defined(rest, whole));
    if (name.is("ifndef")) return begin_conditional(whole, is_live() && !is_defined(rest, whole));
    if (name.is("elif")) return else_if(rest, whole);
    if (name.is("else")) return else_branch(whole);
    if (name.is("endif")) return end_conditional(whole);
    if (!is_live()) return;
    if (name.is("define")) return define(rest, whole);
    if (name.is("undef")) return undefine(rest, whole);
    if (name.is("include")) return include(rest, whole);
    if (name.is("error")) return error_directive(line, whole);
    if (name.is("pragma") || name.is("warning") || name.is("line") || name.is("ident")) return;
    if (name.kind == TokenKind::kNumber) return;  // a line marker of another preprocessor
    const std::string nearest =
        base::nearest_name(name.text, {"define", "undef", "if", "ifdef", "ifndef", "elif", "else",
                                       "endif", "include", "pragma", "error"});
    reporter_.error(whole, "unknown directive #" + std::string(name.text),
                    nearest.empty() ? "" : "did you mean #" + nearest + "?");
  }

  void error_directive(const std::vector<Token>& line, Span whole) {
    std::string message(
        text_.substr(whole.end, line.back().span.end - std::min(whole.end, line.back().span.end)));
    const size_t first = message.find_first_not_of(" \t");
    message = first == std::string::npos ? "" : message.substr(first);
    reporter_.error(base::join(whole, line.back().span), "#error " + message);
  }

  void define(const std::vector<Token>& rest, Span whole) {
    if (rest.empty() || !rest[0].is_identifier()) {
      return reporter_.error(rest.empty() ? whole : rest[0].span, "#define needs a name");
    }
    if (rest[0].text == "defined")
      return reporter_.error(rest[0].span, "'defined' cannot be a macro");
    Macro macro;
    macro.name = std::string(rest[0].text);
    size_t at = 1;
    if (rest.size() > 1 && rest[1].is("(") && !rest[1].space_before) {
      macro.is_function_like = true;
      if (!read_parameters(rest, at, macro)) return;
    }
    for (; at < rest.size(); ++at) {
      const Token& token = rest[at];
      if (token.kind == TokenKind::kUnclosed) return report_unclosed(token);
      if (token.kind == TokenKind::kForeign) {
        ForeignAdvice advice = advise(token);
        return reporter_.error(token.span, std::move(advice.message), std::move(advice.hint));
      }
      macro.body.push_back(token);
    }
    if (!macro.body.empty() && (macro.body.front().is("##") || macro.body.back().is("##"))) {
      return reporter_.error(rest[0].span, "## cannot stand at the end of a macro's text");
    }
    note_name(macro.name);
    warn_redefinition(macro, rest[0].span);
    const std::string key = macro.name;
    macros_.insert_or_assign(key, std::move(macro));
  }

  void warn_redefinition(const Macro& macro, Span span) {
    const auto found = macros_.find(macro.name);
    if (found == macros_.end() || found->second.is_predefined) return;
    const Macro& known = found->second;
    const auto is_same = [](const Token& a, const Token& b) { return a.text == b.text; };
    if (known.is_function_like == macro.is_function_like && known.parameters == macro.parameters &&
        std::equal(known.body.begin(), known.body.end(), macro.body.begin(), macro.body.end(),
                   is_same)) {
      return;
    }
    if (known.is_from_command_line) {
      reporter_.warning(span, "this replaces the value that -D gives to " + macro.name,
                        "put #ifndef " + macro.name + " before it and #endif behind it");
    } else {
      reporter_.warning(span, "the macro " + macro.name + " is defined again, differently",
                        "write #undef " + macro.name + " before it if that is meant");
    }
  }

  // `(a, b, ...)`; at goes behind it.
  bool read_parameters(const std::vector<Token>& rest, size_t& at, Macro& macro) {
    ++at;
    if (at < rest.size() && rest[at].is(")")) {
      ++at;
      return true;
    }
    while (at < rest.size()) {
      if (rest[at].is("...")) {
        macro.is_variadic = true;
        macro.parameters.push_back("__VA_ARGS__");
      } else if (rest[at].is_identifier()) {
        macro.parameters.push_back(rest[at].text);
      } else {
        break;
      }
      ++at;
      if (at < rest.size() && rest[at].is(")")) {
        ++at;
        return true;
      }
      if (at >= rest.size() || !rest[at].is(",") || macro.is_variadic) break;
      ++at;
    }
    reporter_.error(at < rest.size() ? rest[at].span : rest.back().span,
                    "a mistake in the parameters of macro '" + macro.name + "'",
                    "write #define " + macro.name + "(a, b) ...");
    return false;
  }

  void undefine(const std::vector<Token>& rest, Span whole) {
    if (rest.empty() || !rest[0].is_identifier())
      return reporter_.error(whole, "#undef needs a name");
    const auto found = macros_.find(rest[0].text);
    if (found != macros_.end()) macros_.erase(found);
  }

  void include(const std::vector<Token>& rest, Span whole) {
    if (rest.empty()) return reporter_.error(whole, "#include needs a file");
    if (rest[0].is("<"))
      return;  // CUDA's and the standard library's: what kernels use of them is built in
    if (rest[0].kind != TokenKind::kString)
      return reporter_.error(whole, "#include needs a file in quotes");
    const std::string_view file = rest[0].text.substr(1, rest[0].text.size() - 2);
    if (std::find(kKnownHeaders.begin(), kKnownHeaders.end(), file) != kKnownHeaders.end()) return;
    reporter_.error(base::join(whole, rest[0].span),
                    "#include of \"" + std::string(file) + "\" is not supported",
                    "paste the text of " + std::string(file) + " here");
  }

  // -----------------------------------------------------------------------------------------
  // conditionals

  bool is_defined(const std::vector<Token>& rest, Span whole) {
    if (rest.empty() || !rest[0].is_identifier()) {
      reporter_.error(whole, "this conditional needs the name of a macro");
      return false;
    }
    return macros_.contains(rest[0].text);
  }

  bool condition(const std::vector<Token>& rest, Span whole) {
    std::vector<Token> tokens;
    for (size_t i = 0; i < rest.size(); ++i) {
      if (rest[i].kind == TokenKind::kForeign || rest[i].kind == TokenKind::kUnclosed) {
        reporter_.error(rest[i].span, "a mistake in the condition");
        return false;
      }
      if (!rest[i].is("defined")) {
        tokens.push_back(rest[i]);
        continue;
      }
      const bool has_parenthesis = i + 1 < rest.size() && rest[i + 1].is("(");
      const size_t name = i + (has_parenthesis ? 2 : 1);
      const bool is_closed = !has_parenthesis || (name + 1 < rest.size() && rest[name + 1].is(")"));
      if (name >= rest.size() || !rest[name].is_identifier() || !is_closed) {
        reporter_.error(rest[i].span, "'defined' needs a name", "write defined(NAME)");
        return false;
      }
      Token value = rest[i];
      value.kind = TokenKind::kNumber;
      value.text = macros_.contains(rest[name].text) ? "1" : "0";
      tokens.push_back(value);
      i = name + (has_parenthesis ? 1 : 0);
    }
    return evaluate_condition(expander_.expand(tokens), whole, reporter_);
  }

  void begin_conditional(Span span, bool is_true) {
    if (conditionals_.size() == kDeepestConditionals) {
      reporter_.error(span, "conditionals are nested too deeply");
    }
    Conditional conditional;
    conditional.span = span;
    conditional.is_outer_live = is_live();
    conditional.is_live = conditional.is_outer_live && is_true;
    conditional.was_taken = conditional.is_live;
    conditionals_.push_back(conditional);
  }

  void else_if(const std::vector<Token>& rest, Span span) {
    if (conditionals_.empty()) return reporter_.error(span, "#elif without #if");
    if (conditionals_.back().has_else) return reporter_.error(span, "#elif after #else");
    const bool may_be_live = conditionals_.back().is_outer_live && !conditionals_.back().was_taken;
    conditionals_.back().is_live = false;
    const bool is_true = may_be_live && condition(rest, span);
    conditionals_.back().is_live = is_true;
    conditionals_.back().was_taken |= is_true;
  }

  void else_branch(Span span) {
    if (conditionals_.empty()) return reporter_.error(span, "#else without #if");
    Conditional& conditional = conditionals_.back();
    if (conditional.has_else) return reporter_.error(span, "a second #else for the same #if");
    conditional.has_else = true;
    conditional.is_live = conditional.is_outer_live && !conditional.was_taken;
    conditional.was_taken = true;
  }

  void end_conditional(Span span) {
    if (conditionals_.empty()) return reporter_.error(span, "#endif without #if");
    conditionals_.pop_back();
  }

  std::string_view text_;
  Reporter& reporter_;
  Preprocessed result_;
  MacroTable macros_;
  MacroExpander expander_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  std::vector<Token> run_;  // text between two directives, not yet expanded
  std::vector<Conditional> conditionals_;
  std::set<std::string> names_;
  std::set<std::string> foreign_names_;
};

}  // namespace

Preprocessed preprocess(std::string_view text, const std::vector<Define>& defines,
                        Reporter& reporter) {
  return Preprocessor(text, reporter).run(defines);
}

}  // namespace warplens::lang
