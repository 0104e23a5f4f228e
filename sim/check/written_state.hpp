// Which bytes of shared memory a block has written, as a number: blocks that do the same have the
// same one, so that what an interval loads is looked at once.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace warplens::check {

class WrittenStates {
 public:
  static constexpr uint32_t kNothing = 0;  // the state in which a block begins
  // A bit for each byte.
  using Bits = std::vector<uint64_t>;

  WrittenStates() : states_{Bits{}}, numbers_{{Bits{}, kNothing}} {}
  const Bits& bits(uint32_t state) const { return states_[state]; }
  uint32_t number(const Bits& bits) {
    const auto [at, is_new] = numbers_.try_emplace(bits, static_cast<uint32_t>(states_.size()));
    if (is_new) states_.push_back(bits);
    return at->second;
  }

  // What a known interval makes of a state.
  struct Step {
    uint32_t state = kNothing;
    uint64_t unwritten = 0;  // what it loads unwritten, as a hash of sites and bytes; 0: nothing
  };
  const Step* find(uint32_t state, uint32_t interval) const {
    const auto at = steps_.find({state, interval});
    return at == steps_.end() ? nullptr : &at->second;
  }
  void add(uint32_t state, uint32_t interval, const Step& step) {
    steps_.insert_or_assign({state, interval}, step);
  }

 private:
  std::vector<Bits> states_;
  std::map<Bits, uint32_t> numbers_;
  std::map<std::pair<uint32_t, uint32_t>, Step> steps_;  // by state and interval
};

}  // namespace warplens::check
