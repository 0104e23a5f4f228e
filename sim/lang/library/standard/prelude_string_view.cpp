// <string_view> and <bitset>, for whole programs: text in the language that Warplens supports.
// <string> includes the first one's class.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view string_view_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
#include <iostream>
#include <bits/functexcept.h>
namespace std {
class string_view {
 public:
  static const size_t npos = 18446744073709551615ull;
  typedef char value_type;
  typedef size_t size_type;
  typedef const char* iterator;
  typedef const char* const_iterator;
  constexpr string_view() : first_(nullptr), size_(0) {}
  constexpr string_view(const char* text) : first_(text), size_(length_of(text)) {}
  constexpr string_view(const char* text, size_t size) : first_(text), size_(size) {}
  constexpr const char* data() const { return first_; }
  constexpr size_t size() const { return size_; }
  constexpr size_t length() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr const char* begin() const { return first_; }
  constexpr const char* end() const { return first_ + size_; }
  constexpr const char* cbegin() const { return first_; }
  constexpr const char* cend() const { return first_ + size_; }
  constexpr const char& operator[](size_t i) const { return first_[i]; }
  const char& at(size_t i) const {
    if (i >= size_) warplens_fail_at("basic_string_view::at: __pos (which is %zu) >= this->size() (which is %zu)", i, size_);
    return first_[i];
  }
  constexpr const char& front() const { return first_[0]; }
  constexpr const char& back() const { return first_[size_ - 1]; }
  constexpr void remove_prefix(size_t count) {
    first_ += count;
    size_ -= count;
  }
  constexpr void remove_suffix(size_t count) { size_ -= count; }
  string_view substr(size_t at = 0, size_t count = npos) const {
    if (at > size_) warplens_fail_at("basic_string_view::substr: __pos (which is %zu) > this->size() (which is %zu)", at, size_);
    return string_view(first_ + at, count < size_ - at ? count : size_ - at);
  }
  constexpr size_t find(char c, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (first_[i] == c) return i;
    }
    return npos;
  }
  size_t find(string_view text, size_t from = 0) const {
    for (size_t i = from; i + text.size_ <= size_; ++i) {
      if (memcmp(first_ + i, text.first_, text.size_) == 0) return i;
    }
    return npos;
  }
  size_t rfind(char c, size_t from = npos) const {
    for (size_t i = from < size_ ? from + 1 : size_; i > 0; --i) {
      if (first_[i - 1] == c) return i - 1;
    }
    return npos;
  }
  size_t rfind(string_view text, size_t from = npos) const {
    if (text.size_ > size_) return npos;
    const size_t last = size_ - text.size_;
    for (size_t i = (from < last ? from : last) + 1; i > 0; --i) {
      if (memcmp(first_ + i - 1, text.first_, text.size_) == 0) return i - 1;
    }
    return npos;
  }
  size_t find_first_of(string_view any, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (any.find(first_[i]) != npos) return i;
    }
    return npos;
  }
  size_t find_first_not_of(string_view any, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (any.find(first_[i]) == npos) return i;
    }
    return npos;
  }
  size_t find_last_of(string_view any, size_t from = npos) const {
    for (size_t i = from < size_ ? from + 1 : size_; i > 0; --i) {
      if (any.find(first_[i - 1]) != npos) return i - 1;
    }
    return npos;
  }
  size_t find_last_not_of(string_view any, size_t from = npos) const {
    for (size_t i = from < size_ ? from + 1 : size_; i > 0; --i) {
      if (any.find(first_[i - 1]) == npos) return i - 1;
    }
    return npos;
  }
  int compare(string_view other) const {
    const int order = memcmp(first_, other.first_, size_ < other.size_ ? size_ : other.size_);
    return order != 0 ? order : (int)((long)size_ - (long)other.size_);
  }
  bool starts_with(string_view text) const {
    return size_ >= text.size_ && memcmp(first_, text.first_, text.size_) == 0;
  }
  bool ends_with(string_view text) const {
    return size_ >= text.size_ && memcmp(first_ + size_ - text.size_, text.first_, text.size_) == 0;
  }
  void swap(string_view& other) {
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
  }

 private:
  static constexpr size_t length_of(const char* text) {
    size_t size = 0;
    while (text[size] != 0) ++size;
    return size;
  }
  const char* first_;
  size_t size_;
};
inline bool operator==(string_view a, string_view b) { return a.size() == b.size() && a.compare(b) == 0; }
inline bool operator!=(string_view a, string_view b) { return !(a == b); }
inline bool operator<(string_view a, string_view b) { return a.compare(b) < 0; }
inline bool operator>(string_view a, string_view b) { return a.compare(b) > 0; }
inline bool operator<=(string_view a, string_view b) { return a.compare(b) <= 0; }
inline bool operator>=(string_view a, string_view b) { return a.compare(b) >= 0; }
inline ostream& operator<<(ostream& out, string_view text) {
  return out.warplens_padded(text.data(), text.size());
}
inline namespace literals {
inline namespace string_view_literals {
constexpr string_view operator""sv(const char* text, size_t size) { return string_view(text, size); }
}
}
}
)cuda";
  return kText;
}

