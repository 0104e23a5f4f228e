// <string>, for whole programs: text in the language that Warplens supports.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

std::string_view string_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
)cuda"
                                            "#include <iostream>\n"
                                            R"cuda(
namespace std {
class string {
 public:
  static const size_t npos = 18446744073709551615ull;
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
  string(const string& other) : first_(nullptr), size_(0), capacity_(0) { set(other.first_, other.size_); }
  ~string() { free(first_); }
  string& operator=(const string& other) {
    if (this != &other) set(other.first_, other.size_);
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
  char& front() { return first_[0]; }
  char& back() { return first_[size_ - 1]; }
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
  string& erase(size_t at, size_t count = npos) {
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
inline int stoi(const string& text) { return atoi(text.c_str()); }
inline unsigned long stoul(const string& text) {
  return strtoul(text.c_str(), nullptr, 10);
}
inline long stol(const string& text) { return atol(text.c_str()); }
inline double stod(const string& text) { return atof(text.c_str()); }
inline float stof(const string& text) { return (float)atof(text.c_str()); }
}
)cuda";
  return kText;
}

}  // namespace warplens::lang
