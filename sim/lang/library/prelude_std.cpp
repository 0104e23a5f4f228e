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
template <class T, class U>
__host__ __device__ inline T exchange(T& x, const U& value) {
  T kept = x;
  x = static_cast<T>(value);
  return kept;
}
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

template <class A, class B>
struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
  __host__ __device__ pair() : first(), second() {}
  __host__ __device__ pair(const A& a, const B& b) : first(a), second(b) {}
};
template <class A, class B>
__host__ __device__ inline pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <class A, class B>
__host__ __device__ inline bool operator==(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first == b.first && a.second == b.second;
}
template <class A, class B>
__host__ __device__ inline bool operator<(const pair<A, B>& a, const pair<A, B>& b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class T>
struct less {
  __host__ __device__ bool operator()(const T& a, const T& b) const { return a < b; }
};
template <class T>
struct greater {
  __host__ __device__ bool operator()(const T& a, const T& b) const { return b < a; }
};

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
                  showpos = 64, showpoint = 128, showbase = 2048, uppercase = 256, dec = 512, right = 1024 };
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
    const bool has_base = (flags & 2048) != 0, is_upper = (flags & 256) != 0;
    const char* hexadecimal = has_base ? (is_upper ? "%#llX" : "%#llx")
                              : is_upper ? "%llX"
                                         : "%llx";
    const char* format = (flags & 4) != 0 ? hexadecimal
                         : (flags & 8) != 0 ? (has_base ? "%#llo" : "%llo")
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

 public:
  // The next word, of at most 1023 characters.
  __host__ istream& word(char* to) { return read("%1023s", to); }
  __host__ void note_end() { has_failed = true; }

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
const warplens_manipulator showbase = {8, 2048}, noshowbase = {9, 2048};
const warplens_manipulator boolalpha = {8, 32}, showpos = {8, 64}, showpoint = {8, 128},
                           uppercase = {8, 256}, unitbuf = {8, 0};
const warplens_manipulator noboolalpha = {9, 32}, noshowpos = {9, 64}, noshowpoint = {9, 128},
                           nouppercase = {9, 256};
inline warplens_manipulator setw(int n) { return {2, n}; }
inline warplens_manipulator setprecision(int n) { return {3, n}; }
inline warplens_manipulator setfill(char c) { return {4, c}; }
}
)cuda"
                                      "#include <string>\n";

// <chrono>
constexpr std::string_view kChrono = R"cuda(
#pragma once
namespace std {
template <long long N, long long D = 1>
struct ratio {
  static constexpr long long num = N, den = D;
};
typedef ratio<1, 1000000000> nano;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000> milli;
typedef ratio<1000, 1> kilo;
namespace chrono {
template <class Rep, class Period = ratio<1, 1>>
struct duration {
  typedef Rep rep;
  typedef Period period;
  Rep ticks;
  __host__ duration() : ticks(0) {}
  __host__ explicit duration(Rep n) : ticks(n) {}
  template <class R2, class P2>
  __host__ duration(const duration<R2, P2>& other)
      : ticks((Rep)((double)other.ticks * P2::num * Period::den / P2::den / Period::num)) {}
  __host__ Rep count() const { return ticks; }
};
typedef duration<long long, nano> nanoseconds;
typedef duration<long long, micro> microseconds;
typedef duration<long long, milli> milliseconds;
typedef duration<long long, ratio<1, 1>> seconds;
typedef duration<long long, ratio<60, 1>> minutes;
typedef duration<long long, ratio<3600, 1>> hours;
template <class To, class Rep, class Period>
inline To duration_cast(const duration<Rep, Period>& from) {
  return To(from);
}
struct time_point {
  long long ns;
  __host__ nanoseconds time_since_epoch() const { return nanoseconds(ns); }
};
inline nanoseconds operator-(const time_point& a, const time_point& b) {
  return nanoseconds(a.ns - b.ns);
}
inline bool operator<(const time_point& a, const time_point& b) { return a.ns < b.ns; }
inline time_point operator+(const time_point& a, const nanoseconds& b) { return {a.ns + b.ticks}; }
struct steady_clock {
  typedef std::chrono::time_point time_point;
  typedef nanoseconds duration;
  __host__ static std::chrono::time_point now() { return {warplens_nanoseconds(1)}; }
};
typedef steady_clock high_resolution_clock;
struct system_clock {
  typedef std::chrono::time_point time_point;
  typedef nanoseconds duration;
  __host__ static std::chrono::time_point now() { return {warplens_nanoseconds(0)}; }
};
}
}
)cuda";

