// What host code does with the device's memory, and what it writes, reported as it happens: for a
// picture of a program.
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/base/source.hpp"

namespace warplens::host {

struct Event {
  enum class Kind : uint8_t { kAllocate, kFree, kCopy, kFill, kLaunch, kWrite };
  Kind kind = Kind::kAllocate;
  base::Span place;                      // of the user's text
  uint64_t to = 0, from = 0, bytes = 0;  // addresses; `from` of a copy alone, none of a launch
  bool has_failed = false;               // the call returned an error, and did nothing
  uint8_t value = 0;                     // of each byte, of kFill
  std::string_view text;                 // of kWrite: what the program wrote
  bool is_error = false;                 // ... to its errors, not to its output
};

}  // namespace warplens::host
