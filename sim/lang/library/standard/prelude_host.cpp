// What host code sees of the C library, as text: types, constants, the functions that CUDA C++
// itself can say, and the declarations of those that the host's machine executes (provided.def).
// Values are those of glibc on 64-bit Linux. CUDA's runtime is in prelude_runtime.cpp.
#include <string>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

// Before the declarations: what they name.
constexpr std::string_view kHostTypes = R"cuda(
#pragma once
struct _IO_FILE;
typedef struct _IO_FILE FILE;
#define stdin ((FILE*)1ull)
#define stdout ((FILE*)2ull)
#define stderr ((FILE*)3ull)
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define INT32_C(x) x
#define UINT32_C(x) x##u
#define INT64_C(x) x##l
#define UINT64_C(x) x##ul
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
typedef long time_t;
typedef long ssize_t;
typedef int clockid_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
)cuda";

// Behind them: what is made of them.
constexpr std::string_view kFunctions = R"cuda(
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 "ld"
#define PRIi32 "i"
#define PRIi64 "li"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 "lu"
#define PRIx32 "x"
#define PRIx64 "lx"
#define PRIX64 "lX"
inline int errno = 0;
inline FILE* fopen(const char* name, const char* mode) {
  FILE* const file = warplens_open(name, mode);
  if (file == nullptr) errno = ENOENT;
  return file;
}
inline int putchar(int c) { return fputc(c, stdout); }
inline int fputc_unlocked(int c, FILE* file) { return fputc(c, file); }
inline int putc(int c, FILE* file) { return fputc(c, file); }
inline int getchar() { return fgetc(stdin); }
inline int getc(FILE* file) { return fgetc(file); }
inline void rewind(FILE* file) { fseek(file, 0, SEEK_SET); }
inline int setvbuf(FILE* file, char* buffer, int mode, size_t size) { return 0; }
inline void setbuf(FILE* file, char* buffer) {}
inline int atoi(const char* text) { return (int)strtol(text, nullptr, 10); }
inline long atol(const char* text) { return strtol(text, nullptr, 10); }
inline long long atoll(const char* text) { return strtol(text, nullptr, 10); }
inline double atof(const char* text) { return strtod(text, nullptr); }
inline float strtof(const char* text, char** end) { return (float)strtod(text, end); }
inline long long strtoll(const char* text, char** end, int base) { return strtol(text, end, base); }
inline unsigned long long strtoull(const char* text, char** end, int base) {
  return strtoul(text, end, base);
}
inline long random() { return rand(); }
inline void srandom(unsigned seed) { srand(seed); }
inline long labs(long x) { return x < 0 ? -x : x; }
inline int posix_memalign(void** pointer, size_t alignment, size_t bytes) {
  *pointer = aligned_alloc(alignment, bytes);
  return *pointer == nullptr ? 12 : 0;
}