std::string_view bitset_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <string>\n"
      R"cuda(
namespace std {
template <size_t N>
class bitset {
 public:
  struct reference {
    bitset* of;
    size_t at;
    operator bool() const { return of->test(at); }
    bool operator~() const { return !of->test(at); }
    const reference& operator=(bool value) const {
      of->set(at, value);
      return *this;
    }
    const reference& operator=(const reference& other) const { return *this = (bool)other; }
    const reference& flip() const { return *this = !of->test(at); }
  };
  bitset() { reset(); }
  bitset(unsigned long value) {
    reset();
    words_[0] = value;
    trim();
  }
  explicit bitset(const string& digits) { read(digits); }
  explicit bitset(const char* digits) { read(digits); }
  size_t size() const { return N; }
  bool test(size_t i) const {
    if (i >= N) warplens_fail_at("bitset::test: __position (which is %zu) >= _Nb (which is %zu)", i, N);
    return bit(i);
  }
  bool operator[](size_t i) const { return bit(i); }
  reference operator[](size_t i) { return {this, i}; }
  bitset& set(size_t i, bool value = true) {
    if (i >= N) warplens_fail_at("bitset::set: __position (which is %zu) >= _Nb (which is %zu)", i, N);
    const unsigned long bit = 1ul << i % 64;
    words_[i / 64] = value ? words_[i / 64] | bit : words_[i / 64] & ~bit;
    return *this;
  }
  bitset& set() {
    for (size_t i = 0; i < kWords; ++i) words_[i] = ~0ul;
    return trim();
  }
  bitset& reset(size_t i) { return set(i, false); }
  bitset& reset() {
    for (size_t i = 0; i < kWords; ++i) words_[i] = 0;
    return *this;
  }
  bitset& flip(size_t i) { return set(i, !test(i)); }
  bitset& flip() {
    for (size_t i = 0; i < kWords; ++i) words_[i] = ~words_[i];
    return trim();
  }
  size_t count() const {
    size_t ones = 0;
    for (size_t i = 0; i < N; ++i) ones += bit(i);
    return ones;
  }
  bool any() const { return count() != 0; }
  bool none() const { return count() == 0; }
  bool all() const { return count() == N; }
  unsigned long to_ulong() const { return words_[0]; }
  unsigned long long to_ullong() const { return words_[0]; }
  string to_string() const {
    string digits(N, '0');
    for (size_t i = 0; i < N; ++i) {
      if (bit(i)) digits[N - 1 - i] = '1';
    }
    return digits;
  }
  bool operator==(const bitset& other) const {
    for (size_t i = 0; i < kWords; ++i) {
      if (words_[i] != other.words_[i]) return false;
    }
    return true;
  }
  bool operator!=(const bitset& other) const { return !(*this == other); }
  bitset& operator&=(const bitset& other) {
    for (size_t i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  bitset& operator|=(const bitset& other) {
    for (size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  bitset& operator^=(const bitset& other) {
    for (size_t i = 0; i < kWords; ++i) words_[i] ^= other.words_[i];
    return *this;
  }
  bitset& operator<<=(size_t by) {
    for (size_t i = N; i > 0; --i) set(i - 1, i - 1 >= by && bit(i - 1 - by));
    return *this;
  }
  bitset& operator>>=(size_t by) {
    for (size_t i = 0; i < N; ++i) set(i, i + by < N && bit(i + by));
    return *this;
  }
  bitset operator~() const { return bitset(*this).flip(); }
  bitset operator<<(size_t by) const { return bitset(*this) <<= by; }
  bitset operator>>(size_t by) const { return bitset(*this) >>= by; }
  bitset operator&(const bitset& other) const { return bitset(*this) &= other; }
  bitset operator|(const bitset& other) const { return bitset(*this) |= other; }
  bitset operator^(const bitset& other) const { return bitset(*this) ^= other; }

 private:
  static constexpr size_t kWords = (N + 63) / 64;
  bool bit(size_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  bitset& trim() {
    if (N % 64 != 0) words_[kWords - 1] &= (1ul << N % 64) - 1;
    return *this;
  }
  void read(const string& digits) {
    reset();
    const size_t count = digits.size() < N ? digits.size() : N;
    for (size_t i = 0; i < digits.size(); ++i) {
      if (digits[i] != '0' && digits[i] != '1') warplens_fail_argument("bitset::_M_copy_from_ptr");
    }
    for (size_t i = 0; i < count; ++i) set(i, digits[count - 1 - i] == '1');
  }
  unsigned long words_[kWords];
};
template <size_t N>
inline ostream& operator<<(ostream& out, const bitset<N>& bits) { return out << bits.to_string(); }
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
