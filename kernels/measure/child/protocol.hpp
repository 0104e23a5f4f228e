// What both sides of a pipe between this program's processes agree on; serve.hpp has the requests.
#pragma once

#include <cstddef>
#include <string>

#include "sim/base/say.hpp"

namespace warplens::measure {

// Every request, answer and problem carries it. Both sides are the same program, unless somebody
// starts another one by hand or a file was replaced.
inline constexpr unsigned kProtocol = 2;

// A request or an answer, with its line break. Arrays are passed in files, and machine code is
// written as digits: 32 MiB of it.
inline constexpr size_t kLongestLine = size_t{64} << 20;  // [bytes]

inline std::string other_protocol(unsigned version) {
  return say("it is of protocol {version}, and this program speaks {own}", "version"_a = version,
             "own"_a = kProtocol);
}

}  // namespace warplens::measure
