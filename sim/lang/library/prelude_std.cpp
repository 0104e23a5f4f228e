// The parts of the C++ standard library that whole programs use, as text in the language that
// Warplens supports: each is included by its header, or, where it is small, seen by every program.
#include <array>
#include <string>
#include <utility>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// <utility>, <limits>, the C library's names in std.
constexpr std::string_view kBasics = R"cuda(
namespace std {
template <class T>
__host__ __device__ inline T&& move(T& x) { return static_cast<T&&>(x); }
template <class T>
__host__ __device__ inline void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
__host__ __device__ inline int abs(int x) { return x < 0 ? -x : x; }
__host__ __device__ inline long abs(long x) { return x < 0 ? -x : x; }
__host__ __device__ inline long long abs(long long x) { return x < 0 ? -x : x; }
__host__ __device__ inline float abs(float x) { return fabsf(x); }
__host__ __device__ inline double abs(double x) { return fabs(x); }

template <class T>
struct numeric_limits;
)cuda";

// <iostream>, <iomanip>
constexpr std::string_view kStreams = R"cuda(
#pragma once
namespace std {
struct warplens_manipulator {
  int what;
  int value;
};
struct ios_base {
  enum fmtflags { fixed = 1, scientific = 2, hex = 4, oct = 8, left = 16, boolalpha = 32,
                  showpos = 64, showpoint = 128, uppercase = 256, dec = 512, right = 1024 };
  static bool sync_with_stdio(bool with) { return true; }
};
class ostream {
 public:
  __host__ ostream(int to) : file(to) {}
  __host__ ostream& put(char c) {
    fputc(c, out());
    return *this;
  }
  __host__ ostream& write(const char* text, long size) {
    fwrite(text, 1, size, out());
    return *this;
  }
  __host__ ostream& flush() {
    fflush(out());
    return *this;
  }
  __host__ ostream& operator<<(bool x) {
    if (flags & 32) return text(x ? "true" : "false");
    return integer(x ? 1 : 0, false);
  }
  __host__ ostream& operator<<(char c) {
    char one[2];
    one[0] = c;
    one[1] = 0;
    if (c == 0 && width_left == 0) return put(c);
    return text(one);
  }
  __host__ ostream& operator<<(signed char c) { return *this << (char)c; }
  __host__ ostream& operator<<(unsigned char c) { return *this << (char)c; }
  __host__ ostream& operator<<(short x) { return integer(x, false); }
  __host__ ostream& operator<<(unsigned short x) { return integer(x, true); }
  __host__ ostream& operator<<(int x) {
    return (flags & 12) != 0 ? integer((unsigned)x, true) : integer(x, false);
  }
  __host__ ostream& operator<<(unsigned x) { return integer(x, true); }
  __host__ ostream& operator<<(long x) { return integer(x, false); }
  __host__ ostream& operator<<(unsigned long x) { return integer((long long)x, true); }
  __host__ ostream& operator<<(long long x) { return integer(x, false); }
  __host__ ostream& operator<<(unsigned long long x) { return integer((long long)x, true); }
  __host__ ostream& operator<<(float x) { return real(x); }
  __host__ ostream& operator<<(double x) { return real(x); }
  __host__ ostream& operator<<(const char* x) { return text(x); }
  __host__ ostream& operator<<(const void* x) {
    char digits[32];
    snprintf(digits, 32, "%#llx", (unsigned long long)x);
    return text(x == nullptr ? "0" : digits);
  }
  __host__ ostream& operator<<(warplens_manipulator m) {
    if (m.what == 0) {
      put('\n');
      return flush();
    }
    if (m.what == 1) return flush();
    if (m.what == 2) width_left = m.value;
    if (m.what == 3) digits = m.value;
    if (m.what == 4) filler = (char)m.value;
    if (m.what == 5) flags = (flags & ~3) | m.value;
    if (m.what == 6) flags = (flags & ~12) | m.value;
    if (m.what == 7) flags = (flags & ~16) | m.value;
    if (m.what == 8) flags |= m.value;
    if (m.what == 9) flags &= ~m.value;
    return *this;
  }
  __host__ int precision() const { return digits; }
  __host__ int precision(int n) {
    const int old = digits;
    digits = n;
    return old;
  }
  __host__ int width(int n) {
    const int old = width_left;
    width_left = n;
    return old;
  }
  __host__ char fill(char c) {
    const char old = filler;
    filler = c;
    return old;
  }
  __host__ int setf(int more) {
    const int old = flags;
    flags |= more;
    return old;
  }
  __host__ void unsetf(int less) { flags &= ~less; }
  __host__ bool good() const { return true; }
  __host__ bool fail() const { return false; }

