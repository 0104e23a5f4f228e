#include "sim/edit/layout_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/edit/text.hpp"

namespace warplens::edit {

namespace {

using lang::Token;
using lang::TokenKind;

// On one line, without comments.
std::string joined(const std::vector<Token>& tokens) {
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].span.begin != tokens[i - 1].span.end) text += ' ';
    text += tokens[i].text;
  }
  return text;
}

// Whether all operators outside of brackets are among these.
bool has_only(const std::vector<Token>& tokens, std::initializer_list<std::string_view> operators) {
  size_t depth = 0;
  for (const Token& token : tokens) {
    if (closes(token)) --depth;
    const bool is_operator =
        token.kind == TokenKind::kPunctuator && !opens(token) && !closes(token);
    if (depth == 0 && is_operator && !lang::is_one_of(token, operators)) return false;
    if (opens(token)) ++depth;
  }
  return true;
}

// One operand of any operator, and the left side of a sum.
bool is_operand(const std::vector<Token>& tokens) {
  return has_only(tokens, {".", "->", "::"});
}
bool is_summand(const std::vector<Token>& tokens) {
  return has_only(tokens, {".", "->", "::", "+", "-", "*", "/", "%"});
}
std::string operand(const std::vector<Token>& tokens) {
  return is_operand(tokens) ? joined(tokens) : "(" + joined(tokens) + ")";
}

