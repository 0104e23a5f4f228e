// Access to the tokens of a text. Each access charges the budget, which guarantees that any reading
// of a text ends, and records where the work is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

class Tokens {
 public:
  // Both must outlive it. `are_placed`: the spans are those of the file that is compiled.
  Tokens(const std::vector<Token>& tokens, base::Budget& budget, bool are_placed = true)
      : tokens_(tokens), budget_(budget), are_placed_(are_placed) {}

  // Past the end it is the last token, the kEnd.
  const Token& operator[](size_t index) const {
    const Token& token = index < tokens_.size() ? tokens_[index] : tokens_.back();
    budget_.charge(kStepsALook);
    if (are_placed_) budget_.work_at(token.span);
    return token;
  }
  size_t size() const { return tokens_.size(); }
  // Those from `begin` to `end`, which is at most size(): charged at once, to be read in a row.
  std::span<const Token> range(size_t begin, size_t end) const {
    budget_.charge(kStepsALook * (end - begin));
    return std::span(tokens_).subspan(begin, end - begin);
  }
  const Token& back() const { return tokens_.back(); }
  const std::vector<Token>& all() const { return tokens_; }
  base::Budget& budget() const { return budget_; }

  // The index after the bracket that closes the `(`, `[` or `{` at `open`, at most `end`. Kinds of
  // brackets are not distinguished. Computed once for all brackets: in a text of many open ones,
  // each search would be as long as the text.
  size_t behind_bracket(size_t open, size_t end) const {
    if (behind_.empty()) find_brackets();
    return open < behind_.size() ? std::min<size_t>(behind_[open], end) : end;
  }

 private:
  static constexpr uint64_t kStepsALook = 2;

  void find_brackets() const {
    budget_.charge(kStepsALook * size());
    budget_.keep(2 * size() * sizeof(uint32_t));
    behind_.assign(size(), UINT32_MAX);
    std::vector<uint32_t> open;
    for (uint32_t i = 0; i < size(); ++i) {
      const Token& token = tokens_[i];
      if (token.is("(") || token.is("[") || token.is("{")) {
        open.push_back(i);
      } else if (!open.empty() && (token.is(")") || token.is("]") || token.is("}"))) {
        behind_[open.back()] = i + 1;
        open.pop_back();
      }
    }
  }

  const std::vector<Token>& tokens_;
  base::Budget& budget_;
  bool are_placed_;
  mutable std::vector<uint32_t> behind_;  // by token; empty until first used
};

}  // namespace warplens::lang
