// The tokens of a text for those who read them. Looking at one costs steps, so that however a text
// is gone through, it comes to an end; and it says where the work is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/budget.hpp"
#include "sim/lang/text/token.hpp"

namespace warplens::lang {

class Tokens {
 public:
  // Both must outlive it. `are_placed`: the spans are those of the file that is compiled.
  Tokens(const std::vector<Token>& tokens, base::Budget& budget, bool are_placed = true)
      : tokens_(tokens), budget_(budget), are_placed_(are_placed) {}

  // Behind the last token, the kEnd, there are more of it.
  const Token& operator[](size_t index) const {
    const Token& token = index < tokens_.size() ? tokens_[index] : tokens_.back();
    budget_.charge(kStepsALook);
    if (are_placed_) budget_.work_at(token.span);
    return token;
  }
  size_t size() const { return tokens_.size(); }
  const Token& back() const { return tokens_.back(); }
  const std::vector<Token>& all() const { return tokens_; }
  base::Budget& budget() const { return budget_; }

  // Behind the bracket that closes the `(`, `[` or `{` at `open`; `end` if it is closed no earlier.
  // All kinds count alike. Found once for all brackets: texts of many open ones would make a search
  // for each as long as the text.
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
