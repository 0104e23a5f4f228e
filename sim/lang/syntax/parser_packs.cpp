// Parameter packs: their expansion in lists, sizeof...(Pack), and fold expressions.
//
// An element of a pack has a name of its own (element_name). To expand a pattern its tokens are
// read once for each element; meanwhile the pack's name means the element's.
#include <algorithm>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/lang/syntax/parser.hpp"
#include "sim/lang/text/operators.hpp"

namespace warplens::lang {
namespace {

// Whether a `<` behind this token may open template arguments.
bool may_have_arguments(const Token& token) {
  return token.is_identifier() && !token.is("operator");
}

bool may_be_in_arguments(const Token& token) {
  return token.is_identifier() || token.kind == TokenKind::kNumber || token.is(",") ||
         token.is("::") || token.is("*") || token.is("&") || token.is("&&") || token.is("...") ||
         token.is("<") || token.is(">") || token.is(">>") || token.is("+") || token.is("-");
}

// Whether arguments in < > end before this token of an expression.
bool may_follow_arguments(const Token& token) {
  return token.is("(") || token.is("{") || token.is("::") || token.is(",") || token.is(")") ||
         token.is("}") || token.is("...") || token.is(">") || token.is(";");
}

bool is_fold_operator(const Token& token) {
  return token.is(",") || token.is("=") || binary_row(token) != nullptr ||
         compound_operator(token).has_value();
}

}  // namespace

// A word as the parser reads it: of a pack that is being expanded the element's name.
std::string Parser::text_of(const Token& word) const {
  std::string text(word.text);
  if (!element_ || names_.find_pack(text) == nullptr) return text;
  return element_name(text, *element_);
}

// Whether a token is the `...` of a pack expansion; that of sizeof... is none.
bool Parser::is_expansion(size_t at) const {
  return at < stop_ && tokens_[at].is("...") && !(at > 0 && tokens_[at - 1].is("sizeof"));
}

// The number of tokens from a `<` to behind its `>`, where it opens template arguments; else 0.
// `is_types`: among types, where it always does. A `>>` may close a list around them, too.
size_t Parser::behind_angles(size_t ahead, bool is_types, bool* closes_two) const {
  if (!peek(ahead).is("<")) return 0;
  if (!is_types && (at_ + ahead == 0 || !may_have_arguments(tokens_[at_ + ahead - 1]))) return 0;
  int depth = 0;
  for (size_t i = ahead;; ++i) {
    const Token& token = peek(i);
    if (token.at_end() || token.is(";")) return 0;
    if (token.is("(") || token.is("[") || token.is("{")) {
      i = tokens_.behind_bracket(at_ + i, stop_) - at_ - 1;
      continue;
    }
    if (token.is(")") || token.is("]") || token.is("}")) return 0;
    if (token.is("<")) ++depth;
    if (token.is(">")) --depth;
    if (token.is(">>")) depth -= 2;
    if (closes_two != nullptr) *closes_two = depth < 0;
    if (depth <= 0) return is_types || may_follow_arguments(peek(i + 1)) ? i + 1 - ahead : 0;
    if (!is_types && !may_be_in_arguments(token)) return 0;
  }
}

// The number of tokens before the `...` of a pack expansion, where an element of a list is one;
// else 0.
size_t Parser::expansion_length(bool is_types) const {
  if (!names_.has_packs()) return 0;
  for (size_t i = 0;; ++i) {
    const Token& token = peek(i);
    if (is_expansion(at_ + i)) return i;
    if (token.at_end() || token.is(",") || token.is(";") || token.is(")") || token.is("]") ||
        token.is("}") || (is_types && (token.is(">") || token.is(">>"))))
      return 0;
    if (token.is("(") || token.is("[") || token.is("{")) {
      i = tokens_.behind_bracket(at_ + i, stop_) - at_ - 1;
    } else {
      bool closes_two = false;
      const size_t angles = behind_angles(i, is_types, &closes_two);
      if (is_types && angles != 0 && closes_two) return 0;
      if (angles != 0) i += angles - 1;
    }
  }
}

// Whether the pack at a token belongs to an expansion inside the pattern that ends at `end`.
bool Parser::is_expanded_inside(size_t at, size_t end) const {
  int depth = 0, outermost = 0;
  bool is_behind_comma = false;  // at the outermost depth so far
  for (size_t i = at + 1; i < end; ++i) {
    const Token& token = tokens_[i];
    if (token.is("(") || token.is("[") || token.is("{")) ++depth;
    if (token.is(")") || token.is("]") || token.is("}")) --depth;
    if (depth < outermost) {
      outermost = depth;
      is_behind_comma = false;
    }
    if (depth == outermost && token.is(",")) is_behind_comma = true;
    if (depth == outermost && is_expansion(i) && !is_behind_comma) return true;
  }
  return false;
}

// The number of elements of the packs that a pattern names; nothing if it names none.
std::optional<size_t> Parser::expansion_count(size_t begin, size_t end) const {
  for (size_t i = begin; i < end; ++i) {
    const Token& token = tokens_[i];
    const bool is_plain =
        token.is_identifier() && (i == 0 || (!tokens_[i - 1].is(".") && !tokens_[i - 1].is("->")));
    const bool is_counted = i >= 2 && tokens_[i - 1].is("(") && tokens_[i - 2].is("...");
    if (!is_plain || is_counted) continue;
    const Entity* pack = names_.find_pack(token.text);
    if (pack != nullptr && !is_expanded_inside(i, end)) return pack->count;
  }
  return std::nullopt;
}

// Reads the pattern of `length` tokens before a `...` for each element, then moves behind it.
bool Parser::expands(size_t length, const std::function<bool()>& read) {
  const size_t begin = at_, end = at_ + length;
  const std::optional<size_t> count = expansion_count(begin, end);
  if (!count) {
    error(tokens_[end].span, say("there is no parameter pack before '...'"));
    return false;
  }
  const std::optional<size_t> outer = element_;
  bool is_fine = true;
  for (size_t i = 0; is_fine && i < *count; ++i) {
    element_ = i;
    at_ = begin;
    is_fine = read();
    if (is_fine && at_ != end) {
      error_here(say("expected '...', found {found}", "found"_a = describe_here()));
      is_fine = false;
    }
  }
  element_ = outer;
  if (is_fine) at_ = end + 1;
  return is_fine;
}

// sizeof := "sizeof" "..." "(" pack ")"
ExprPtr Parser::parse_pack_size(size_t begin) {
  ++at_;
  if (!expect("(", sentence("after 'sizeof...'"))) return nullptr;
  const Entity* pack = names_.find_pack(peek().text);
  if (pack == nullptr) {
    error_here(say("'{name}' is no parameter pack", "name"_a = peek().text));
    return nullptr;
  }
  ++at_;
  if (!expect(")", sentence("after the pack"))) return nullptr;
  auto literal = std::make_unique<Literal>();
  literal->type = checker_.types().scalar(base::Scalar::kULong);
  literal->bits = pack->count;
  return finish(std::move(literal), begin);
}

// ------------------------------------------------------------------------------------- folds

// The token of the `...` if the parenthesis here contains a fold expression; else 0.
size_t Parser::fold_ellipsis() const {
  if (!names_.has_packs()) return 0;
  const size_t end = tokens_.behind_bracket(at_, stop_) - 1;
  for (size_t i = at_ + 1; i < end; ++i) {
    const Token& token = tokens_[i];
    if (token.is("(") || token.is("[") || token.is("{")) {
      i = tokens_.behind_bracket(i, stop_) - 1;
    } else if (const size_t angles = behind_angles(i - at_, false); angles != 0) {
      i += angles - 1;
    } else if (is_expansion(i)) {
      const bool is_left = i == at_ + 1, is_right = i + 1 == end;
      return (is_left || is_fold_operator(tokens_[i - 1])) &&
                     (is_right || is_fold_operator(tokens_[i + 1]))
                 ? i
                 : 0;
    }
  }
  return 0;
}

// `left op right`
ExprPtr Parser::fold_step(const Token& op, ExprPtr left, ExprPtr right, size_t begin) {
  if (!count_operator()) return nullptr;
  if (op.is("&&") || op.is("||")) {
    auto logical = std::make_unique<Logical>();
    logical->is_and = op.is("&&");
    logical->left = std::move(left);
    logical->right = std::move(right);
    return finish(std::move(logical), begin);
  }
  const std::optional<BinaryOp> compound = compound_operator(op);
  if (compound || op.is("=")) {
    auto assign = std::make_unique<Assign>();
    assign->is_compound = compound.has_value();
    if (compound) assign->op = *compound;
    assign->target = std::move(left);
    assign->value = std::move(right);
    return finish(std::move(assign), begin);
  }
  auto binary = std::make_unique<Binary>();
  binary->op = op.is(",") ? BinaryOp::kComma : binary_row(op)->op;
  binary->left = std::move(left);
  binary->right = std::move(right);
  return finish(std::move(binary), begin);
}

// fold := "(" "..." op pattern ")" | "(" pattern op "..." ")"
//       | "(" init op "..." op pattern ")" | "(" pattern op "..." op init ")"
ExprPtr Parser::parse_fold(size_t ellipsis) {
  const size_t begin = at_;
  const size_t end = tokens_.behind_bracket(at_, stop_) - 1;
  const bool has_left = ellipsis != begin + 1, has_right = ellipsis + 1 != end;
  const Token op = tokens_[has_left ? ellipsis - 1 : ellipsis + 1];
  const TokenRange left{begin + 1, has_left ? ellipsis - 1 : begin + 1};
  const TokenRange right{has_right ? ellipsis + 2 : end, end};
  const auto left_count = expansion_count(left.begin, left.end);
  const auto count = left_count ? left_count : expansion_count(right.begin, right.end);
  if (!count) {
    error(tokens_[ellipsis].span, say("there is no parameter pack beside '...'"));
    return nullptr;
  }
  const bool outer = std::exchange(in_template_arguments_, false);
  const auto read = [&](const TokenRange& text, std::optional<size_t> element) {
    const std::optional<size_t> kept = std::exchange(element_, element ? element : element_);
    at_ = text.begin;
    ExprPtr value = parse_unary();
    element_ = kept;
    if (!value || at_ == text.end) return value;
    error_here(say("an operand of a fold is one value: write parentheses around it"));
    return ExprPtr();
  };
  const bool is_right_fold = left_count.has_value();
  const TokenRange pattern = is_right_fold ? left : right;
  const TokenRange init = is_right_fold ? right : left;
  std::vector<ExprPtr> values;
  for (size_t i = 0; i < *count; ++i) values.push_back(read(pattern, i));
  if (!init.empty()) {
    ExprPtr first = read(init, std::nullopt);
    values.insert(is_right_fold ? values.end() : values.begin(), std::move(first));
  }
  in_template_arguments_ = outer;
  at_ = end + 1;
  if (std::find(values.begin(), values.end(), nullptr) != values.end()) return nullptr;
  if (values.empty()) {
    const bool is_nothing = op.is(",");
    if (!is_nothing && !op.is("&&") && !op.is("||")) {
      error(tokens_[ellipsis].span, say("this fold of an empty pack has no value"),
            say("write a first value: (0 + ... + pack)"));
      return nullptr;
    }
    auto literal = std::make_unique<Literal>();
    literal->type = checker_.types().scalar(is_nothing ? base::Scalar::kInt : base::Scalar::kBool);
    literal->bits = op.is("&&") ? 1 : 0;
    if (!is_nothing) return finish(std::move(literal), begin);
    auto nothing = std::make_unique<Cast>();
    nothing->type = checker_.types().void_type();
    nothing->operand = finish(std::move(literal), begin);
    return finish(std::move(nothing), begin);
  }
  if (is_right_fold) std::reverse(values.begin(), values.end());
  ExprPtr folded = std::move(values.front());
  for (size_t i = 1; folded && i < values.size(); ++i) {
    folded = is_right_fold ? fold_step(op, std::move(values[i]), std::move(folded), begin)
                           : fold_step(op, std::move(folded), std::move(values[i]), begin);
  }
  return folded;
}

}  // namespace warplens::lang
