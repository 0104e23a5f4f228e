#include "sim/lang/text/macro.hpp"

#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/text/lexer.hpp"

namespace warplens::lang {
namespace {

// Enough for any kernel; it stops a macro that doubles itself from filling the memory.
constexpr size_t kMostTokensMade = 1'000'000;
constexpr size_t kLongestMadeText = size_t{1} << 20;  // [bytes] by one # or ##
constexpr int kDeepestArguments = 64;
constexpr uint32_t kLevelsAnOption = 16;  // of a __VA_OPT__; C++ allows no other one inside it

constexpr size_t kNone = static_cast<size_t>(-1);

// `0`, at the place of a macro's use.
Token make_value(Span use) {
  Token token;
  token.kind = TokenKind::kNumber;
  token.text = "0";
  token.span = use;
  token.from_macro = true;
  return token;
}

// Takes the place of an empty argument beside a ##: joined with anything it yields that; removed in
// the end.
Token make_placemarker() {
  Token token;
  token.kind = TokenKind::kComment;
  return token;
}
bool is_placemarker(const Token& token) {
  return token.kind == TokenKind::kComment;
}

// The index of the `)` that closes the `(` at `open`, or the body's size.
size_t closing(const std::vector<Token>& body, size_t open) {
  int depth = 0;
  for (size_t i = open; i < body.size(); ++i) {
    if (body[i].is("(")) ++depth;
    if (body[i].is(")") && --depth == 0) return i;
  }
  return body.size();
}

}  // namespace

// One use of a macro being replaced.
struct MacroExpander::Substitution {
  const Macro& macro;
  const std::vector<std::vector<Token>>& arguments;
  Span use;
  std::vector<Token> result = {};
  std::vector<std::vector<Token>> expanded = {};  // arguments, when first needed
  std::vector<bool> is_expanded = {};
};

// Index of the parameter that `token` names, or kNone.
size_t MacroExpander::parameter_index(const Macro& macro, const Token& token) const {
  if (!token.is_identifier()) return kNone;
  budget_.charge(macro.parameters.size());
  for (size_t i = 0; i < macro.parameters.size(); ++i) {
    if (macro.parameters[i] == token.text) return i;
  }
  return kNone;
}

// Keeps text made by # and ## as long as the tokens.
std::string_view MacroExpander::keep_text(std::string text) {
  budget_.keep(sizeof(std::string) + 2 * text.size());
  made_text_.push_back(std::move(text));
  return made_text_.back();
}

bool MacroExpander::is_made_text_too_long(size_t bytes, Span use) {
  if (bytes <= kLongestMadeText) return false;
  reporter_.error(use, say("the macros make a text of more than 1 MiB"),
                  say("does # or ## repeat what it made before?"));
  gave_up_ = true;
  return true;
}

std::vector<Token> MacroExpander::expand(std::span<const Token> tokens) {
  std::vector<Token> result;
  result.reserve(tokens.size());
  expand(tokens, result);
  return result;
}

void MacroExpander::expand(std::span<const Token> tokens, std::vector<Token>& result) {
  if (++depth_ > kDeepestArguments) {
    if (!tokens.empty())
      reporter_.error(tokens.front().span, say("macro calls are nested too deeply"));
    gave_up_ = true;
  }
  Sources sources;
  sources.push_back({{}, tokens, 0, nullptr});
  Token token;
  while (!gave_up_ && next(sources, token)) {
    budget_.charge();
    budget_.work_at(token.span);
    const auto found = token.is_identifier() ? macros_.find(token.text) : macros_.end();
    if (found == macros_.end() || token.never_expand) {
      result.push_back(token);
      continue;
    }
    Macro& macro = found->second;
    if (macro.is_place) {
      result.push_back(make_place(token));
      continue;
    }
    if (macro.uses_open > 0) {
      token.never_expand = true;
      result.push_back(token);
      continue;
    }
    has_read_device_ |= macro.is_of_device;
    Span use = token.span;
    std::vector<std::vector<Token>> arguments;
    if (macro.is_function_like) {
      if (!next_is_open_parenthesis(sources)) {
        result.push_back(token);
        continue;
      }
      if (!read_arguments(sources, token, macro, arguments, use, result)) continue;
    }
    Substitution to{macro, arguments, use};
    substitute(to, macro.body);
    std::vector<Token> body = std::move(to.result);
    std::erase_if(body, is_placemarker);
    if (!body.empty()) body.front().space_before = token.space_before;
    tokens_made_ += body.size();
    if (tokens_made_ > kMostTokensMade) {
      reporter_.error(use, say("the macros make more than a million tokens"),
                      say("is one defined by itself twice?"));
      gave_up_ = true;
    }
    ++macro.uses_open;
    Source& source = sources.emplace_back();
    source.body = std::move(body);
    source.tokens = source.body;
    source.macro = &macro;
  }
  for (const Source& source : sources) {
    if (source.macro != nullptr) --source.macro->uses_open;
  }
  --depth_;
}

// Takes the next token and closes the sources that are used up. False when none is left.
bool MacroExpander::next(Sources& sources, Token& token) {
  while (!sources.empty()) {
    Source& source = sources.back();
    if (source.at < source.tokens.size()) {
      token = source.tokens[source.at++];
      return true;
    }
    if (source.macro != nullptr) --source.macro->uses_open;
    sources.pop_back();
  }
  return false;
}

bool MacroExpander::next_is_open_parenthesis(const Sources& sources) const {
  for (size_t i = sources.size(); i-- > 0;) {
    if (sources[i].at < sources[i].tokens.size()) return sources[i].tokens[sources[i].at].is("(");
  }
  return false;
}

// Reads `( argument, ... )`; `use` grows to the closing parenthesis. After a mistake a substitute
// for the call is appended to `result`.
bool MacroExpander::read_arguments(Sources& sources, const Token& name, const Macro& macro,
                                   std::vector<std::vector<Token>>& arguments, Span& use,
                                   std::vector<Token>& result) {
  Token token;
  next(sources, token);
  std::vector<Token> read{name, token};
  arguments.emplace_back();
  const size_t wanted = macro.parameters.size();
  for (int depth = 1; depth > 0;) {
    if (!next(sources, token)) {
      reporter_.error(
          name.span, say("the call of macro '{macro}' has no closing ')'", "macro"_a = macro.name));
      result.insert(result.end(), read.begin(), read.end());
      return false;
    }
    budget_.charge();
    read.push_back(token);
    if (token.is("(")) ++depth;
    if (token.is(")") && --depth == 0) break;
    const bool is_rest = macro.is_variadic && arguments.size() >= wanted;
    if (token.is(",") && depth == 1 && !is_rest)
      arguments.emplace_back();
    else
      arguments.back().push_back(token);
  }
  use = base::join(name.span, token.span);
  if (wanted == 0 && arguments.size() == 1 && arguments[0].empty()) arguments.clear();
  if (macro.is_variadic && arguments.size() + 1 == wanted) arguments.emplace_back();
  if (arguments.size() == wanted) return true;
  reporter_.error(use, say_count("macro '{macro}' takes {count} argument, not {given}",
                                 "macro '{macro}' takes {count} arguments, not {given}", wanted,
                                 "macro"_a = macro.name, "given"_a = arguments.size()));
  result.push_back(make_value(use));  // so that the surrounding statement still has a value
  return false;
}

// Appends the body with its parameters replaced by the arguments (C++20, [cpp.subst]).
void MacroExpander::substitute(Substitution& to, const std::vector<Token>& body) {
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i].is("##") && !to.result.empty() && i + 1 < body.size()) {
      const bool is_rest = to.macro.is_variadic && to.result.back().is(",") &&
                           parameter_index(to.macro, body[i + 1]) == to.arguments.size() - 1;
      ++i;
      if (is_rest) {  // `, ## __VA_ARGS__`: GNU's way to drop the comma before an empty rest
        if (to.arguments.back().empty()) to.result.pop_back();
        const std::vector<Token> rest = operand(to, body, i, false);
        to.result.insert(to.result.end(), rest.begin(), rest.end());
      } else {
        paste(to, operand(to, body, i, true));
      }
      continue;
    }
    const bool space_before = body[i].space_before;
    const size_t next = body[i].is("__VA_OPT__") && i + 1 < body.size() && body[i + 1].is("(")
                            ? closing(body, i + 1) + 1
                            : i + 1;
    const bool is_pasted = next < body.size() && body[next].is("##");
    std::vector<Token> text = operand(to, body, i, is_pasted);
    text.front().space_before = space_before;
    budget_.charge(text.size());
    to.result.insert(to.result.end(), text.begin(), text.end());
    if (tokens_made_ + to.result.size() > kMostTokensMade) return;
  }
}

