// <string>, for whole programs: text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view string_header() {
  static constexpr std::string_view kText =
      R"cuda(
#pragma once
)cuda"
      "#include <iostream>\n#include <vector>\n#include <bits/string_view.h>\n"
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
      : first_((char*)warplens_held(malloc(count + 1))), size_(count), capacity_(count) {
    memset(first_, c, count);
    first_[count] = 0;
  }
  template <class It, enable_if_t<!is_arithmetic_v<It> && !is_convertible_v<It, const char*>, int> = 0>
  string(It first, It last) : string() {
    for (; first != last; ++first) push_back(*first);
  }
  string(const char* first, const char* last) : string(first, (size_t)(last - first)) {}
  string(initializer_list<char> list) : string(list.begin(), list.size()) {}
  explicit string(string_view text) : string(text.data(), text.size()) {}
  string(const string& other, size_t at, size_t count = npos) : string(other.substr(at, count)) {}
  string(string&& other) : string() { swap(other); }
  string(const string& other) : first_(nullptr), size_(0), capacity_(0) { set(other.first_, other.size_); }
  ~string() { free(first_); }
  string& operator=(const string& other) {
    if (this != &other) set(other.first_, other.size_);
    return *this;
  }
  string& operator=(string&& other) {
    if (this == &other) return *this;
    swap(other);
    other.clear();
    return *this;
  }
  string& operator=(const char* text) {
    set(text, strlen(text));
    return *this;
  }

  string& operator=(char c) {
    set(&c, 1);
    return *this;
  }
  string& operator=(string_view text) {
    set(text.data(), text.size());
    return *this;
  }
  operator string_view() const { return string_view(first_, size_); }

  const char* c_str() const { return first_; }
  char* data() { return first_; }
  const char* data() const { return first_; }
  size_t size() const { return size_; }
  size_t length() const { return size_; }
  bool empty() const { return size_ == 0; }
  char* begin() { return first_; }
  const char* begin() const { return first_; }
  const char* cbegin() const { return first_; }
  const char* cend() const { return first_ + size_; }
  char* end() { return first_ + size_; }
  const char* end() const { return first_ + size_; }
  char& operator[](size_t i) { return first_[i]; }
  const char& operator[](size_t i) const { return first_[i]; }
  char& at(size_t i) {
    check(i < size_, "basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", i);
    return first_[i];
  }
  const char& at(size_t i) const {
    check(i < size_, "basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", i);
    return first_[i];
  }
  char& front() { return first_[0]; }
  const char& front() const { return first_[0]; }
  char& back() { return first_[size_ - 1]; }
  const char& back() const { return first_[size_ - 1]; }
  reverse_iterator<char*> rbegin() const { return reverse_iterator<char*>(first_ + size_); }
  reverse_iterator<char*> rend() const { return reverse_iterator<char*>(first_); }
  void clear() {
    size_ = 0;
    first_[0] = 0;
  }
  size_t max_size() const { return 4611686018427387903ull; }
  void shrink_to_fit() {}
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
      char* made = (char*)warplens_held(malloc(wanted + 1));
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
  string& append(string_view text) { return append(text.data(), text.size()); }
  string& append(const string& other, size_t at, size_t count = npos) {
    return append(other.substr(at, count));
  }
  template <class It, enable_if_t<!is_arithmetic_v<It> && !is_convertible_v<It, string_view>, int> = 0>
  string& append(It first, It last) {
    for (; first != last; ++first) push_back(*first);
    return *this;
  }
  string& assign(const char* text, size_t count) {
    set(text, count);
    return *this;
  }
  string& assign(const string& text) { return *this = text; }
  string& assign(size_t count, char c) {
    resize(0);
    return append(count, c);
  }
  string& operator+=(const string& other) { return append(other.first_, other.size_); }
  string& operator+=(const char* text) { return append(text, strlen(text)); }
  string& operator+=(char c) { return append(&c, 1); }
  string& operator+=(string_view text) { return append(text.data(), text.size()); }
  void push_back(char c) { append(&c, 1); }
  void pop_back() { resize(size_ - 1); }
  string substr(size_t at = 0, size_t count = npos) const {
    check_place("basic_string::substr", at);
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
  size_t rfind(char c, size_t from = npos) const { return string_view(*this).rfind(c, from); }
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
  size_t find_first_of(const string& any, size_t from = 0) const { return find_first_of(any.c_str(), from); }
  size_t find_first_not_of(char c, size_t from = 0) const {
    return string_view(*this).find_first_not_of(string_view(&c, 1), from);
  }
  size_t find_first_not_of(const string& any, size_t from = 0) const { return find_first_not_of(any.c_str(), from); }
  size_t find_last_of(string_view any, size_t from = npos) const {
    return string_view(*this).find_last_of(any, from);
  }
  size_t find_last_of(char c, size_t from = npos) const { return rfind(c, from); }
  size_t find_last_not_of(string_view any, size_t from = npos) const {
    return string_view(*this).find_last_not_of(any, from);
  }
  size_t find_last_not_of(char c, size_t from = npos) const {
    return string_view(*this).find_last_not_of(string_view(&c, 1), from);
  }
  bool starts_with(string_view text) const { return string_view(*this).starts_with(text); }
  bool ends_with(string_view text) const { return string_view(*this).ends_with(text); }
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
  int compare(size_t at, size_t count, const string& other) const { return substr(at, count).compare(other); }
  string& insert(size_t at, const string& text) {
    check_place("basic_string::replace", at);
    string tail(first_ + at, size_ - at);
    resize(at);
    append(text);
    return append(tail);
  }
  string& insert(size_t at, size_t count, char c) { return insert(at, string(count, c)); }
  char* insert(const char* place, char c) {
    const size_t at = place - first_;
    insert(at, 1, c);
    return first_ + at;
  }
  string& replace(size_t at, size_t count, const string& text) {
    check_place("basic_string::replace", at);
    erase(at, count);
    return insert(at, text);
  }
  string& replace(size_t at, size_t count, size_t times, char c) { return replace(at, count, string(times, c)); }
  string& replace(const char* first, const char* last, const string& text) {
    return replace(first - first_, last - first, text);
  }
  char* erase(const char* place) { return erase(place, place + 1); }
  char* erase(const char* first, const char* last) {
    const size_t at = first - first_;
    erase(at, (size_t)(last - first));
    return first_ + at;
  }
  string& erase(size_t at = 0, size_t count = npos) {
    check_place("basic_string::erase", at);
    if (count > size_ - at) count = size_ - at;
    memmove(first_ + at, first_ + at + count, size_ - at - count + 1);
    size_ -= count;
    return *this;
  }

 private:
  void check(bool holds, const char* format, size_t at) const {
    if (!holds) warplens_fail_at(format, at, size_);
  }
  void check_place(const char* function, size_t at) const {
    if (at <= size_) return;
    char format[200];
    snprintf(format, sizeof format, "%s: __pos (which is %%zu) > this->size() (which is %%zu)", function);
    warplens_fail_at(format, at, size_);
  }
  void set(const char* text, size_t size) {
    char* made = (char*)warplens_held(malloc(size + 1));
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
inline ostream& operator<<(ostream& out, const string& text) { return out << string_view(text); }
inline warplens_quoted quoted(const string& text) { return {text.c_str()}; }
inline void swap(string& a, string& b) { a.swap(b); }

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
// The number that a text begins with, and how much of it that is.
template <class T>
inline T warplens_converted(const string& text, size_t* end, T value, const char* behind, bool fits, const char* what) {
  if (behind == text.c_str()) warplens_fail_argument(what);
  if (!fits) warplens_fail_range(what);
  if (end != nullptr) *end = behind - text.c_str();
  return value;
}
inline long warplens_integer(const string& text, size_t* end, int base, long least, long most, const char* what) {
  char* behind = nullptr;
  errno = 0;
  const long value = strtol(text.c_str(), &behind, base);
  return warplens_converted(text, end, value, behind, errno == 0 && value >= least && value <= most, what);
}
inline unsigned long warplens_unsigned(const string& text, size_t* end, int base, const char* what) {
  char* behind = nullptr;
  errno = 0;
  const unsigned long value = strtoul(text.c_str(), &behind, base);
  return warplens_converted(text, end, value, behind, errno == 0, what);
}
inline int stoi(const string& text, size_t* end = nullptr, int base = 10) {
  return (int)warplens_integer(text, end, base, INT_MIN, INT_MAX, "stoi");
}
inline long stol(const string& text, size_t* end = nullptr, int base = 10) {
  return warplens_integer(text, end, base, LONG_MIN, LONG_MAX, "stol");
}
inline long long stoll(const string& text, size_t* end = nullptr, int base = 10) {
  return warplens_integer(text, end, base, LONG_MIN, LONG_MAX, "stoll");
}
inline unsigned long stoul(const string& text, size_t* end = nullptr, int base = 10) {
  return warplens_unsigned(text, end, base, "stoul");
}
inline unsigned long long stoull(const string& text, size_t* end = nullptr, int base = 10) {
  return warplens_unsigned(text, end, base, "stoull");
}
inline double stod(const string& text, size_t* end = nullptr) {
  char* behind = nullptr;
  const double value = strtod(text.c_str(), &behind);
  const bool fits = value - value == 0 || text.find_first_of("nN") != string::npos;
  return warplens_converted(text, end, value, behind, fits, "stod");
}
inline float stof(const string& text, size_t* end = nullptr) {
  char* behind = nullptr;
  const double value = strtod(text.c_str(), &behind);
  const bool fits = fabs(value) <= FLT_MAX || text.find_first_of("nN") != string::npos;
  return warplens_converted(text, end, (float)value, behind, fits, "stof");
}
inline namespace literals {
inline namespace string_literals {
inline string operator""s(const char* text, size_t size) { return string(text, size); }
}
}
}
#include <bits/functional_hash.h>
)cuda";
  return kText;
}

}  // namespace warplens::lang
