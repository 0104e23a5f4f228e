#include "sim/edit/pitch_edits.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "sim/base/say.hpp"
#include "sim/edit/definitions.hpp"
#include "sim/edit/text.hpp"

namespace warplens::edit {

namespace {

using lang::Token;
using Tokens = std::vector<Token>;

// What is multiplied: a number, a name, or what is in brackets.
struct Factor {
  Tokens tokens;
  uint64_t value = 0;

  bool is_in_brackets() const { return tokens.size() > 1; }
  bool is_name() const { return tokens.size() == 1 && tokens[0].is_identifier(); }
  Span span() const { return {tokens.front().span.begin, tokens.back().span.end}; }
};

bool is_part_of_name(const Token& token) {
  return lang::is_one_of(token, {".", "->", "::"});
}

class PitchWriter {
 public:
  PitchWriter(const base::SourceFile& file, const ArrayUses& uses)
      : text_(file), names_(file), uses_(uses) {}

  std::vector<uint64_t> lengths() const {
    std::vector<uint64_t> all;
    bool is_first = true;
    for (const ElementPlace& place : uses_.places) {
      if (place.inside.size() != 1) return {};
      const Tokens tokens = text_.tokens(place.inside[0]);
      if (tokens.size() == 1 && number_of(tokens[0])) continue;
      std::vector<uint64_t> here;
      for (const Factor& factor : factors(tokens)) {
        if (factor.value > 1) here.push_back(factor.value);
      }
      if (is_first) all = here;
      is_first = false;
      std::erase_if(all, [&](uint64_t length) {
        return std::find(here.begin(), here.end(), length) == here.end();
      });
    }
    std::set<uint64_t> seen;
    std::erase_if(all, [&](uint64_t length) { return !seen.insert(length).second; });
    return all;
  }

  base::Result<std::vector<Replacement>, base::Diagnostic> write(const LayoutChange& change) {
    change_ = &change;
    std::vector<Factor> changed;
    std::set<uint32_t> seen;
    for (const ElementPlace& place : uses_.places) {
      if (place.obstacle) return base::fail(*place.obstacle);
      if (!seen.insert(place.inside[0].begin).second) continue;
      const Tokens tokens = text_.tokens(place.inside[0]);
      const std::optional<uint64_t> number =
          tokens.size() == 1 ? number_of(tokens[0]) : std::nullopt;
      if (number && *number < change.row) continue;
      bool says_it = false;
      for (Factor& factor : factors(tokens)) {
        if (factor.value != change.row) continue;
        says_it = true;
        changed.push_back(std::move(factor));
      }
      if (!says_it)
        return base::fail(
            base::at(place.span, say("this subscript of '{array}' does not say how long a row is",
                                     "array"_a = uses_.variable->name)));
    }
    if (std::optional<base::Diagnostic> problem = resize(changed)) return base::fail(*problem);
    std::set<uint32_t> defined;
    for (const Factor& factor : changed) {
      const ConstantText* constant = own_constant(factor, changed);
      if (constant == nullptr)
        written_.push_back({factor.span(), longer(factor)});
      else if (defined.insert(constant->name.begin).second)
        define(*constant);
    }
    return std::move(written_);
  }

 private:
  // Those of the products in an expression whose values are known. "a / 32 * 32" has one: 32 is
  // first a divisor.
  std::vector<Factor> factors(const Tokens& tokens) const {
    std::vector<Factor> all;
    for (size_t i = 1; i + 1 < tokens.size(); ++i) {
      if (!tokens[i].is("*")) continue;
      if (std::optional<Factor> left = factor_before(tokens, i)) all.push_back(std::move(*left));
      if (std::optional<Factor> right = factor_behind(tokens, i)) all.push_back(std::move(*right));
    }
    return all;
  }

  std::optional<Factor> factor_before(const Tokens& tokens, size_t at) const {
    size_t begin = at - 1;
    if (tokens[begin].is(")")) {
      size_t depth = 0;
      for (;; --begin) {
        if (closes(tokens[begin])) ++depth;
        if (opens(tokens[begin]) && --depth == 0) break;
        if (begin == 0) return std::nullopt;
      }
    }
    if (begin > 0) {
      const Token& before = tokens[begin - 1];
      if (lang::is_one_of(before, {"/", "%", "*"}) || is_part_of_name(before)) return std::nullopt;
      if (tokens[begin].is("(") && before.is_identifier()) return std::nullopt;
    }
    return factor_of(tokens, begin, at);
  }

  std::optional<Factor> factor_behind(const Tokens& tokens, size_t at) const {
    const size_t begin = at + 1;
    const size_t end = tokens[begin].is("(") ? closing(tokens, begin) + 1 : begin + 1;
    if (end > tokens.size()) return std::nullopt;
    if (end < tokens.size()) {
      const Token& behind = tokens[end];
      if (lang::is_one_of(behind, {"/", "%", "(", "["}) || is_part_of_name(behind))
        return std::nullopt;
    }
    return factor_of(tokens, begin, end);
  }