std::optional<uint64_t> number_of(const Token& token) {
  const bool is_octal = token.text.size() > 1 && token.text.front() == '0';
  if (token.kind != TokenKind::kNumber || is_octal) return std::nullopt;
  const char* const begin = token.text.data();
  const char* const end = begin + token.text.size();
  uint64_t number = 0;
  const std::from_chars_result read = std::from_chars(begin, end, number);
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

// "32 + 1", "TILE + 3" of "TILE + 2".
std::string with_more(const std::vector<Token>& tokens, uint64_t more) {
  const size_t size = tokens.size();
  const std::optional<uint64_t> last = number_of(tokens.back());
  if (last && size > 2 && tokens[size - 2].is("+") && has_only(tokens, {"::", "+", "-", "*", "/"}))
    return joined({tokens.begin(), tokens.end() - 1}) + fmt::format(" {}", *last + more);
  const std::string text = is_summand(tokens) ? joined(tokens) : "(" + joined(tokens) + ")";
  return text + fmt::format(" + {}", more);
}

// " * 4"; "" for 1.
std::string times(uint64_t factor) {
  return factor == 1 ? "" : fmt::format(" * {}", factor);
}

class LayoutWriter {
 public:
  LayoutWriter(const base::SourceFile& file, const ArrayUses& uses, const LayoutChange& change)
      : text_(file), uses_(uses), change_(change) {}

  // Why it can't be written.
  std::optional<base::Diagnostic> problem() const {
    using Kind = LayoutChange::Kind;
    const std::string& array = uses_.variable->name;
    if (change_.kind != Kind::kSwizzle && uses_.extents.empty())
      return base::at(uses_.variable->span,
                      say("the extents of '{array}' are not written where the file declares it",
                          "array"_a = array));
    if (change_.kind == Kind::kPad && change_.row == 0) return std::nullopt;
    for (const ElementPlace& place : uses_.places) {
      if (place.inside.empty())
        return base::at(place.span, say("this subscript of '{array}' is not written in the file "
                                        "itself: a macro or another file has it",
                                        "array"_a = array));
      if (!may_be_copied(place))
        return base::at(place.span,
                        say("a subscript of '{array}' here would be evaluated twice or in another "
                            "order, and it calls, changes or reads something",
                            "array"_a = array));
    }
    return std::nullopt;
  }

  std::vector<Replacement> write() {
    if (change_.kind == LayoutChange::Kind::kPad) widen();
    if (change_.kind == LayoutChange::Kind::kTurn) exchange(uses_.extents);
    if (change_.kind != LayoutChange::Kind::kPad || change_.row != 0) {
      for (const ElementPlace& place : uses_.places) subscript(place);
    }
    return std::move(written_);
  }

 private:
  // What the edit writes twice or elsewhere: the row, of an array of one dimension the index.
  bool may_be_copied(const ElementPlace& place) const {
    const std::vector<bool>& repeats = place.may_repeat;
    if (change_.row != 0) return repeats.back();
    const bool is_row_fine = repeats[repeats.size() - 2];
    return is_row_fine && (repeats.back() || change_.kind == LayoutChange::Kind::kSwizzle);
  }

  void replace(Span place, std::string by) {
    for (const char c : text_.slice(place)) {
      if (c == '\n' || c == '\r') by += c;
    }
    written_.push_back({place, std::move(by)});
  }

  void put_behind(Span place, bool is_in_brackets, const std::string& text) {
    if (is_in_brackets) written_.push_back({{place.begin, place.begin}, "("});
    written_.push_back({{place.end, place.end}, (is_in_brackets ? ")" : "") + text});
  }

  void widen() {
    const Span last = uses_.extents.back();
    const std::vector<Token> tokens = text_.tokens(last);
    if (change_.row == 0) return replace(last, with_more(tokens, change_.pad));
    const std::optional<uint64_t> count = tokens.size() == 1 ? number_of(tokens[0]) : std::nullopt;
    if (count) return replace(last, with_more(tokens, *count / change_.row * change_.pad));
    put_behind(last, !is_summand(tokens), padding(tokens));
  }

  // " + i / 32 * 2": what an array of one dimension has more, up to an index or in all.
  std::string padding(const std::vector<Token>& tokens) const {
    return fmt::format(" + {} / {}", operand(tokens), change_.row) + times(change_.pad);
  }

  void exchange(const std::vector<Span>& inside) {
    const Span row = inside[inside.size() - 2], column = inside.back();
    replace(row, joined(text_.tokens(column)));
    replace(column, joined(text_.tokens(row)));
  }

  void subscript(const ElementPlace& place) {
    if (change_.kind == LayoutChange::Kind::kTurn) return exchange(place.inside);
    const Span last = place.inside.back();
    const std::vector<Token> tokens = text_.tokens(last);
    if (is_unmoved(place)) return;
    if (change_.kind == LayoutChange::Kind::kPad)
      return put_behind(last, !is_summand(tokens), padding(tokens));
    put_behind(last, !is_operand(tokens), " ^ " + swizzling(place));
  }

  // What decides how far an element moves: its row's number, of an array of one dimension its own.
  Span mover(const ElementPlace& place) const {
    return change_.row != 0 ? place.inside.back() : place.inside[place.inside.size() - 2];
  }

  // A number in the text that leaves the element where it is.
  bool is_unmoved(const ElementPlace& place) const {
    const std::vector<Token> tokens = text_.tokens(mover(place));
    const std::optional<uint64_t> number = tokens.size() == 1 ? number_of(tokens[0]) : std::nullopt;
    return number && *number >> change_.shift < std::max<uint64_t>(1, change_.row);
  }

  // "row / 2 % 8 * 4".
  std::string swizzling(const ElementPlace& place) const {
    const bool is_flat = change_.row != 0;
    const uint64_t divisor = (is_flat ? change_.row : 1) << change_.shift;
    std::string text = operand(text_.tokens(mover(place)));
    if (divisor != 1) text += fmt::format(" / {}", divisor);
    if (!change_.takes_all_of_row) text += fmt::format(" % {}", uint64_t{1} << change_.bits);
    return text + times(change_.unit);
  }

  Text text_;
  const ArrayUses& uses_;
  const LayoutChange& change_;
  std::vector<Replacement> written_;
};

}  // namespace

base::Result<std::vector<Replacement>, base::Diagnostic> layout_edit(const base::SourceFile& file,
                                                                     const ArrayUses& uses,
                                                                     const LayoutChange& change) {
  LayoutWriter writer(file, uses, change);
  if (std::optional<base::Diagnostic> problem = writer.problem()) return base::fail(*problem);
  return writer.write();
}

std::string apply(const base::SourceFile& file, std::vector<Replacement> replacements) {
  std::sort(replacements.begin(), replacements.end(),
            [](const auto& a, const auto& b) { return a.place.begin > b.place.begin; });
  std::string text = file.text();
  for (const Replacement& one : replacements)
    text.replace(one.place.begin, one.place.end - one.place.begin, one.text);
  return text;
}

}  // namespace warplens::edit