inline void* warplens_zeros(size_t bytes) { return calloc(bytes, 1); }
inline char* strcpy(char* to, const char* from) {
  memcpy(to, from, strlen(from) + 1);
  return to;
}
inline char* strncpy(char* to, const char* from, size_t size) {
  size_t i = 0;
  for (; i < size && from[i] != 0; ++i) to[i] = from[i];
  for (; i < size; ++i) to[i] = 0;
  return to;
}
inline char* strcat(char* to, const char* from) {
  strcpy(to + strlen(to), from);
  return to;
}
inline char* strncat(char* to, const char* from, size_t size) {
  char* end = to + strlen(to);
  size_t i = 0;
  for (; i < size && from[i] != 0; ++i) end[i] = from[i];
  end[i] = 0;
  return to;
}
inline int strncmp(const char* a, const char* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    if (a[i] == 0) return 0;
  }
  return 0;
}
inline int strcmp(const char* a, const char* b) { return strncmp(a, b, (size_t)-1); }
inline int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
inline int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
inline int isdigit(int c) { return c >= '0' && c <= '9'; }
inline int isupper(int c) { return c >= 'A' && c <= 'Z'; }
inline int islower(int c) { return c >= 'a' && c <= 'z'; }
inline int isalpha(int c) { return isupper(c) || islower(c); }
inline int isalnum(int c) { return isalpha(c) || isdigit(c); }
inline int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
inline int isprint(int c) { return c >= 32 && c < 127; }
inline int ispunct(int c) { return isprint(c) && c != ' ' && !isalnum(c); }
inline int isxdigit(int c) { return isdigit(c) || (tolower(c) >= 'a' && tolower(c) <= 'f'); }
inline int strncasecmp(const char* a, const char* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const int x = tolower(a[i]), y = tolower(b[i]);
    if (x != y) return x - y;
    if (x == 0) return 0;
  }
  return 0;
}
inline int strcasecmp(const char* a, const char* b) { return strncasecmp(a, b, (size_t)-1); }
inline char* strchr(const char* text, int c) {
  for (;; ++text) {
    if (*text == (char)c) return (char*)text;
    if (*text == 0) return nullptr;
  }
}
inline char* strrchr(const char* text, int c) {
  const char* found = nullptr;
  for (;; ++text) {
    if (*text == (char)c) found = text;
    if (*text == 0) return (char*)found;
  }
}
inline char* strstr(const char* text, const char* wanted) {
  const size_t size = strlen(wanted);
  for (;; ++text) {
    if (strncmp(text, wanted, size) == 0) return (char*)text;
    if (*text == 0) return nullptr;
  }
}
inline char* strdup(const char* text) { return strcpy((char*)malloc(strlen(text) + 1), text); }
inline void warplens_merge_sort(char* first, size_t count, size_t size, int (*compare)(const void*, const void*), char* spare) {
  if (count < 2) return;
  const size_t left = count / 2;
  char* middle = first + left * size;
  warplens_merge_sort(first, left, size, compare, spare);
  warplens_merge_sort(middle, count - left, size, compare, spare);
  char* a = first;
  char* b = middle;
  char* end = first + count * size;
  char* to = spare;
  while (a != middle && b != end) {
    char** from = compare(a, b) <= 0 ? &a : &b;
    memcpy(to, *from, size);
    *from += size;
    to += size;
  }
  memcpy(to, a, middle - a);
  memcpy(first, spare, (to - spare) + (middle - a));
}
// As glibc has it: stable.
inline void qsort(void* first, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  char* spare = (char*)malloc(count * size);
  warplens_merge_sort((char*)first, count, size, compare, spare);
  free(spare);
}
inline void* bsearch(const void* key, const void* first, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  size_t low = 0;
  while (low < count) {
    const size_t middle = (low + count) / 2;
    const char* at = (const char*)first + middle * size;
    const int order = compare(key, at);
    if (order == 0) return (void*)at;
    if (order < 0) {
      count = middle;
    } else {
      low = middle + 1;
    }
  }
  return nullptr;
}
inline char* strtok(char* text, const char* separators) {
  static char* next = nullptr;
  if (text == nullptr) text = next;
  if (text == nullptr) return nullptr;
  while (*text != 0 && strchr(separators, *text) != nullptr) ++text;
  if (*text == 0) {
    next = nullptr;
    return nullptr;
  }
  char* const begin = text;
  while (*text != 0 && strchr(separators, *text) == nullptr) ++text;
  next = *text == 0 ? nullptr : text + 1;
  *text = 0;
  return begin;
}

// What the program has changed of its environment, the newest first.
struct warplens_setting { char *name, *value; warplens_setting* next; };
inline warplens_setting* warplens_settings = nullptr;
inline char* getenv(const char* name) {
  for (warplens_setting* one = warplens_settings; one != nullptr; one = one->next) {
    if (strcmp(one->name, name) == 0) return one->value;
  }
  return warplens_environment(name);
}
inline int setenv(const char* name, const char* value, int replaces) {
  if (!replaces && getenv(name) != nullptr) return 0;
  warplens_setting* const made = (warplens_setting*)malloc(sizeof(warplens_setting));
  made->name = strdup(name);
  made->value = value == nullptr ? nullptr : strdup(value);
  made->next = warplens_settings;
  warplens_settings = made;
  return 0;
}
inline int unsetenv(const char* name) { return setenv(name, nullptr, 1); }
inline int putenv(char* setting) {
  char* const name = strdup(setting);
  char* const equals = strchr(name, '=');
  if (equals == nullptr) return unsetenv(name);
  *equals = 0;
  return setenv(name, equals + 1, 1);
}

