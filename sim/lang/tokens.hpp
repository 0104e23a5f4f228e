// The tokens of a text for those who read them. Looking at one costs steps, so that however a text
// is gone through, it comes to an end; and it says where the work is.
#pragma once

#include <vector>

#include "sim/base/budget.hpp"
#include "sim/lang/token.hpp"

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

 private:
  static constexpr uint64_t kStepsALook = 2;

  const std::vector<Token>& tokens_;
  base::Budget& budget_;
  bool are_placed_;
};

}  // namespace warplens::lang
