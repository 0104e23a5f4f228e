#include "sim/edit/definitions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "sim/lang/text/lexer.hpp"
#include "sim/lang/text/number.hpp"

namespace warplens::edit {

namespace {

using lang::Token;
using lang::TokenKind;

constexpr int kDeepest = 16;  // names in the values of names, and brackets in brackets

bool is_const(const Token& token) {
  return lang::is_one_of(token, {"const", "constexpr"});
}

// An expression's number, from its tokens; operators bind as in C.
class Evaluator {
 public:
  Evaluator(const Definitions& names, const std::vector<Token>& tokens, int depth)
      : names_(names), tokens_(tokens), depth_(depth) {}

  std::optional<uint64_t> whole() {
    const std::optional<uint64_t> number = binary(0);
    return at_ == tokens_.size() ? number : std::nullopt;
  }

 private:
  static int rank(const Token& token) {
    if (lang::is_one_of(token, {"<<", ">>"})) return 1;
    if (lang::is_one_of(token, {"+", "-"})) return 2;
    if (lang::is_one_of(token, {"*", "/", "%"})) return 3;
    return 0;
  }

  static std::optional<uint64_t> apply(const Token& op, uint64_t a, uint64_t b) {
    if (op.is("*")) return a * b;
    if (op.is("+")) return a + b;
    if (op.is("-")) return b <= a ? std::optional(a - b) : std::nullopt;
    if (op.is("<<") || op.is(">>")) {
      if (b > 63) return std::nullopt;
      return op.is("<<") ? a << b : a >> b;
    }
    if (b == 0) return std::nullopt;
    return op.is("/") ? a / b : a % b;
  }

  std::optional<uint64_t> binary(int least) {
    std::optional<uint64_t> left = operand();
    while (left && at_ < tokens_.size()) {
      const Token& op = tokens_[at_];
      const int of_op = rank(op);
      if (of_op == 0 || of_op <= least) break;
      ++at_;
      const std::optional<uint64_t> right = binary(of_op);
      left = right ? apply(op, *left, *right) : std::nullopt;
    }
    return left;
  }

  std::optional<uint64_t> operand() {
    if (at_ >= tokens_.size() || ++depth_ > kDeepest) return std::nullopt;
    const Token& token = tokens_[at_++];
    std::optional<uint64_t> number;
    if (token.kind == TokenKind::kNumber) {
      const base::Result<lang::Number, std::string> read = lang::parse_number(token.text);
      if (read && token.text.find('.') == token.text.npos) number = read->bits;
    } else if (token.is("(")) {
      number = binary(0);
      if (at_ >= tokens_.size() || !tokens_[at_++].is(")")) number.reset();
    } else if (token.is_identifier()) {
      number = names_.value({token}, depth_);
    }
    --depth_;
    return number;
  }

