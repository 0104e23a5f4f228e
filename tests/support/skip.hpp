// A test case that this machine has no means for: it says so, and where all cases of a test are so,
// ctest counts the test as skipped (status 77) and not as passed.
#pragma once

namespace warplens::test {

inline constexpr int kSkippedStatus = 77;

// Notes it of the case that is running, and prints why.
void note_skipped(const char* reason);

}  // namespace warplens::test

// Ends the case (or a function of it that returns nothing) where `condition` does not hold.
#define WARPLENS_NEEDS(condition, reason)     \
  do {                                        \
    if (!(condition)) {                       \
      ::warplens::test::note_skipped(reason); \
      return;                                 \
    }                                         \
  } while (false)
