// How much a test tries. What a change must wait for is brief; the tests `long.*` of ctest, which
// set WARPLENS_LONG_TESTS, try all of it.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace warplens::test {

inline size_t up_to(size_t count) {
  static const bool whole = std::getenv("WARPLENS_LONG_TESTS") != nullptr;
  return whole ? count : count / 10;
}

}  // namespace warplens::test