// The tokens that replace body[at], at least a placemarker; `at` moves to the last token read.
// is_raw: beside a ##, where arguments are not expanded.
std::vector<Token> MacroExpander::operand(Substitution& to, const std::vector<Token>& body,
                                          size_t& at, bool is_raw) {
  Token token = body[at];
  token.span = to.use;
  token.from_macro = true;
  const auto or_placemarker = [](std::vector<Token> tokens) {
    if (tokens.empty()) tokens.push_back(make_placemarker());
    return tokens;
  };
  if (to.macro.is_function_like && token.is("#") && at + 1 < body.size()) {
    const size_t index = parameter_index(to.macro, body[at + 1]);
    if (index != kNone) {
      ++at;
      return {stringize(to.arguments[index], to.use)};
    }
  }
  if (to.macro.is_variadic && token.is("__VA_OPT__") && at + 1 < body.size() &&
      body[at + 1].is("(")) {
    const size_t close = closing(body, at + 1);
    budget_.charge(close - at);
    const std::vector<Token> inside(body.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                                    body.begin() + static_cast<std::ptrdiff_t>(close));
    at = std::min(close, body.size() - 1);
    const base::Budget::Level level(budget_, kLevelsAnOption);
    budget_.keep(inside.size() * sizeof(Token));
    if (expand(to.arguments.back()).empty()) return or_placemarker({});
    Substitution part{to.macro, to.arguments, to.use};
    substitute(part, inside);
    return or_placemarker(std::move(part.result));
  }
  const size_t index = parameter_index(to.macro, token);
  if (index == kNone) return {token};
  if (is_raw) return or_placemarker(to.arguments[index]);
  to.expanded.resize(to.arguments.size());
  to.is_expanded.resize(to.arguments.size());
  if (!to.is_expanded[index]) {
    to.expanded[index] = expand(to.arguments[index]);
    to.is_expanded[index] = true;
  }
  return or_placemarker(to.expanded[index]);
}

