// <iostream> and <iomanip>, for whole programs: text in the language that Warplens supports. A
// stream reads from or writes to a file of the process, or a text in memory;
// prelude_stream_kinds.cpp makes the other streams of these two.
#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {

// <iostream>, <iomanip>
std::string_view iostream_header() {
  static constexpr std::string_view kText = R"cuda(
#pragma once
namespace std {
struct warplens_manipulator {
  int what;
  int value;
};
struct ios_base {
  enum fmtflags { fixed = 1, scientific = 2, floatfield = 3, hex = 4, oct = 8, left = 16,
                  boolalpha = 32, showpos = 64, showpoint = 128, showbase = 2048, uppercase = 256,
                  dec = 512, basefield = 524, right = 1024, adjustfield = 1040 };
  enum openmode { app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32 };
  enum seekdir { beg = 0, cur = 1, end = 2 };
  enum iostate { goodbit = 0, badbit = 1, eofbit = 2, failbit = 4 };
  static bool sync_with_stdio(bool with) { return true; }
};
__host__ __device__ inline ios_base::openmode operator|(ios_base::openmode a, ios_base::openmode b) {
  return (ios_base::openmode)((int)a | (int)b);
}
typedef ios_base ios;
typedef long streamsize;
typedef long streampos;

// Characters in memory that a stream writes, reads, or both.
struct warplens_text {
  char* first = nullptr;
  size_t size = 0, capacity = 0;
  ~warplens_text() { free(first); }
  void append(const char* more, size_t count) {
    if (size + count > capacity) {
      capacity = 2 * (size + count);
      first = (char*)realloc(first, capacity);
    }
    memcpy(first + size, more, count);
    size += count;
  }
};

class ostream {
 public:
  explicit ostream(FILE* file) : file_(file), text_(nullptr) {}
  explicit ostream(warplens_text* text) : file_(nullptr), text_(text) {}
  ostream& put(char c) { return write(&c, 1); }
  ostream& write(const char* text, long size) {
    if (text_ != nullptr)
      text_->append(text, size);
    else if (file_ != nullptr)
      fwrite(text, 1, size, file_);
    else
      state_ |= 4;
    return *this;
  }
  ostream& flush() {
    if (file_ != nullptr) fflush(file_);
    return *this;
  }
  ostream& operator<<(bool x) {
    if (flags_ & 32) return padded(x ? "true" : "false");
    return integer(x ? 1 : 0, false);
  }
  ostream& operator<<(char c) {
    if (width_ == 0) return write(&c, 1);
    char one[2];
    one[0] = c;
    one[1] = 0;
    return padded(one);
  }
  ostream& operator<<(signed char c) { return *this << (char)c; }
  ostream& operator<<(unsigned char c) { return *this << (char)c; }
  ostream& operator<<(short x) {
    return (flags_ & 12) != 0 ? integer((unsigned short)x, true) : integer(x, false);
  }
  ostream& operator<<(unsigned short x) { return integer(x, true); }
  ostream& operator<<(int x) {
    return (flags_ & 12) != 0 ? integer((unsigned)x, true) : integer(x, false);
  }
  ostream& operator<<(unsigned x) { return integer(x, true); }
  ostream& operator<<(long x) { return integer(x, false); }
  ostream& operator<<(unsigned long x) { return integer((long long)x, true); }
  ostream& operator<<(long long x) { return integer(x, false); }
  ostream& operator<<(unsigned long long x) { return integer((long long)x, true); }
  ostream& operator<<(float x) { return real(x); }
  ostream& operator<<(double x) { return real(x); }
  ostream& operator<<(const char* x) { return padded(x); }
  ostream& operator<<(const void* x) {
    char digits[32];
    snprintf(digits, 32, "%#llx", (unsigned long long)x);
    return padded(x == nullptr ? "0" : digits);
  }
  ostream& operator<<(warplens_manipulator m) {
    if (m.what == 0) {
      put('\n');
      return flush();
    }
    if (m.what == 1) return flush();
    if (m.what == 2) width_ = m.value;
    if (m.what == 3) precision_ = m.value;
    if (m.what == 4) fill_ = (char)m.value;
    if (m.what == 5) flags_ = (flags_ & ~3) | m.value;
    if (m.what == 6) flags_ = (flags_ & ~12) | m.value;
    if (m.what == 7) flags_ = (flags_ & ~(16 | 4096)) | m.value;
    if (m.what == 8) flags_ |= m.value;
    if (m.what == 9) flags_ &= ~m.value;
    return *this;
  }
  int precision() const { return precision_; }
  int precision(int n) {
    const int old = precision_;
    precision_ = n;
    return old;
  }
  int width() const { return width_; }
  int width(int n) {
    const int old = width_;
    width_ = n;
    return old;
  }
  char fill() const { return fill_; }
  char fill(char c) {
    const char old = fill_;
    fill_ = c;
    return old;
  }
  int flags() const { return flags_; }
  int flags(int all) {
    const int old = flags_;
    flags_ = all;
    return old;
  }
  int setf(int more) {
    const int old = flags_;
    flags_ |= more;
    return old;
  }
  int setf(int more, int of) {
    const int old = flags_;
    flags_ = (flags_ & ~of) | more;
    return old;
  }
  void unsetf(int less) { flags_ &= ~less; }
  bool good() const { return state_ == 0; }
  bool fail() const { return state_ != 0; }
  bool bad() const { return false; }
  bool eof() const { return false; }
  void clear() { state_ = 0; }
  operator bool() const { return state_ == 0; }
  bool operator!() const { return state_ != 0; }
  long tellp() const { return file_ != nullptr ? ftell(file_) : (long)text_->size; }
  // For the streams that are made of this one.
  void warplens_use(warplens_text* text) { text_ = text; }
  void warplens_use(FILE* file) {
    file_ = file;
    state_ = file == nullptr ? 4 : 0;
  }
  ostream& warplens_padded(const char* x, long size) {
    if (size >= width_) {
      width_ = 0;
      return write(x, size);
    }
    char spaces[64];
    memset(spaces, fill_, 64);
    const bool is_left = (flags_ & 16) != 0;
    const long sign = (flags_ & 4096) != 0 && (*x == '-' || *x == '+') ? 1 : 0;  // internal
    write(x, is_left ? size : sign);
    for (long left = width_ - size; left > 0; left -= 64) write(spaces, left < 64 ? left : 64);
    if (!is_left) write(x + sign, size - sign);
    width_ = 0;
    return *this;
  }

 private:
  ostream& padded(const char* x) { return warplens_padded(x, strlen(x)); }
  ostream& integer(long long x, bool is_unsigned) {
    char digits[40];
    const bool has_base = (flags_ & 2048) != 0, is_upper = (flags_ & 256) != 0;
    const char* hexadecimal = has_base ? (is_upper ? "%#llX" : "%#llx")
                              : is_upper ? "%llX"
                                         : "%llx";
    const char* format = (flags_ & 4) != 0 ? hexadecimal
                         : (flags_ & 8) != 0 ? (has_base ? "%#llo" : "%llo")
                         : is_unsigned ? "%llu"
                         : (flags_ & 64) != 0 ? "%+lld"
                                              : "%lld";
    snprintf(digits, 40, format, x);
    return padded(digits);
  }
  ostream& real(double x) {
    char digits[512];
    const char* format = (flags_ & 3) == 1 ? ((flags_ & 64) != 0 ? "%+.*f" : "%.*f")
                         : (flags_ & 3) == 2 ? ((flags_ & 64) != 0 ? "%+.*e" : "%.*e")
                         : (flags_ & 128) != 0 ? "%#.*g"
                         : (flags_ & 64) != 0 ? "%+.*g"
                                              : "%.*g";
    snprintf(digits, 512, format, precision_, x);
    return padded(digits);
  }
  FILE* file_;
  warplens_text* text_;
  int flags_ = 0, precision_ = 6, width_ = 0, state_ = 0;
  char fill_ = ' ';
};
static ostream cout = ostream(stdout), cerr = ostream(stderr), clog = ostream(stderr);

class istream {
 public:
  explicit istream(FILE* file) : file_(file), text_(nullptr) {}
  explicit istream(warplens_text* text) : file_(nullptr), text_(text) {}
  istream& operator>>(bool& x) { return integer(x); }
  istream& operator>>(short& x) { return integer(x); }
  istream& operator>>(unsigned short& x) { return integer(x); }
  istream& operator>>(int& x) { return integer(x); }
  istream& operator>>(unsigned& x) { return integer(x); }
  istream& operator>>(long& x) { return integer(x); }
  istream& operator>>(unsigned long& x) { return integer(x); }
  istream& operator>>(long long& x) { return integer(x); }
  istream& operator>>(unsigned long long& x) { return integer(x); }
  istream& operator>>(float& x) { return real(x); }
  istream& operator>>(double& x) { return real(x); }
  istream& operator>>(char& x) {
    if (!begin()) return *this;
    x = (char)take();
    return *this;
  }
  istream& operator>>(unsigned char& x) {
    if (!begin()) return *this;
    x = (unsigned char)take();
    return *this;
  }
  istream& operator>>(warplens_manipulator m) {
    if (m.what == 6) base_ = m.value == 4 ? 16 : m.value == 8 ? 8 : 10;
    return *this;
  }
  int get() {
    count_ = 0;
    if (state_ != 0) return fails();
    const int c = take();
    if (c < 0) return fails();
    count_ = 1;
    return c;
  }
  istream& get(char& to) {
    const int c = get();
    if (c >= 0) to = (char)c;
    return *this;
  }
  int peek() {
    if (state_ != 0) return -1;
    const int c = look();
    if (c < 0) state_ |= 2;
    return c;
  }
  istream& getline(char* to, long size, char end = '\n') {
    count_ = 0;
    for (int c = get_one(); c >= 0 && c != end; c = get_one()) {
      if (count_ + 1 >= size) {
        state_ |= 4;
        break;
      }
      to[count_++] = (char)c;
    }
    if (count_ == 0 && (state_ & 2) != 0) state_ |= 4;
    to[count_] = 0;
    return *this;
  }
  istream& read(char* to, long size) {
    count_ = 0;
    if (state_ != 0 || (file_ == nullptr && text_ == nullptr)) {
      state_ |= 4;
      return *this;
    }
    if (file_ != nullptr) {
      count_ = fread(to, 1, size, file_);
    } else {
      const long left = text_->size - at_;
      count_ = size < left ? size : left;
      memcpy(to, text_->first + at_, count_);
      at_ += count_;
    }
    if (count_ < size) state_ |= 6;
    return *this;
  }
  istream& ignore(long most = 1, int end = -1) {
    for (count_ = 0; count_ < most; ++count_) {
      const int c = get_one();
      if (c < 0 || c == end) break;
    }
    return *this;
  }
  long gcount() const { return count_; }
  istream& unget() {
    if (file_ == nullptr && at_ > 0) --at_;
    return *this;
  }
  istream& seekg(long place, int from = 0) {
    state_ &= ~2;
    if (file_ != nullptr)
      fseek(file_, place, from);
    else
      at_ = from == 0 ? place : from == 1 ? at_ + place : text_->size + place;
    return *this;
  }
  long tellg() const { return state_ & 4 ? -1 : file_ != nullptr ? ftell(file_) : (long)at_; }
  bool eof() const { return (state_ & 2) != 0; }
  bool fail() const { return (state_ & 5) != 0; }
  bool bad() const { return (state_ & 1) != 0; }
  bool good() const { return state_ == 0; }
  void clear(int state = 0) { state_ = state; }
  void setstate(int more) { state_ |= more; }
  operator bool() const { return (state_ & 5) == 0; }
  bool operator!() const { return (state_ & 5) != 0; }
  // For the functions and streams that are made of this one.
  void warplens_use(warplens_text* text) { text_ = text; }
  void warplens_use(FILE* file) {
    file_ = file;
    state_ = file == nullptr ? 4 : 0;
  }
  void warplens_rewind() { at_ = 0; }
  // Skips spaces; false, and the stream fails, if nothing follows.
  bool begin() {
    if (state_ != 0) {
      state_ |= 4;
      return false;
    }
    int c = look();
    for (; isspace(c); c = look()) take();
    if (c < 0) state_ |= 6;
    return c >= 0;
  }
  // The next character, which stays; -1: there is none.
  int look() {
    if (file_ != nullptr) {
      const int c = fgetc(file_);
      if (c >= 0) ungetc(c, file_);
      return c;
    }
    return text_ != nullptr && at_ < text_->size ? (unsigned char)text_->first[at_] : -1;
  }
  int take() {
    if (file_ != nullptr) return fgetc(file_);
    return text_ != nullptr && at_ < text_->size ? (unsigned char)text_->first[at_++] : -1;
  }
  // The next character of a line or word; notes the end.
  int get_one() {
    if (state_ != 0) {
      state_ |= 4;
      return -1;
    }
    const int c = take();
    if (c < 0) state_ |= 2;
    return c;
  }

 private:
  int fails() {
    state_ |= 6;
    return -1;
  }
  bool is_part(int c, bool is_real, const char* word, int size) const {
    if (c < 0 || size > 60) return false;
    if (base_ == 16 && !is_real) return isxdigit(c) || c == 'x' || c == 'X' || (size == 0 && c == '-');
    if (isdigit(c)) return true;
    const char before = size == 0 ? 0 : word[size - 1];
    if (c == '+' || c == '-') return size == 0 || (is_real && (before == 'e' || before == 'E'));
    if (!is_real) return false;
    const bool has_exponent = strchr(word, 'e') != nullptr || strchr(word, 'E') != nullptr;
    if (c == '.') return strchr(word, '.') == nullptr && !has_exponent;
    return (c == 'e' || c == 'E') && !has_exponent && size > 0 && isdigit(before) + (before == '.') > 0;
  }
  bool number(char* word, bool is_real) {
    word[0] = 0;
    if (!begin()) return false;
    int size = 0;
    int c = look();
    for (; is_part(c, is_real, word, size); c = look()) {
      take();
      word[size++] = (char)c;
      word[size] = 0;
    }
    if (c < 0) state_ |= 2;
    return true;
  }
  template <class T>
  istream& integer(T& x) {
    char word[64];
    if (!number(word, false)) return *this;
    char* end = word;
    const long value = strtol(word, &end, base_);
    const unsigned long positive = word[0] == '-' ? value : strtoul(word, nullptr, base_);
    x = sizeof(T) == 8 ? (T)positive : (T)value;
    const bool is_wrong = end == word || (sizeof(T) < 8 && (long)x != value);
    if (is_wrong) state_ |= 4;
    if (end == word) x = 0;
    return *this;
  }
  template <class T>
  istream& real(T& x) {
    char word[64];
    if (!number(word, true)) return *this;
    char* end = word;
    x = (T)strtod(word, &end);
    if (end == word || *end != 0) state_ |= 4;
    return *this;
  }
  FILE* file_;
  warplens_text* text_;
  size_t at_ = 0;
  int state_ = 0, base_ = 10;
  long count_ = 0;
};
static istream cin = istream(stdin);

const warplens_manipulator endl = {0, 0}, flush = {1, 0}, ends = {1, 0};
const warplens_manipulator fixed = {5, 1}, scientific = {5, 2}, defaultfloat = {5, 0};
const warplens_manipulator dec = {6, 0}, hex = {6, 4}, oct = {6, 8};
const warplens_manipulator right = {7, 0}, left = {7, 16}, internal = {7, 4096};
const warplens_manipulator showbase = {8, 2048}, noshowbase = {9, 2048};
const warplens_manipulator boolalpha = {8, 32}, showpos = {8, 64}, showpoint = {8, 128},
                           uppercase = {8, 256}, unitbuf = {8, 0};
const warplens_manipulator noboolalpha = {9, 32}, noshowpos = {9, 64}, noshowpoint = {9, 128},
                           nouppercase = {9, 256};
inline warplens_manipulator setw(int n) { return {2, n}; }
inline warplens_manipulator setprecision(int n) { return {3, n}; }
inline warplens_manipulator setfill(char c) { return {4, c}; }
struct warplens_quoted {
  const char* text;
};
inline warplens_quoted quoted(const char* text) { return {text}; }
inline ostream& operator<<(ostream& out, warplens_quoted quoted) {
  out.put('"');
  for (const char* at = quoted.text; *at != 0; ++at) {
    if (*at == '"' || *at == '\\') out.put('\\');
    out.put(*at);
  }
  return out.put('"');
}
inline warplens_manipulator setbase(int base) { return {6, base == 16 ? 4 : base == 8 ? 8 : 0}; }
inline warplens_manipulator setiosflags(int flags) { return {8, flags}; }
inline warplens_manipulator resetiosflags(int flags) { return {9, flags}; }
template <class T>
struct ostream_iterator {
  ostream* stream;
  const char* separator;
  ostream_iterator(ostream& to) : stream(&to), separator("") {}
  ostream_iterator(ostream& to, const char* between) : stream(&to), separator(between) {}
  ostream_iterator& operator=(const T& value) {
    *stream << value << separator;
    return *this;
  }
  ostream_iterator& operator*() { return *this; }
  ostream_iterator& operator++() { return *this; }
  ostream_iterator& operator++(int) { return *this; }
};
}
)cuda"
                                            "#include <string>\n";
  return kText;
}

}  // namespace warplens::lang