 private:
  __host__ FILE* out() const { return (FILE*)(unsigned long long)file; }
  __host__ ostream& text(const char* x) {
    const int spaces = width_left - (int)strlen(x);
    width_left = 0;
    for (int i = 0; (flags & 16) == 0 && i < spaces; ++i) fputc(filler, out());
    fputs(x, out());
    for (int i = 0; (flags & 16) != 0 && i < spaces; ++i) fputc(filler, out());
    return *this;
  }
  __host__ ostream& integer(long long x, bool is_unsigned) {
    char digits_of[40];
    const char* format = (flags & 4) != 0 ? ((flags & 256) != 0 ? "%llX" : "%llx")
                         : (flags & 8) != 0 ? "%llo"
                         : is_unsigned ? "%llu"
                         : (flags & 64) != 0 ? "%+lld"
                                             : "%lld";
    snprintf(digits_of, 40, format, x);
    return text(digits_of);
  }
  __host__ ostream& real(double x) {
    char digits_of[512];
    const char* format = (flags & 3) == 1 ? ((flags & 64) != 0 ? "%+.*f" : "%.*f")
                         : (flags & 3) == 2 ? ((flags & 64) != 0 ? "%+.*e" : "%.*e")
                         : (flags & 128) != 0 ? "%#.*g"
                         : (flags & 64) != 0 ? "%+.*g"
                                             : "%.*g";
    snprintf(digits_of, 512, format, digits, x);
    return text(digits_of);
  }
  int file;
  int flags = 0;
  int digits = 6;
  int width_left = 0;
  char filler = ' ';
};
static ostream cout = ostream(2), cerr = ostream(3), clog = ostream(3);

class istream {
 public:
  __host__ istream(int from) : file(from) {}
  __host__ istream& operator>>(int& x) { return read("%d", &x); }
  __host__ istream& operator>>(unsigned& x) { return read("%u", &x); }
  __host__ istream& operator>>(long& x) { return read("%ld", &x); }
  __host__ istream& operator>>(unsigned long& x) { return read("%lu", &x); }
  __host__ istream& operator>>(long long& x) { return read("%lld", &x); }
  __host__ istream& operator>>(float& x) { return read("%f", &x); }
  __host__ istream& operator>>(double& x) { return read("%lf", &x); }
  __host__ istream& operator>>(char& x) { return read(" %c", &x); }
  __host__ int get() { return fgetc((FILE*)(unsigned long long)file); }
  __host__ bool eof() const { return feof((FILE*)(unsigned long long)file) != 0; }
  __host__ bool fail() const { return has_failed; }
  __host__ bool good() const { return !has_failed; }
  __host__ operator bool() const { return !has_failed; }
  __host__ bool operator!() const { return has_failed; }

 private:
  template <class T>
  __host__ istream& read(const char* format, T* to) {
    if (!has_failed && fscanf((FILE*)(unsigned long long)file, format, to) != 1) has_failed = true;
    return *this;
  }
  int file;
  bool has_failed = false;
};
static istream cin = istream(1);

const warplens_manipulator endl = {0, 0}, flush = {1, 0}, ends = {1, 0};
const warplens_manipulator fixed = {5, 1}, scientific = {5, 2}, defaultfloat = {5, 0};
const warplens_manipulator dec = {6, 0}, hex = {6, 4}, oct = {6, 8};
const warplens_manipulator right = {7, 0}, left = {7, 16}, internal = {7, 0};
const warplens_manipulator boolalpha = {8, 32}, showpos = {8, 64}, showpoint = {8, 128},
                           uppercase = {8, 256}, unitbuf = {8, 0};
const warplens_manipulator noboolalpha = {9, 32}, noshowpos = {9, 64}, noshowpoint = {9, 128},
                           nouppercase = {9, 256};
inline warplens_manipulator setw(int n) { return {2, n}; }
inline warplens_manipulator setprecision(int n) { return {3, n}; }
inline warplens_manipulator setfill(char c) { return {4, c}; }
}
)cuda";

