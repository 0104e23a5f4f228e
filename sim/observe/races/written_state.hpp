// Which bytes of shared memory a block has written, as a number: blocks that do the same have the
// same one, so that what an interval loads is looked at once.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/base/byte_budget.hpp"
#include "sim/trace/event.hpp"

namespace warplens::observe {

// Adds a value to a hash.
inline void mix(uint64_t& hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  hash ^= hash >> 29;
}

// A bit for each byte of shared memory: whether it is written.
class WrittenBytes {
 public:
  // An atomic is a load and a store. What is loaded unwritten is added to `unwritten`, a hash of
  // sites and bytes; 0: nothing.
  void access(const trace::LaneAddresses& at, uint32_t mask, uint32_t bytes, uint32_t site,
              trace::Operation operation, uint64_t& unwritten) {
    // Before any lane stores, all have loaded.
    for (const bool is_store : {false, true}) {
      if (operation == (is_store ? trace::Operation::kLoad : trace::Operation::kStore)) continue;
      for (uint32_t left = mask; left != 0; left &= left - 1) {
        const uint64_t begin = at.of(static_cast<uint32_t>(std::countr_zero(left)));
        for (uint64_t byte = begin; byte < begin + bytes;) {
          const uint64_t word = byte / kBits, first = byte % kBits;
          const uint64_t count = std::min(kBits - first, begin + bytes - byte);
          const uint64_t wanted = (count == kBits ? ~uint64_t{0} : (uint64_t{1} << count) - 1)
                                  << first;
          if (is_store)
            set(word, wanted);
          else
            note_missing(word, wanted, site, unwritten);
          byte += count;
        }
      }
    }
  }

  uint64_t size() const { return words_.size() * sizeof(uint64_t); }  // [bytes]
  auto operator<=>(const WrittenBytes&) const = default;

 private:
  static constexpr uint64_t kBits = 64;

  void set(uint64_t word, uint64_t bits) {
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= bits;
  }
  void note_missing(uint64_t word, uint64_t bits, uint32_t site, uint64_t& unwritten) const {
    if (word < words_.size()) bits &= ~words_[word];
    for (; bits != 0; bits &= bits - 1) {
      const uint64_t byte = word * kBits + static_cast<uint64_t>(std::countr_zero(bits));
      mix(unwritten, uint64_t{site} << 32 | (byte + 1));
    }
  }

  std::vector<uint64_t> words_;
};

class WrittenStates {
 public:
  static constexpr uint32_t kNothing = 0;  // the state in which a block begins

  // Takes what it remembers of `budget`, which may be null.
  explicit WrittenStates(std::shared_ptr<base::ByteBudget> budget)
      : share_(std::move(budget)), states_{{}}, numbers_{{{}, kNothing}} {}
  const WrittenBytes& bytes(uint32_t state) const { return states_[state]; }
  uint32_t number(const WrittenBytes& bytes) {
    const auto [at, is_new] = numbers_.try_emplace(bytes, static_cast<uint32_t>(states_.size()));
    if (!is_new) return at->second;
    states_.push_back(bytes);
    pay(2 * bytes.size() + kEntry);
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
    if (steps_.insert_or_assign({state, interval}, step).second) pay(kEntry);
  }

  // There is no room for more.
  bool is_full() const { return is_full_; }
  // Forgets all states but one; returns its number from now on.
  uint32_t forget_others(uint32_t state) {
    const WrittenBytes kept = states_[state];
    states_ = {WrittenBytes()};
    numbers_ = {{WrittenBytes(), kNothing}};
    steps_.clear();
    share_.give_back_all();
    is_full_ = false;
    return number(kept);
  }

 private:
  static constexpr uint64_t kEntry = 96;  // of a table [bytes]

  void pay(uint64_t bytes) { is_full_ = !share_.take(bytes) || is_full_; }

  base::ByteShare share_;
  bool is_full_ = false;
  std::vector<WrittenBytes> states_;
  std::map<WrittenBytes, uint32_t> numbers_;
  std::map<std::pair<uint32_t, uint32_t>, Step> steps_;  // by state and interval
};

}  // namespace warplens::observe