// The headers of CUDA's samples: helper_cuda.h and its like, where the folder has none.
constexpr std::string_view kSamples = R"cuda(
#pragma once
#define checkCudaErrors(value) \
  warplens_check((cudaError_t)(value), #value, __FILE__, __LINE__)
#define getLastCudaError(message) warplens_check_last(message, __FILE__, __LINE__)
#define DEVICE_RESET cudaDeviceReset();
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) (a > b ? a : b)
#endif
#ifndef MIN
#define MIN(a, b) (a < b ? a : b)
#endif
inline void warplens_check(cudaError_t error, const char* text, const char* file, int line) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (int)error,
          cudaGetErrorName(error), text);
  exit(EXIT_FAILURE);
}
inline void warplens_check_last(const char* text, const char* file, int line) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, text,
          (int)error, cudaGetErrorString(error));
  exit(EXIT_FAILURE);
}
inline const char* warplens_flag(int argc, const char** argv, const char* name) {
  const size_t size = strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    if (strncasecmp(word, name, size) == 0 && (word[size] == 0 || word[size] == '=')) return word;
  }
  return nullptr;
}
inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return warplens_flag(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* word = warplens_flag(argc, argv, name);
  return word != nullptr && word[strlen(name)] == '=' ? atoi(word + strlen(name) + 1) : 0;
}
inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* word = warplens_flag(argc, argv, name);
  return word != nullptr && word[strlen(name)] == '=' ? (float)atof(word + strlen(name) + 1) : 0;
}
inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** to) {
  const char* word = warplens_flag(argc, argv, name);
  if (word == nullptr || word[strlen(name)] != '=') {
    *to = nullptr;
    return false;
  }
  *to = (char*)word + strlen(name) + 1;
  return true;
}
inline int _ConvertSMVer2Cores(int major, int minor) {
  if (major == 6) return minor == 0 ? 64 : 128;
  if (major == 7) return 64;
  if (major == 8) return minor == 0 ? 64 : 128;
  return 128;
}
inline const char* _ConvertSMVer2ArchName(int major, int minor) {
  if (major == 7) return minor == 5 ? "Turing" : "Volta";
  if (major == 8) return minor == 9 ? "Ada" : "Ampere";
  return major == 9 ? "Hopper" : "Graphics Device";
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int gpuDeviceInit(int device) { return 0; }
inline int findCudaDevice(int argc, const char** argv) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", 0,
         _ConvertSMVer2ArchName(properties.major, properties.minor), properties.major,
         properties.minor);
  return 0;
}
inline bool checkCudaCapabilities(int major, int minor) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  return properties.major > major || (properties.major == major && properties.minor >= minor);
}
struct StopWatchInterface {
  long long begun, total;
  int sessions;
  bool is_running;
};
inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = (StopWatchInterface*)calloc(1, sizeof(StopWatchInterface));
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  free(*timer);
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  (*timer)->begun = warplens_nanoseconds(1);
  (*timer)->is_running = true;
  return true;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  (*timer)->total += warplens_nanoseconds(1) - (*timer)->begun;
  (*timer)->is_running = false;
  ++(*timer)->sessions;
  return true;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  (*timer)->total = 0;
  (*timer)->sessions = 0;
  (*timer)->begun = warplens_nanoseconds(1);
  return true;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) {
  const long long now = (*timer)->is_running ? warplens_nanoseconds(1) - (*timer)->begun : 0;
  return (float)(((*timer)->total + now) / 1e6);
}
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return (*timer)->sessions > 0 ? (float)((*timer)->total / 1e6 / (*timer)->sessions) : 0.0f;
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned size,
                           float epsilon) {
  float error = 0, length = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float difference = reference[i] - data[i];
    error += difference * difference;
    length += reference[i] * reference[i];
  }
  if (fabs(sqrtf(length)) < 1e-7) return false;
  return sqrtf(error) / sqrtf(length) < epsilon;
}
template <class T>
inline bool compareData(const T* reference, const T* data, unsigned size, float epsilon,
                        float threshold) {
  unsigned wrong = 0;
  for (unsigned i = 0; i < size; ++i) {
    const float difference = (float)reference[i] - (float)data[i];
    if (!(difference <= epsilon && difference >= -epsilon)) ++wrong;
  }
  return threshold == 0.0f ? wrong == 0 : size * threshold > wrong;
}
inline char* sdkFindFilePath(const char* name, const char* program) {
  FILE* file = fopen(name, "rb");
  if (file == nullptr) return nullptr;
  fclose(file);
  return strdup(name);
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
  if (name == "vector" || name == "initializer_list") return Prelude{"vector", vector_header()};
  if (name == "array") return Prelude{"array", array_header()};
  if (name == "map" || name == "set") return Prelude{"map", map_header()};
  if (name == "random") return Prelude{"random", random_header()};
  if (name == "string") return Prelude{"string", string_header()};
  if (name == "algorithm" || name == "numeric") return Prelude{"algorithm", algorithm_header()};
  if (name == "chrono") return Prelude{"chrono", kChrono};
  if (name.starts_with("helper_")) return Prelude{"the samples' helpers", kSamples};
  return std::nullopt;
}

}  // namespace warplens::lang
