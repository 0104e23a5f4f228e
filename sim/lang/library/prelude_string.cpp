// <string>, <string_view> and <bitset>, for whole programs: text in the language that Warplens
// supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view string_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
)cuda"
                                            "#include <iostream>\n#include <vector>\n"
                                            R"cuda(
namespace std {
class string {
 public:
  static const size_t npos = 18446744073709551615ull;
  typedef char value_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef char* iterator;
  typedef const char* const_iterator;
  string() : first_((char*)calloc(1, 1)), size_(0), capacity_(0) {}
  string(const char* text) : first_(nullptr), size_(0), capacity_(0) { set(text, strlen(text)); }
  string(const char* text, size_t size) : first_(nullptr), size_(0), capacity_(0) { set(text, size); }
  string(size_t count, char c)
      : first_((char*)malloc(count + 1)), size_(count), capacity_(count) {
    memset(first_, c, count);
    first_[count] = 0;
  }
  template <class It, enable_if_t<!is_arithmetic_v<It> && !is_convertible_v<It, const char*>, int> = 0>
  string(It first, It last) : string() {
    for (; first != last; ++first) push_back(*first);
  }
  string(const char* first, const char* last) : string(first, (size_t)(last - first)) {}
  string(string&& other) : string() { swap(other); }
  string(const string& other) : first_(nullptr), size_(0), capacity_(0) { set(other.first_, other.size_); }
  ~string() { free(first_); }
  string& operator=(const string& other) {
    if (this != &other) set(other.first_, other.size_);
    return *this;
  }
  string& operator=(string&& other) {
    swap(other);
    return *this;
  }
  string& operator=(const char* text) {
    set(text, strlen(text));
    return *this;
  }

