// A fixed set of words that is asked about every name of a text. Most names are in none: their
// first byte and length already tell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace warplens::base {

template <size_t Count>
class WordSet {
 public:
  // Words of ASCII, none empty, each of fewer than 32 bytes.
  constexpr explicit WordSet(const std::array<std::string_view, Count>& words) : words_(words) {
    for (const std::string_view word : words)
      lengths_[static_cast<unsigned char>(word.front())] |= uint32_t{1} << word.size();
  }

  constexpr bool contains(std::string_view word) const {
    if (word.empty() || word.size() >= 32) return false;
    if ((lengths_[static_cast<unsigned char>(word.front())] >> word.size() & 1) == 0) return false;
    return std::find(words_.begin(), words_.end(), word) != words_.end();
  }
  constexpr const std::array<std::string_view, Count>& words() const { return words_; }

 private:
  std::array<std::string_view, Count> words_;
  std::array<uint32_t, 256> lengths_{};  // by first byte; bit n: a word of n bytes
};

}  // namespace warplens::base