struct Limits {
  std::string_view type, lowest, least, most, epsilon;
  bool is_integer, is_signed;
  int digits;
};
constexpr auto kLimits = std::to_array<Limits>({
    {"bool", "false", "false", "true", "false", true, false, 1},
    {"char", "CHAR_MIN", "CHAR_MIN", "CHAR_MAX", "0", true, true, 7},
    {"signed char", "SCHAR_MIN", "SCHAR_MIN", "SCHAR_MAX", "0", true, true, 7},
    {"unsigned char", "0", "0", "UCHAR_MAX", "0", true, false, 8},
    {"short", "SHRT_MIN", "SHRT_MIN", "SHRT_MAX", "0", true, true, 15},
    {"unsigned short", "0", "0", "USHRT_MAX", "0", true, false, 16},
    {"int", "INT_MIN", "INT_MIN", "INT_MAX", "0", true, true, 31},
    {"unsigned", "0u", "0u", "UINT_MAX", "0", true, false, 32},
    {"long", "LONG_MIN", "LONG_MIN", "LONG_MAX", "0", true, true, 63},
    {"unsigned long", "0ul", "0ul", "ULONG_MAX", "0", true, false, 64},
    {"long long", "LLONG_MIN", "LLONG_MIN", "LLONG_MAX", "0", true, true, 63},
    {"unsigned long long", "0ull", "0ull", "ULLONG_MAX", "0", true, false, 64},
    {"float", "-FLT_MAX", "FLT_MIN", "FLT_MAX", "FLT_EPSILON", false, true, 24},
    {"double", "-DBL_MAX", "DBL_MIN", "DBL_MAX", "DBL_EPSILON", false, true, 53},
});

std::string limits_of(const Limits& of) {
  const std::string type(of.type);
  const auto function = [&](const char* name, std::string_view value) {
    return "  __host__ __device__ static constexpr " + type + " " + name + "() { return " +
           std::string(value) + "; }\n";
  };
  const auto fact = [](const char* name, bool holds) {
    return std::string("  static constexpr bool ") + name + (holds ? " = true;\n" : " = false;\n");
  };
  std::string text = "template <>\nstruct numeric_limits<" + type + "> {\n";
  text += fact("is_specialized", true) + fact("is_integer", of.is_integer) +
          fact("is_signed", of.is_signed) + fact("is_exact", of.is_integer) +
          fact("has_infinity", !of.is_integer) + fact("has_quiet_NaN", !of.is_integer);
  text += "  static constexpr int digits = " + std::to_string(of.digits) + ";\n";
  text += function("min", of.least) + function("max", of.most) + function("lowest", of.lowest) +
          function("epsilon", of.epsilon);
  text += function("infinity", of.is_integer        ? "0"
                               : of.type == "float" ? "(1.0f / 0.0f)"
                                                    : "(1.0 / 0.0)");
  text += function("quiet_NaN", of.is_integer        ? "0"
                                : of.type == "float" ? "(0.0f / 0.0f)"
                                                     : "(0.0 / 0.0)");
  return text + "};\n";
}

// Names of the C library that std has, too: its functions, and those of prelude_host.cpp.
constexpr auto kAlsoInStd = std::to_array<std::string_view>(
    {"putchar", "getchar", "rewind",   "atoi",    "atol",    "atoll",    "atof",
     "strtof",  "strtoll", "strtoull", "strcpy",  "strncpy", "strcat",   "strncat",
     "strcmp",  "strncmp", "strchr",   "strrchr", "strstr",  "strtok",   "tolower",
     "toupper", "isdigit", "isupper",  "islower", "isalpha", "isalnum",  "isspace",
     "isprint", "ispunct", "isxdigit", "clock",   "time",    "difftime", "labs"});

std::string basics() {
  std::string text(kBasics);
  for (const Limits& of : kLimits) text += limits_of(of);
  for (const std::string_view name : kAlsoInStd) text += "using ::" + std::string(name) + ";\n";
#define WL_PROVIDED(name, prototype)                      \
  if (!std::string_view(#name).starts_with("warplens") && \
      !std::string_view(#name).starts_with("cuda"))       \
    text += "using ::" #name ";\n";
#include "sim/lang/library/provided.def"
  return text + "}\n";
}

}  // namespace

std::string_view std_text() {
  static const std::string text = basics();
  return text;
}

std::optional<Prelude> program_header(std::string_view name) {
  for (const std::string_view header :
       {"iostream", "iomanip", "ostream", "istream", "ios", "iosfwd"}) {
    if (name == header) return Prelude{"iostream", kStreams};
  }
  return std::nullopt;
}

}  // namespace warplens::lang