  const char* c_str() const { return first_; }
  const char* data() const { return first_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  char* begin() { return first_; }
  const char* begin() const { return first_; }
  char* end() { return first_ + size_; }
  const char* end() const { return first_ + size_; }
  char& operator[](size_t i) { return first_[i]; }
  const char& operator[](size_t i) const { return first_[i]; }
  char& at(size_t i) { return first_[i]; }
  const char& at(size_t i) const { return first_[i]; }
  char& front() { return first_[0]; }
  const char& front() const { return first_[0]; }
  char& back() { return first_[size_ - 1]; }
  const char& back() const { return first_[size_ - 1]; }
  reverse_iterator<char*> rbegin() const { return {first_ + size_}; }
  reverse_iterator<char*> rend() const { return {first_}; }
  void clear() {
    size_ = 0;
    first_[0] = 0;
  }
  size_t capacity() const { return capacity_; }
  void reserve(size_t count) {
    if (count <= capacity_) return;
    first_ = (char*)realloc(first_, count + 1);
    capacity_ = count;
  }
  void resize(size_t count, char c = 0) {
    if (count > capacity_) {
      first_ = (char*)realloc(first_, count + 1);
      capacity_ = count;
    }
    for (size_t i = size_; i < count; ++i) first_[i] = c;
    first_[count] = 0;
    size_ = count;
  }
  string& append(const char* text, size_t count) {
    if (size_ + count > capacity_) {
      const size_t wanted = size_ + count > 2 * capacity_ ? size_ + count : 2 * capacity_;
      char* made = (char*)malloc(wanted + 1);
      memcpy(made, first_, size_);
      memcpy(made + size_, text, count);
      free(first_);
      first_ = made;
      capacity_ = wanted;
    } else {
      memmove(first_ + size_, text, count);
    }
    size_ += count;
    first_[size_] = 0;
    return *this;
  }
  string& append(const string& other) { return append(other.first_, other.size_); }
  string& append(const char* text) { return append(text, strlen(text)); }
  string& append(size_t count, char c) {
    resize(size_ + count, c);
    return *this;
  }
  string& assign(const char* text, size_t count) {
    set(text, count);
    return *this;
  }
  string& assign(const string& text) { return *this = text; }
  string& operator+=(const string& other) { return append(other.first_, other.size_); }
  string& operator+=(const char* text) { return append(text, strlen(text)); }
  string& operator+=(char c) { return append(&c, 1); }
  void push_back(char c) { append(&c, 1); }
  void pop_back() { resize(size_ - 1); }
  string substr(size_t at, size_t count = npos) const {
    return string(first_ + at, count > size_ - at ? size_ - at : count);
  }
  size_t find(const char* text, size_t from = 0) const {
    const size_t count = strlen(text);
    for (size_t i = from; i + count <= size_; ++i) {
      if (memcmp(first_ + i, text, count) == 0) return i;
    }
    return npos;
  }
  size_t find(const string& text, size_t from = 0) const { return find(text.first_, from); }
  size_t find(char c, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (first_[i] == c) return i;
    }
    return npos;
  }
  size_t rfind(char c) const {
    for (size_t i = size_; i > 0; --i) {
      if (first_[i - 1] == c) return i - 1;
    }
    return npos;
  }
  size_t rfind(const string& text, size_t from = npos) const {
    if (text.size_ > size_) return npos;
    for (size_t i = (from < size_ - text.size_ ? from : size_ - text.size_) + 1; i > 0; --i) {
      if (memcmp(first_ + i - 1, text.first_, text.size_) == 0) return i - 1;
    }
    return npos;
  }
  size_t find_first_of(const char* any, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (strchr(any, first_[i]) != nullptr) return i;
    }
    return npos;
  }
  size_t find_first_of(char c, size_t from = 0) const { return find(c, from); }
  size_t find_first_not_of(const char* any, size_t from = 0) const {
    for (size_t i = from; i < size_; ++i) {
      if (strchr(any, first_[i]) == nullptr) return i;
    }
    return npos;
  }
  size_t find_last_of(const char* any) const {
    for (size_t i = size_; i > 0; --i) {
      if (strchr(any, first_[i - 1]) != nullptr) return i - 1;
    }
    return npos;
  }
  size_t find_last_of(char c) const { return rfind(c); }
  size_t find_last_not_of(const char* any) const {
    for (size_t i = size_; i > 0; --i) {
      if (strchr(any, first_[i - 1]) == nullptr) return i - 1;
    }
    return npos;
  }
  void swap(string& other) {
    std::swap(first_, other.first_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  int compare(const char* other) const { return compare(string(other)); }
  int compare(const string& other) const {
    const size_t least = size_ < other.size_ ? size_ : other.size_;
    const int order = memcmp(first_, other.first_, least);
    return order != 0 ? order : (int)((long long)size_ - (long long)other.size_);
  }
  string& insert(size_t at, const string& text) {
    string tail(first_ + at, size_ - at);
    resize(at);
    append(text);
    return append(tail);
  }
  string& replace(size_t at, size_t count, const string& text) {
    erase(at, count);
    return insert(at, text);
  }
  char* erase(const char* first, const char* last) {
    const size_t at = first - first_;
    erase(at, (size_t)(last - first));
    return first_ + at;
  }
  string& erase(size_t at = 0, size_t count = npos) {
    if (count > size_ - at) count = size_ - at;
    memmove(first_ + at, first_ + at + count, size_ - at - count + 1);
    size_ -= count;
    return *this;
  }

 private:
  void set(const char* text, size_t size) {
    char* made = (char*)malloc(size + 1);
    memcpy(made, text, size);
    made[size] = 0;
    free(first_);
    first_ = made;
    size_ = capacity_ = size;
  }
  char* first_;
  size_t size_, capacity_;
};

inline string operator+(const string& a, const string& b) {
  string made(a);
  return made.append(b);
}
inline string operator+(const string& a, const char* b) {
  string made(a);
  return made.append(b, strlen(b));
}
inline string operator+(const char* a, const string& b) {
  string made(a);
  return made.append(b);
}
inline string operator+(const string& a, char b) {
  string made(a);
  return made.append(&b, 1);
}
inline string operator+(char a, const string& b) {
  string made(1, a);
  return made.append(b);
}
inline bool operator<=(const string& a, const string& b) { return a.compare(b) <= 0; }
inline bool operator>=(const string& a, const string& b) { return a.compare(b) >= 0; }
inline bool operator==(const string& a, const string& b) { return a.compare(b) == 0; }
inline bool operator==(const string& a, const char* b) { return strcmp(a.c_str(), b) == 0; }
inline bool operator==(const char* a, const string& b) { return strcmp(a, b.c_str()) == 0; }
inline bool operator!=(const string& a, const string& b) { return a.compare(b) != 0; }
inline bool operator!=(const string& a, const char* b) { return strcmp(a.c_str(), b) != 0; }
inline bool operator<(const string& a, const string& b) { return a.compare(b) < 0; }
inline bool operator>(const string& a, const string& b) { return a.compare(b) > 0; }
inline ostream& operator<<(ostream& out, const string& text) { return out << text.c_str(); }

inline istream& operator>>(istream& in, string& to) {
  if (!in.begin()) return in;
  to.clear();
  int c = in.look();
  for (; c >= 0 && !isspace(c); c = in.look()) to.push_back((char)in.take());
  if (c < 0) in.setstate(2);
  return in;
}
inline istream& getline(istream& in, string& to, char end = '\n') {
  to.clear();
  if (!in.good()) {
    in.setstate(4);
    return in;
  }
  int c = in.get_one();
  for (; c >= 0 && c != end; c = in.get_one()) to.push_back((char)c);
  if (c < 0 && to.empty()) in.setstate(4);
  return in;
}
// Of a stream that is made of an istream.
template <class S>
inline auto getline(S& in, string& to, char end = '\n') -> decltype(in.warplens_input()) {
  return getline(in.warplens_input(), to, end);
}

inline string warplens_printed(const char* format, long long x) {
  char digits[32];
  snprintf(digits, 32, format, x);
  return string(digits);
}
inline string to_string(int x) { return warplens_printed("%lld", x); }
inline string to_string(unsigned x) { return warplens_printed("%lld", x); }
inline string to_string(long x) { return warplens_printed("%lld", x); }
inline string to_string(long long x) { return warplens_printed("%lld", x); }
inline string to_string(unsigned long x) { return warplens_printed("%llu", (long long)x); }
inline string to_string(unsigned long long x) { return warplens_printed("%llu", (long long)x); }
inline string to_string(double x) {
  char digits[400];
  snprintf(digits, 400, "%f", x);
  return string(digits);
}
inline string to_string(float x) { return to_string((double)x); }
inline long warplens_integer(const string& text, size_t* end, int base, const char* what) {
  char* behind = nullptr;
  const long value = strtol(text.c_str(), &behind, base);
  if (behind == text.c_str()) warplens_terminate("std::invalid_argument", what);
  if (end != nullptr) *end = behind - text.c_str();
  return value;
}
inline int stoi(const string& text, size_t* end = nullptr, int base = 10) {
  return (int)warplens_integer(text, end, base, "stoi");
}
inline long stol(const string& text, size_t* end = nullptr, int base = 10) {
  return warplens_integer(text, end, base, "stol");
}
inline long long stoll(const string& text, size_t* end = nullptr, int base = 10) {
  return warplens_integer(text, end, base, "stoll");
}
inline unsigned long stoul(const string& text, size_t* end = nullptr, int base = 10) {
  return (unsigned long)warplens_integer(text, end, base, "stoul");
}
inline unsigned long long stoull(const string& text, size_t* end = nullptr, int base = 10) {
  return (unsigned long long)warplens_integer(text, end, base, "stoull");
}
inline double stod(const string& text) { return atof(text.c_str()); }
inline float stof(const string& text) { return (float)atof(text.c_str()); }
}
)cuda";
  return kText;
}