  std::optional<Factor> factor_of(const Tokens& tokens, size_t begin, size_t end) const {
    Factor factor;
    factor.tokens.assign(tokens.begin() + static_cast<ptrdiff_t>(begin),
                         tokens.begin() + static_cast<ptrdiff_t>(end));
    const std::optional<uint64_t> value = names_.value(factor.tokens);
    if (!value) return std::nullopt;
    factor.value = *value;
    return factor;
  }

  uint64_t length() const { return change_->row + static_cast<uint64_t>(change_->pad); }

  // "33" of "32"; "(LD + 1)" of "LD"; "(32 + PAD + 1)" of "(32 + PAD)".
  std::string longer(const Factor& factor) const {
    if (factor.tokens.size() == 1 && number_of(factor.tokens[0])) return std::to_string(length());
    if (!factor.is_in_brackets()) return "(" + with_more(factor.tokens, change_->pad) + ")";
    const Tokens inner(factor.tokens.begin() + 1, factor.tokens.end() - 1);
    return "(" + with_more(inner, change_->pad) + ")";
  }

  // The factor's constant, if it says nothing else than these rows' length.
  const ConstantText* own_constant(const Factor& factor, const std::vector<Factor>& changed) const {
    if (!factor.is_name()) return nullptr;
    const std::string_view name = factor.tokens[0].text;
    const ConstantText* constant = names_.constant(name, factor.span().begin);
    if (constant == nullptr) return nullptr;
    size_t in_extents = 0;
    for (const Span use : names_.places(name)) {
      if (use.begin < constant->scope.begin || use.begin >= constant->scope.end) continue;
      const bool is_here = use == constant->name ||
                           std::any_of(changed.begin(), changed.end(),
                                       [&](const Factor& one) { return one.span() == use; });
      if (is_here) continue;
      if (!is_in_extents(use) || ++in_extents > 1) return nullptr;
    }
    return constant;
  }

  bool is_in_extents(Span use) const {
    return std::any_of(uses_.extents.begin(), uses_.extents.end(), [&](Span extent) {
      return use.begin >= extent.begin && use.end <= extent.end;
    });
  }

  void define(const ConstantText& constant) {
    const Tokens tokens = text_.tokens(constant.value);
    const bool is_in_brackets = tokens.front().is("(") && closing(tokens, 0) == tokens.size() - 1;
    std::string value;
    if (tokens.size() == 1 || is_in_brackets)
      value = longer({tokens, change_->row});
    else
      value = with_more(tokens, change_->pad);
    if (constant.is_macro && tokens.size() > 1 && !is_in_brackets) value = "(" + value + ")";
    written_.push_back({constant.value, std::move(value)});
  }

  // The array's size; nothing to do where it is given by a constant that changes.
  std::optional<base::Diagnostic> resize(const std::vector<Factor>& changed) {
    if (change_->keeps_extents) return std::nullopt;
    const base::Diagnostic unknown =
        base::at(uses_.variable->span,
                 say("the extents of '{array}' are not written where the file declares it",
                     "array"_a = uses_.variable->name));
    if (uses_.extents.empty()) return unknown;
    const Tokens tokens = text_.tokens(uses_.extents.back());
    for (const Factor& factor : changed) {
      const ConstantText* constant = own_constant(factor, changed);
      if (constant == nullptr) continue;
      const std::string_view name = factor.tokens[0].text;
      if (std::any_of(tokens.begin(), tokens.end(),
                      [&](const Token& token) { return token.is(name); }))
        return std::nullopt;
    }
    const std::vector<Factor> all = factors(tokens);
    const auto row = std::find_if(all.rbegin(), all.rend(), [&](const Factor& factor) {
      return factor.value == change_->row;
    });
    if (row != all.rend()) {
      written_.push_back({row->span(), longer(*row)});
      return std::nullopt;
    }
    const std::optional<uint64_t> count = names_.value(tokens);
    if (!count) return unknown;
    const int64_t more = static_cast<int64_t>(*count / change_->row) * change_->pad;
    written_.push_back({uses_.extents.back(), with_more(tokens, more)});
    return std::nullopt;
  }

  Text text_;
  Definitions names_;
  const ArrayUses& uses_;
  const LayoutChange* change_ = nullptr;
  std::vector<Replacement> written_;
};

}  // namespace

std::vector<uint64_t> pitches(const base::SourceFile& file, const ArrayUses& uses) {
  return PitchWriter(file, uses).lengths();
}

base::Result<std::vector<Replacement>, base::Diagnostic> pitch_edit(const base::SourceFile& file,
                                                                    const ArrayUses& uses,
                                                                    const LayoutChange& change) {
  return PitchWriter(file, uses).write(change);
}

}  // namespace warplens::edit