inline clock_t clock() { return warplens_nanoseconds(CLOCK_PROCESS_CPUTIME_ID) / 1000; }
inline time_t time(time_t* to) {
  const time_t now = warplens_nanoseconds(CLOCK_REALTIME) / 1000000000;
  if (to != nullptr) *to = now;
  return now;
}
inline double difftime(time_t end, time_t begin) { return (double)(end - begin); }
inline int clock_gettime(clockid_t clock, struct timespec* to) {
  const long long now = warplens_nanoseconds(clock);
  to->tv_sec = now / 1000000000;
  to->tv_nsec = now % 1000000000;
  return 0;
}
inline int timespec_get(struct timespec* to, int base) {
  clock_gettime(CLOCK_REALTIME, to);
  return base;
}
inline int gettimeofday(struct timeval* to, void* zone) {
  const long long now = warplens_nanoseconds(CLOCK_REALTIME);
  to->tv_sec = now / 1000000000;
  to->tv_usec = now % 1000000000 / 1000;
  return 0;
}
inline int usleep(unsigned microseconds) {
  warplens_sleep(microseconds * 1000ll);
  return 0;
}
inline unsigned sleep(unsigned seconds) {
  warplens_sleep(seconds * 1000000000ll);
  return 0;
}
// drand48() has all 48 bits of the state.
inline long lrand48() { return (long)(drand48() * 2147483648.0); }
inline long mrand48() { return (int)(unsigned)(drand48() * 4294967296.0); }
inline double erand48(unsigned short* state) {
  unsigned long bits = state[0] | (unsigned long)state[1] << 16 | (unsigned long)state[2] << 32;
  bits = bits * 0x5DEECE66Dul + 0xB & 0xFFFFFFFFFFFFul;
  for (int i = 0; i < 3; ++i) state[i] = (unsigned short)(bits >> 16 * i);
  return (double)bits / 281474976710656.0;
}
inline long nrand48(unsigned short* state) { return (long)(erand48(state) * 2147483648.0); }
inline long jrand48(unsigned short* state) { return (int)(unsigned)(erand48(state) * 4294967296.0); }
inline int __builtin_popcountll(unsigned long long x) {
  int count = 0;
  for (; x != 0; x &= x - 1) ++count;
  return count;
}
inline int __builtin_popcount(unsigned x) { return __builtin_popcountll(x); }
inline int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
inline int __builtin_parity(unsigned x) { return __builtin_popcountll(x) & 1; }
inline int __builtin_ctzll(unsigned long long x) { return __builtin_popcountll(~x & (x - 1)); }
inline int __builtin_ctz(unsigned x) { return __builtin_ctzll(x); }
inline int __builtin_ctzl(unsigned long x) { return __builtin_ctzll(x); }
inline int __builtin_ffs(int x) { return x == 0 ? 0 : __builtin_ctz(x) + 1; }
inline int __builtin_clzll(unsigned long long x) {
  for (int shift = 1; shift < 64; shift *= 2) x |= x >> shift;
  return 64 - __builtin_popcountll(x);
}
inline int __builtin_clz(unsigned x) { return __builtin_clzll(x) - 32; }
inline int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }
inline long __builtin_expect(long value, long expected) { return value; }
// What is done when the program ends, from the last to the first: functions that it gives, and the
// ends of objects that last as long as it.
struct warplens_exit_action {
  void (*call)();
  void (*end)(void*);
  void* object;
};
inline warplens_exit_action warplens_first_exit_actions[32];
inline warplens_exit_action* warplens_more_exit_actions = nullptr;
inline size_t warplens_exit_count = 0, warplens_exit_space = 32;
inline warplens_exit_action* warplens_exit_actions() {
  return warplens_more_exit_actions != nullptr ? warplens_more_exit_actions : warplens_first_exit_actions;
}
inline void warplens_at_exit(void (*call)(), void (*end)(void*), void* object) {
  if (warplens_exit_count == warplens_exit_space) {
    warplens_exit_action* const more = (warplens_exit_action*)malloc(2 * warplens_exit_space * sizeof(warplens_exit_action));
    memcpy(more, warplens_exit_actions(), warplens_exit_space * sizeof(warplens_exit_action));
    free(warplens_more_exit_actions);
    warplens_more_exit_actions = more;
    warplens_exit_space *= 2;
  }
  warplens_exit_action& last = warplens_exit_actions()[warplens_exit_count++];
  last.call = call;
  last.end = end;
  last.object = object;
}
inline int atexit(void (*call)()) {
  warplens_at_exit(call, nullptr, nullptr);
  return 0;
}
template <class T>
inline void warplens_end_object(void* object) { ((T*)object)->~T(); }
template <class T>
inline void warplens_end_at_exit(T* objects, size_t count) {
  for (size_t i = 0; i < count; ++i) warplens_at_exit(nullptr, &warplens_end_object<T>, objects + i);
}
inline void exit(int status) {
  while (warplens_exit_count > 0) {
    const warplens_exit_action last = warplens_exit_actions()[--warplens_exit_count];
    if (last.call != nullptr)
      last.call();
    else
      last.end(last.object);
  }
  warplens_exit(status);
}
inline void _Exit(int status) { warplens_exit(status); }
inline void _exit(int status) { warplens_exit(status); }
inline void quick_exit(int status) { warplens_exit(status); }
inline void bzero(void* memory, size_t bytes) { memset(memory, 0, bytes); }
namespace std {
void warplens_fail_memory();
void warplens_fail_array();
}
// Where new finds none, or the number of elements is no array's.
inline void warplens_lacks_memory(bool is_too_long) {
  if (is_too_long)
    std::warplens_fail_array();
  else
    std::warplens_fail_memory();
}
inline void* warplens_held(void* memory) {
  if (memory == nullptr) std::warplens_fail_memory();
  return memory;
}
// OpenMP: its pragmas are read as comments, so there is one thread.
)cuda";

std::string whole_text() {
  std::string text(kHostTypes);
  text += runtime_types_text();
#define WL_PROVIDED(name, prototype) text += prototype "\n";
#include "sim/lang/library/provided.def"
  text += kFunctions;
  text += runtime_functions_text();
  text += device_runtime_text();
  text += objects_text("inline");
  text += throwing_text();
  return text;
}

}  // namespace

std::string_view host_text() {
  static const std::string text = whole_text();
  return text;
}

}  // namespace warplens::lang