std::string_view string_view_header() {
  static constexpr std::string_view kText =
      "#pragma once\n#include <string>\n"
      R"cuda(
namespace std {
class string_view {
 public:
  static const size_t npos = 18446744073709551615ull;
  constexpr string_view() : first_(nullptr), size_(0) {}
  string_view(const char* text) : first_(text), size_(strlen(text)) {}
  constexpr string_view(const char* text, size_t size) : first_(text), size_(size) {}
  string_view(const string& text) : first_(text.data()), size_(text.size()) {}
  const char* data() const { return first_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  const char* begin() const { return first_; }
  const char* end() const { return first_ + size_; }
  const char& operator[](size_t i) const { return first_[i]; }
  const char& front() const { return first_[0]; }
  const char& back() const { return first_[size_ - 1]; }
  void remove_prefix(size_t count) {
    first_ += count;
    size_ -= count;
  }
  void remove_suffix(size_t count) { size_ -= count; }
  string_view substr(size_t at, size_t count = npos) const {
    return string_view(first_ + at, count < size_ - at ? count : size_ - at);
  }
  size_t find(char c, size_t from = 0) const {
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
  int compare(string_view other) const {
    const int order = memcmp(first_, other.first_, size_ < other.size_ ? size_ : other.size_);
    return order != 0 ? order : size_ < other.size_ ? -1 : size_ > other.size_ ? 1 : 0;
  }
  explicit operator string() const { return string(first_, size_); }

 private:
  const char* first_;
  size_t size_;
};
inline bool operator==(string_view a, string_view b) { return a.compare(b) == 0; }
inline bool operator!=(string_view a, string_view b) { return a.compare(b) != 0; }
inline bool operator<(string_view a, string_view b) { return a.compare(b) < 0; }
inline ostream& operator<<(ostream& out, string_view text) {
  return out.write(text.data(), text.size());
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
    const reference& operator=(bool value) const {
      of->set(at, value);
      return *this;
    }
  };
  bitset() { reset(); }
  bitset(unsigned long value) {
    reset();
    words_[0] = N < 64 ? value & ((1ul << N % 64) - 1) : value;
  }
  explicit bitset(const string& digits) {
    reset();
    for (size_t i = 0; i < digits.size() && i < N; ++i)
      set(i, digits[digits.size() - 1 - i] == '1');
  }
  size_t size() const { return N; }
  bool test(size_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  bool operator[](size_t i) const { return test(i); }
  reference operator[](size_t i) { return {this, i}; }
  bitset& set(size_t i, bool value = true) {
    const unsigned long bit = 1ul << i % 64;
    words_[i / 64] = value ? words_[i / 64] | bit : words_[i / 64] & ~bit;
    return *this;
  }
  bitset& set() {
    for (size_t i = 0; i < N; ++i) set(i, true);
    return *this;
  }
  bitset& reset(size_t i) { return set(i, false); }
  bitset& reset() {
    for (size_t i = 0; i < kWords; ++i) words_[i] = 0;
    return *this;
  }
  bitset& flip(size_t i) { return set(i, !test(i)); }
  bitset& flip() {
    for (size_t i = 0; i < N; ++i) flip(i);
    return *this;
  }
  size_t count() const {
    size_t ones = 0;
    for (size_t i = 0; i < N; ++i) ones += test(i);
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
      if (test(i)) digits[N - 1 - i] = '1';
    }
    return digits;
  }
  bool operator==(const bitset& other) const {
    for (size_t i = 0; i < kWords; ++i) {
      if (words_[i] != other.words_[i]) return false;
    }
    return true;
  }
  bitset operator&(const bitset& other) const {
    bitset made(*this);
    for (size_t i = 0; i < kWords; ++i) made.words_[i] &= other.words_[i];
    return made;
  }
  bitset operator|(const bitset& other) const {
    bitset made(*this);
    for (size_t i = 0; i < kWords; ++i) made.words_[i] |= other.words_[i];
    return made;
  }
  bitset operator^(const bitset& other) const {
    bitset made(*this);
    for (size_t i = 0; i < kWords; ++i) made.words_[i] ^= other.words_[i];
    return made;
  }

 private:
  static constexpr size_t kWords = (N + 63) / 64;
  unsigned long words_[kWords];
};
template <size_t N>
inline ostream& operator<<(ostream& out, const bitset<N>& bits) { return out << bits.to_string(); }
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
