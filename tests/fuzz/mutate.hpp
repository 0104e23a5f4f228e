// Texts and files made a little wrong. What comes out is a function of the text and the random
// numbers alone.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace warplens::fuzz {

// The same on every machine, which the distributions of <random> are not.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  // From 0 to count - 1; 0 if count is 0.
  size_t below(size_t count) { return count == 0 ? 0 : static_cast<size_t>(engine_() % count); }
  bool one_in(size_t count) { return below(count) == 0; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

 private:
  std::mt19937_64 engine_;
};

// Names, numbers, texts in quotes, punctuation, white space, as a compiler would tell them apart.
std::vector<std::string_view> tokens_of(std::string_view text);

// One to five tokens swapped, deleted, repeated, replaced or inserted, numbers changed, lines
// moved. What is inserted comes from the text itself, from `donor`, or from `words`.
std::string with_mutated_tokens(std::string_view text, std::string_view donor,
                                const std::vector<std::string>& words, Random& random);

// Bits flipped, the end cut off, bytes removed, repeated or inserted.
std::string with_damaged_bytes(std::string_view text, Random& random);

}  // namespace warplens::fuzz