// `left ## right`: the last token so far and the first of `right` become one.
void MacroExpander::paste(Substitution& to, const std::vector<Token>& right) {
  Token& left = to.result.back();
  if (is_placemarker(left)) {
    left = right.front();
  } else if (!is_placemarker(right.front())) {
    if (is_made_text_too_long(left.text.size() + right.front().text.size(), to.use)) return;
    const std::string_view text =
        keep_text(std::string(left.text) + std::string(right.front().text));
    const std::vector<Token> made = lex(text);
    if (made.size() != 1 || made[0].kind == TokenKind::kComment) {
      reporter_.error(to.use, say("## makes '{text}', which is not one token", "text"_a = text));
      return;
    }
    const bool space_before = left.space_before;
    left = made.front();
    left.span = to.use;
    left.from_macro = true;
    left.space_before = space_before;
  }
  to.result.insert(to.result.end(), right.begin() + 1, right.end());
}

// __FILE__, __LINE__ and __COUNTER__, at the place of their outermost use.
Token MacroExpander::make_place(const Token& name) {
  Token token = name;
  if (name.text == "__FILE__") {
    std::string text = "\"";
    for (const char c : file_.name(file_.part_of(name.span.begin))) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    token.text = keep_text(text + "\"");
    token.kind = TokenKind::kString;
  } else {
    token.text = keep_text(std::to_string(
        name.text == "__LINE__" ? uint64_t{file_.line_of(name.span.begin)} : counter_++));
    token.kind = TokenKind::kNumber;
  }
  token.from_macro = true;
  return token;
}

Token MacroExpander::stringize(const std::vector<Token>& argument, Span use) {
  std::string text = "\"";
  for (size_t i = 0; i < argument.size(); ++i) {
    if (is_made_text_too_long(text.size() + argument[i].text.size(), use)) break;
    if (i > 0 && argument[i].space_before) text += ' ';
    const bool is_quoted =
        argument[i].kind == TokenKind::kString || argument[i].kind == TokenKind::kCharacter;
    for (const char c : argument[i].text) {
      if (is_quoted && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  Token token;
  token.kind = TokenKind::kString;
  token.from_macro = true;
  token.span = use;
  token.text = keep_text(text + "\"");
  return token;
}

}  // namespace warplens::lang
