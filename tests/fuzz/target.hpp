// What the fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace warplens::fuzz {

// A property that does not hold is a finding like a crash.
inline void expect(bool holds, std::string_view property) {
  if (holds) return;
  std::fprintf(stderr, "ERROR: it does not hold that %.*s\n", static_cast<int>(property.size()),
               property.data());
  std::abort();
}

// A result, or an error that says something (a text or a list).
template <class Result>
bool expect_value_or_reason(const Result& result) {
  expect(result.ok() || !result.error().empty(), "what fails says why");
  return result.ok();
}

}  // namespace warplens::fuzz
