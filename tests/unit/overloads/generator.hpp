// Random programs about overload resolution: functions of one name in the file, in namespaces and
// in a struct, beside CUDA's own, and calls of them from each of these places. The text is both
// CUDA C++ for Warplens and, with `__device__` empty, host C++ for a compiler that is known to be
// right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::overloads {

struct Program {
  // Lines of declarations; a call's function is in a line of its own. "@" is the file's scope.
  std::vector<std::string> lines;
  struct Call {
    size_t line = 0;     // in `lines`
    std::string result;  // an expression of the file that calls it: "A::call3()"
  };
  std::vector<Call> calls;
};

// The same program for the same seed.
Program random_program(uint32_t seed);

// What CUDA's headers declare of the functions that the programs call, as host C++ that computes
// what they do; and the macros that make the programs host C++.
std::string host_declarations();
std::string host_macros();

// The program with only the call of that number, and a kernel `k(double* out)` that stores its
// result.
std::string device_text(const Program& program, size_t call);
// The program as namespace `space`, with `is_left_out[line]` lines empty: as many lines as
// `program.lines` has, behind `host_declarations()`.
std::string host_line(const Program& program, size_t line, const std::string& space);

}  // namespace warplens::overloads
