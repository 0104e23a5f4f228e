// Where a broken invariant ends.
#include "sim/base/assert.hpp"

#include <cstdio>
#include <cstdlib>

namespace warplens::base {

void assertion_failed(const char* file, int line, const char* condition, const char* message) {
  std::fprintf(stderr, "%s:%d: warplens is broken here: %s (%s)\n", file, line, message, condition);
  std::abort();
}

}  // namespace warplens::base
