#include "sim/lang/macro.hpp"

#include <utility>

#include "sim/lang/lexer.hpp"

namespace warplens::lang {
namespace {

// Enough for any kernel; it stops a macro that doubles itself from filling the memory.
constexpr size_t kMostTokensMade = 1'000'000;
constexpr int kDeepestArguments = 64;

// Index of the parameter that `token` names, or npos.
constexpr size_t kNone = static_cast<size_t>(-1);
size_t parameter_index(const Macro& macro, const Token& token) {
  if (!token.is_identifier()) return kNone;
  for (size_t i = 0; i < macro.parameters.size(); ++i) {
    if (macro.parameters[i] == token.text) return i;
  }
  return kNone;
}

// `0`, at the place of a macro's use.
Token make_value(Span use) {
  Token token;
  token.kind = TokenKind::kNumber;
  token.text = "0";
  token.span = use;
  token.from_macro = true;
  return token;
}

}  // namespace

std::vector<Token> MacroExpander::expand(const std::vector<Token>& tokens) {
  std::vector<Token> result;
  if (++depth_ > kDeepestArguments) {
    if (!tokens.empty()) reporter_.error(tokens.front().span, "macro calls are nested too deeply");
    gave_up_ = true;
  }
  Sources sources;
  sources.push_back({tokens, 0, nullptr});
  Token token;
  while (!gave_up_ && next(sources, token)) {
    const auto found = token.is_identifier() ? macros_.find(token.text) : macros_.end();
    if (found == macros_.end() || token.never_expand) {
      result.push_back(token);
      continue;
    }
    Macro& macro = found->second;
    if (macro.uses_open > 0) {
      token.never_expand = true;
      result.push_back(token);
      continue;
    }
    Span use = token.span;
    std::vector<std::vector<Token>> arguments;
    if (macro.is_function_like) {
      if (!next_is_open_parenthesis(sources)) {
        result.push_back(token);
        continue;
      }
      if (!read_arguments(sources, token, macro, arguments, use, result)) continue;
    }
    std::vector<Token> body = substitute(macro, arguments, use);
    if (!body.empty()) body.front().space_before = token.space_before;
    tokens_made_ += body.size();
    if (tokens_made_ > kMostTokensMade) {
      reporter_.error(use, "the macros make more than a million tokens",
                      "is one defined by itself twice?");
      gave_up_ = true;
    }
    ++macro.uses_open;
    sources.push_back({std::move(body), 0, &macro});
  }
  for (const Source& source : sources) {
    if (source.macro != nullptr) --source.macro->uses_open;
  }
  --depth_;
  return result;
}

// Takes the next token, leaving the sources that are read to their end. False at the end of all.
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

// Reads `( argument, ... )`; `use` grows to the closing parenthesis. After a mistake the result
// gets what stands for the call.
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
      reporter_.error(name.span, "the call of macro '" + macro.name + "' has no closing ')'");
      result.insert(result.end(), read.begin(), read.end());
      return false;
    }
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
  reporter_.error(use, "macro '" + macro.name + "' takes " + std::to_string(wanted) +
                           (wanted == 1 ? " argument" : " arguments") +
                           (arguments.size() == 1 ? ", here is " : ", here are ") +
                           std::to_string(arguments.size()));
  result.push_back(make_value(use));  // so that the statement around it still has one
  return false;
}

// The body with arguments in the parameters' places.
std::vector<Token> MacroExpander::substitute(const Macro& macro,
                                             const std::vector<std::vector<Token>>& arguments,
                                             Span use) {
  std::vector<Token> result;
  std::vector<std::vector<Token>> expanded(arguments.size());
  std::vector<bool> is_expanded(arguments.size(), false);
  const std::vector<Token>& body = macro.body;
  for (size_t i = 0; i < body.size(); ++i) {
    Token token = body[i];
    token.span = use;
    token.from_macro = true;
    if (macro.is_function_like && token.is("#") && i + 1 < body.size()) {
      const size_t index = parameter_index(macro, body[i + 1]);
      if (index != kNone) {
        result.push_back(stringize(arguments[index], use));
        ++i;
        continue;
      }
    }
    if (token.is("##") && i > 0 && i + 1 < body.size()) {
      Token right = body[++i];
      right.span = use;
      right.from_macro = true;
      const size_t index = parameter_index(macro, right);
      append_pasted(result, index == kNone ? std::vector<Token>{right} : arguments[index], use);
      continue;
    }
    const size_t index = parameter_index(macro, token);
    if (index == kNone) {
      result.push_back(token);
      continue;
    }
    const bool is_pasted = i + 1 < body.size() && body[i + 1].is("##");
    if (!is_pasted && !is_expanded[index]) {
      expanded[index] = expand(arguments[index]);
      is_expanded[index] = true;
    }
    const std::vector<Token>& text = is_pasted ? arguments[index] : expanded[index];
    const size_t first = result.size();
    result.insert(result.end(), text.begin(), text.end());
    if (result.size() > first) result[first].space_before = token.space_before;
    if (tokens_made_ + result.size() > kMostTokensMade) break;
  }
  return result;
}

// `left ## right`: the last token so far and the first of `right` become one.
void MacroExpander::append_pasted(std::vector<Token>& result, const std::vector<Token>& right,
                                  Span use) {
  if (right.empty()) return;
  if (result.empty()) {
    result.insert(result.end(), right.begin(), right.end());
    return;
  }
  made_text_.push_back(std::string(result.back().text) + std::string(right.front().text));
  const std::vector<Token> made = lex(made_text_.back());
  if (made.size() != 1) {
    reporter_.error(use, "## makes '" + made_text_.back() + "', which is not one token");
    return;
  }
  Token token = made.front();
  token.span = use;
  token.from_macro = true;
  token.space_before = result.back().space_before;
  result.back() = token;
  result.insert(result.end(), right.begin() + 1, right.end());
}

Token MacroExpander::stringize(const std::vector<Token>& argument, Span use) {
  std::string text = "\"";
  for (size_t i = 0; i < argument.size(); ++i) {
    if (i > 0 && argument[i].space_before) text += ' ';
    const bool is_quoted =
        argument[i].kind == TokenKind::kString || argument[i].kind == TokenKind::kCharacter;
    for (const char c : argument[i].text) {
      if (is_quoted && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  made_text_.push_back(text + "\"");
  Token token;
  token.kind = TokenKind::kString;
  token.from_macro = true;
  token.span = use;
  token.text = made_text_.back();
  return token;
}

}  // namespace warplens::lang
