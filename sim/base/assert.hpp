// WL_ASSERT(condition, message): our own broken invariants, checked in every build. It never
// reports a user's mistake.
#pragma once

namespace warplens::base {

// Prints file, line, condition and message to stderr and aborts.
[[noreturn]] void assertion_failed(const char* file, int line, const char* condition,
                                   const char* message);

}  // namespace warplens::base

#define WL_ASSERT(condition, message) \
  ((condition) ? (void)0              \
               : ::warplens::base::assertion_failed(__FILE__, __LINE__, #condition, message))
