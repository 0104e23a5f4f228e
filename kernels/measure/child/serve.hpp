// The child's end: reads requests, one JSON object a line, and answers them until its input ends.
//
//   {"do": "machine"}                      -> {"answer": MachineAnswer}
//   {"do": "run", "job": Job}              -> {"progress": 0.4, "what": "..."} ... {"answer":
//   JobAnswer}
//   {"do": "accesses", "job": AccessJob}   -> ... {"answer": AccessAnswer}
//   {"do": "ceilings"}, {"do": "latencies"}, {"do": "cublas", "n": 1024}
// and in a compiling process
//   {"do": "compile", "request": CompileRequest} -> {"answer": Compiled}
// or {"problem": {"kind": "fault", "message": "..."}}. After a fault the process ends: its CUDA
// context is lost. Requests, answers and problems also have a member "protocol": protocol.hpp has
// its number, and the length of the longest line.
#pragma once

#include <iosfwd>

#include "kernels/measure/child/compiler.hpp"
#include "kernels/measure/child/gpu.hpp"

namespace warplens::measure {

// Exit status: 0.
int serve(Gpu& gpu, std::istream& in, std::ostream& out);
int serve(Compiler& compiler, std::istream& in, std::ostream& out);

// The same on this process's standard input and output: a child process's main(). Other output (a
// kernel's printf, a library's) goes to standard error, so that it cannot get into an answer. The
// process ends with its parent, whatever it is doing. It first sets the limits for its task
// (limits.hpp); one that compiles reads only the compiler's files. Exit status: 0, or 1 without any
// answer, and the reason on standard error.
int serve_standard_streams(Gpu& gpu);
int serve_standard_streams(Compiler& compiler);

}  // namespace warplens::measure
