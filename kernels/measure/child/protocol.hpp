// The common rules of both ends of a pipe between this program's processes; serve.hpp has the
// requests.
#pragma once

#include <cstddef>
#include <string>

#include "sim/base/say.hpp"

namespace warplens::measure {

// Part of every request, answer and problem. Both ends are the same program, unless another one was
// started by hand or a file was replaced.
inline constexpr unsigned kProtocol = 2;

// A request or an answer, with its line break. Arrays are passed in files, and machine code is
// written as digits: 32 MiB of it.
inline constexpr size_t kLongestLine = size_t{64} << 20;  // [bytes]

inline std::string other_protocol(unsigned version) {
  return say("it is of protocol {version}, and this program uses {own}", "version"_a = version,
             "own"_a = kProtocol);
}

}  // namespace warplens::measure
