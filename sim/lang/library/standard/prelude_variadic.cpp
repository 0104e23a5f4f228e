// <stdarg.h> and the functions of <stdio.h> that take a va_list, for host code. The arguments of a
// call behind the parameters are words of 8 bytes in a ring (check/check_variadic.cpp): those of a
// call are needed until it returns, and no program has 60,000 words of them at a time.
#include <array>

#include "sim/lang/library/prelude.hpp"

namespace warplens::lang {
namespace {

constexpr std::string_view kText = R"cuda(
#pragma once
typedef const unsigned long long* va_list;
typedef va_list __builtin_va_list;
#define va_start(list, last) ((list) = warplens_rest)
#define va_end(list) ((void)0)
#define va_copy(to, from) ((to) = (from))
#define va_arg(list, type) (*(type*)((list)++))
// Behind the ring is room for what a format without its arguments reads.
static unsigned long long warplens_ring[65536 + 256];
static unsigned warplens_ring_next = 0;
inline unsigned long long* warplens_rest_begin(int count) {
  if (warplens_ring_next + count > 65536) warplens_ring_next = 0;
  unsigned long long* const begin = warplens_ring + warplens_ring_next;
  warplens_ring_next += count;
  return begin;
}
inline unsigned long long* warplens_rest_put(unsigned long long* at, long long value) {
  *at = (unsigned long long)value;
  return at + 1;
}
inline unsigned long long* warplens_rest_put(unsigned long long* at, double value) {
  *(double*)at = value;
  return at + 1;
}
inline unsigned long long* warplens_rest_put(unsigned long long* at, const void* value) {
  *at = (unsigned long long)value;
  return at + 1;
}
inline const unsigned long long* warplens_rest_of(unsigned long long* end, int count) { return end - count; }
inline int vsnprintf(char* to, size_t size, const char* format, va_list rest) { return warplens_format(to, size, format, rest); }
inline int vsprintf(char* to, const char* format, va_list rest) { return warplens_format(to, (size_t)1 << 30, format, rest); }
inline int vfprintf(FILE* file, const char* format, va_list rest) {
  const int size = warplens_format(nullptr, 0, format, rest);
  char* const text = (char*)malloc(size + 1);
  warplens_format(text, size + 1, format, rest);
  fwrite(text, 1, size, file);
  free(text);
  return size;
}
inline int vprintf(const char* format, va_list rest) { return vfprintf(stdout, format, rest); }
inline int vasprintf(char** to, const char* format, va_list rest) {
  const int size = warplens_format(nullptr, 0, format, rest);
  *to = (char*)malloc(size + 1);
  return warplens_format(*to, size + 1, format, rest);
}
namespace std {
using ::va_list;
using ::vsnprintf;
using ::vsprintf;
using ::vfprintf;
using ::vprintf;
}
)cuda";

constexpr auto kWords = std::to_array<std::string_view>({"va_list", "va_start", "...)", "... )"});

}  // namespace

std::string_view variadic_text() {
  return kText;
}

bool needs_variadic_text(std::string_view text) {
  return names_one_of(text, kWords);
}

}  // namespace warplens::lang