  const Definitions& names_;
  const std::vector<Token>& tokens_;
  size_t at_ = 0;
  int depth_;
};

}  // namespace

Definitions::Definitions(const base::SourceFile& file) : text_(file) {
  for (uint32_t part = 0; part < file.part_count(); ++part) {
    const uint32_t begin = file.begin_of(part);
    if (!file.is_own(begin)) continue;
    std::vector<Token> tokens = lang::lex(file.text(part)), code, line;
    const auto end_line = [&] {
      const bool is_directive = line.size() > 1 && line[0].is("#");
      if (is_directive && part == 0) add_directive(line);
      if (!is_directive) code.insert(code.end(), line.begin(), line.end());
      line.clear();
    };
    for (Token& token : tokens) {
      token.span.begin += begin;
      token.span.end += begin;
      if (token.is_identifier()) places_[std::string(token.text)].push_back(token.span);
      if (token.kind == TokenKind::kNewline)
        end_line();
      else if (token.kind != TokenKind::kComment)
        line.push_back(token);
    }
    end_line();
    if (part == 0) find_constants(code);
  }
}

// A macro that is undefined, too, has a second entry and with that no text.
void Definitions::add_directive(const std::vector<Token>& line) {
  const bool is_undef = line[1].is("undef");
  if (line.size() < 3 || (!line[1].is("define") && !is_undef)) return;
  MacroText macro;
  macro.name = line[2].span;
  size_t first = 3;
  if (line.size() > 3 && line[3].is("(") && line[3].span.begin == macro.name.end) {
    macro.takes_arguments = true;
    const size_t close = closing(line, 3);
    for (size_t i = 4; i < std::min(close, line.size()); ++i) {
      if (line[i].is_identifier()) macro.parameters.push_back(line[i].text);
    }
    first = close + 1;
  }
  const std::string name(line[2].text);
  if (first < line.size())
    macro.body.assign(line.begin() + static_cast<ptrdiff_t>(first), line.end());
  if (!macro.takes_arguments && !is_undef && !macro.body.empty())
    constants_.emplace(name, ConstantText{macro.name, macro.span(), {0, UINT32_MAX}, true});
  macros_.emplace(name, std::move(macro));
}

// `const int A = 1, B = 2;`: each name that a `const` of its statement precedes; and the names
// of an `enum { A = 1, B = 2 };`.
void Definitions::find_constants(const std::vector<Token>& tokens) {
  std::vector<std::multimap<std::string, ConstantText, std::less<>>::iterator> open;
  std::vector<size_t> blocks;  // how many of `open` there were at each brace
  bool is_constant = false, is_enum = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    is_enum = is_enum || token.is("enum");
    if (token.is("{") && !is_enum) blocks.push_back(open.size());
    if (token.is("}") && !is_enum && !blocks.empty()) {
      for (; open.size() > blocks.back(); open.pop_back())
        open.back()->second.scope.end = token.span.begin;
      blocks.pop_back();
    }
    if (lang::is_one_of(token, {";", "{", "}"})) is_constant = false;
    if (lang::is_one_of(token, {";", "}"})) is_enum = false;
    is_constant = is_constant || is_const(token);
    const bool is_named =
        token.is_identifier() && i + 2 < tokens.size() && tokens[i + 1].is("=") && i > 0 &&
        (is_enum ? lang::is_one_of(tokens[i - 1], {"{", ","})
                 : is_constant && (tokens[i - 1].is_identifier() || tokens[i - 1].is(",")));
    if (!is_named) continue;
    size_t end = i + 2, depth = 0;
    for (; end < tokens.size(); ++end) {
      if (depth == 0 && lang::is_one_of(tokens[end], {";", ","})) break;
      if (opens(tokens[end])) ++depth;
      if (closes(tokens[end]) && depth-- == 0) break;
    }
    if (end == i + 2) continue;
    const Span value{tokens[i + 2].span.begin, tokens[end - 1].span.end};
    open.push_back(
        constants_.emplace(std::string(token.text),
                           ConstantText{token.span, value, {token.span.begin, UINT32_MAX}, false}));
  }
}

const MacroText* Definitions::macro(std::string_view name) const {
  const auto [begin, end] = macros_.equal_range(name);
  return begin != end && std::next(begin) == end ? &begin->second : nullptr;
}

const ConstantText* Definitions::constant(std::string_view name, uint32_t place) const {
  const auto [begin, end] = constants_.equal_range(name);
  const ConstantText* found = nullptr;
  for (auto at = begin; at != end; ++at) {
    const ConstantText& one = at->second;
    if (place < one.scope.begin || place >= one.scope.end) continue;
    if (found != nullptr) return nullptr;
    found = &one;
  }
  const bool is_other = found != nullptr && !found->is_macro && macros_.contains(name);
  return is_other || (found != nullptr && found->is_macro && macro(name) == nullptr) ? nullptr
                                                                                     : found;
}

const std::vector<Span>& Definitions::places(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nowhere_ : found->second;
}

std::optional<uint64_t> Definitions::value(const std::vector<Token>& tokens, int depth) const {
  if (depth > kDeepest || tokens.empty()) return std::nullopt;
  if (tokens.size() > 1 || !tokens[0].is_identifier())
    return Evaluator(*this, tokens, depth).whole();
  const ConstantText* named = constant(tokens[0].text, tokens[0].span.begin);
  if (named == nullptr) return std::nullopt;
  return value(text_.tokens(named->value), depth + 1);
}

}  // namespace warplens::edit
