// Directives other than #include: conditionals, definitions, errors; and what is in doubt about
// them because a file is missing.
#include <algorithm>
#include <array>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/directives.hpp"
#include "sim/lang/text/foreign.hpp"
#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/preprocessing.hpp"

namespace warplens::lang {

// `#ifndef NAME` above `#define NAME`: the name is defined after it in any case, as nothing.
bool Preprocessor::is_defined_next(const std::vector<Token>& rest) const {
  std::vector<std::string_view> words;
  for (size_t i = at_; i < tokens_.size() && words.size() < 4; ++i) {
    const Token& token = tokens_[i];
    if (token.kind == TokenKind::kComment) continue;
    if (token.kind != TokenKind::kNewline)
      words.push_back(token.text);
    else if (!words.empty())
      break;
  }
  return rest.size() == 1 && words.size() == 3 && words[0] == "#" && words[1] == "define" &&
         words[2] == rest[0].text;
}

// Determines the doubt of the conditional that begins or continues here before it is evaluated.
void Preprocessor::note_doubt(const Token& name, const std::vector<Token>& rest, Span whole) {
  doubt_.reset();
  const bool is_first = name.is("if") || name.is("ifdef") || name.is("ifndef");
  const bool is_other = name.is("elif") || name.is("elifdef") || name.is("elifndef");
  if (is_first && is_live() && !(name.is("ifndef") && is_defined_next(rest))) {
    doubt_ = doubts_.about(rest, macros_, whole, file_);
  } else if (is_other && conditionals_.may_become_doubtful()) {
    conditionals_.doubt_innermost(doubts_.about(rest, macros_, whole, file_));
  }
}

// A #define or #undef is in doubt if its place or any macro in its text is.
void Preprocessor::note_macro(const std::vector<Token>& rest) {
  std::optional<base::Diagnostic> doubt = conditionals_.doubt();
  if (!doubt && !is_live()) return;
  for (size_t i = 1; i < rest.size() && !doubt; ++i) {
    if (const base::Diagnostic* known = doubts_.of_macro(rest[i].text)) doubt = *known;
  }
  doubts_.note_macro(rest[0].text, doubt);
}

SourceLine::Kind Preprocessor::kind_of(const Token& directive) const {
  constexpr auto kConditionals = std::to_array<std::string_view>(
      {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"});
  const auto is_directive = [&](std::string_view word) { return directive.is(word); };
  if (std::any_of(kConditionals.begin(), kConditionals.end(), is_directive))
    return SourceLine::Kind::kConditional;
  const bool is_definition = directive.is("define") || directive.is("undef");
  if (is_live() && directive.is("pragma")) return SourceLine::Kind::kPragma;
  return is_live() && is_definition ? SourceLine::Kind::kDefinition : SourceLine::Kind::kDead;
}

void Preprocessor::error_directive(const std::vector<Token>& line, Span whole) {
  std::string message(file_.slice({whole.end, line.back().span.end}));
  const size_t first = message.find_first_not_of(" \t");
  message = first == std::string::npos ? "" : message.substr(first);
  reporter_.error(base::join(whole, line.back().span), say("#error {text}", "text"_a = message));
}

void Preprocessor::define(const std::vector<Token>& rest, Span whole) {
  if (rest.empty() || !rest[0].is_identifier()) {
    return reporter_.error(rest.empty() ? whole : rest[0].span, say("#define needs a name"));
  }
  if (rest[0].text == "defined")
    return reporter_.error(rest[0].span, say("'defined' cannot be a macro"));
  Macro macro;
  macro.name = std::string(rest[0].text);
  size_t at = 1;
  if (rest.size() > 1 && rest[1].is("(") && !rest[1].space_before) {
    macro.is_function_like = true;
    if (!read_parameters(rest, at, macro, reporter_)) return;
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
    return reporter_.error(rest[0].span, say("## cannot begin or end a macro's text"));
  }
  budget_.keep(sizeof(Macro) + macro.body.size() * sizeof(Token));
  note_name(macro.name);
  warn_redefinition(macros_, macro, rest[0].span, reporter_);
  const std::string key = macro.name;
  macros_.insert_or_assign(key, std::move(macro));
}

void Preprocessor::undefine(const std::vector<Token>& rest, Span whole) {
  if (rest.empty() || !rest[0].is_identifier())
    return reporter_.error(whole, say("#undef needs a name"));
  const auto found = macros_.find(rest[0].text);
  if (found != macros_.end()) macros_.erase(found);
}

bool Preprocessor::is_defined(const std::vector<Token>& rest, Span whole) {
  if (rest.empty() || !rest[0].is_identifier()) {
    reporter_.error(whole, say("this conditional needs the name of a macro"));
    return false;
  }
  return macros_.contains(rest[0].text) || rest[0].is("__has_include");
}

bool Preprocessor::condition(const std::vector<Token>& rest, Span whole) {
  std::vector<Token> tokens;
  for (size_t i = 0; i < rest.size(); ++i) {
    if (rest[i].kind == TokenKind::kForeign || rest[i].kind == TokenKind::kUnclosed) {
      reporter_.error(rest[i].span, say("a mistake in the condition"));
      return false;
    }
    if (rest[i].is("__has_include") && i + 1 < rest.size() && rest[i + 1].is("(")) {
      tokens.push_back(has_include(rest, i));
      continue;
    }
    if (!rest[i].is("defined")) {
      tokens.push_back(rest[i]);
      continue;
    }
    const bool has_parenthesis = i + 1 < rest.size() && rest[i + 1].is("(");
    const size_t name = i + (has_parenthesis ? 2 : 1);
    const bool is_closed = !has_parenthesis || (name + 1 < rest.size() && rest[name + 1].is(")"));
    if (name >= rest.size() || !rest[name].is_identifier() || !is_closed) {
      reporter_.error(rest[i].span, say("'defined' needs a name"), say("write defined(NAME)"));
      return false;
    }
    Token value = rest[i];
    value.kind = TokenKind::kNumber;
    const bool is_known = macros_.contains(rest[name].text) || rest[name].is("__has_include");
    value.text = is_known ? "1" : "0";
    tokens.push_back(value);
    i = name + (has_parenthesis ? 1 : 0);
  }
  return evaluate_condition(expander_.expand(tokens), whole, reporter_);
}

void Preprocessor::begin_conditional(Span span, bool is_true) {
  conditionals_.begin(span, is_true, std::exchange(doubt_, std::nullopt));
}

void Preprocessor::directive(const std::vector<Token>& line) {
  if (line.size() == 1) return;  // a lone #
  const Token& name = line[1];
  const size_t noted = result_.lines.size();
  note_line(kind_of(name), line);
  const std::vector<Token> rest(line.begin() + 2, line.end());
  const Span whole = base::join(line.front().span, name.span);
  note_doubt(name, rest, whole);
  if (name.is("if")) return begin_conditional(whole, is_live() && condition(rest, whole));
  if (name.is("ifdef")) return begin_conditional(whole, is_live() && is_defined(rest, whole));
  if (name.is("ifndef")) return begin_conditional(whole, is_live() && !is_defined(rest, whole));
  if (name.is("elif")) return conditionals_.else_if(whole, [&] { return condition(rest, whole); });
  if (name.is("elifdef"))
    return conditionals_.else_if(whole, [&] { return is_defined(rest, whole); });
  if (name.is("elifndef"))
    return conditionals_.else_if(whole, [&] { return !is_defined(rest, whole); });
  if (name.is("else")) return conditionals_.else_branch(whole);
  if (name.is("endif")) return conditionals_.end(whole);
  const bool is_definition = name.is("define") || name.is("undef");
  if (is_definition && !rest.empty() && rest[0].is_identifier()) note_macro(rest);
  if (!is_live()) return;
  if (name.is("define")) return define(rest, whole);
  if (name.is("undef")) return undefine(rest, whole);
  if (name.is("include")) return include(rest, whole, noted);
  if (name.is("error")) return error_directive(line, whole);
  if (name.is("pragma")) {
    if (!rest.empty() && rest[0].is("once")) once_.insert(file_.name(open_parts_.back()));
    if (options_.is_program && !rest.empty() && rest[0].is("omp")) {
      const Span place = base::join(whole, rest.back().span);
      for (const Token& token : lex_made(code_of_omp(rest), place, result_.made_text)) keep(token);
    }
    return;
  }
  if (name.is("warning") || name.is("line") || name.is("ident")) return;
  if (name.kind == TokenKind::kNumber) return;  // a line marker of another preprocessor
  const std::string nearest =
      base::nearest_name(name.text, {"define", "undef", "if", "ifdef", "ifndef", "elif", "else",
                                     "endif", "include", "pragma", "error"});
  reporter_.error(
      whole, say("unknown directive #{word}", "word"_a = name.text),
      nearest.empty() ? std::string() : say("did you mean #{word}?", "word"_a = nearest));
}

}  // namespace warplens::lang
