// The child process: reads requests, one JSON object a line, and answers them, until its input
// ends.
//
//   {"do": "machine"}                      -> {"answer": MachineAnswer}
//   {"do": "run", "job": Job}              -> {"progress": 0.4, "what": "..."} ... {"answer":
//   JobAnswer}
//   {"do": "accesses", "job": AccessJob}   -> ... {"answer": AccessAnswer}
//   {"do": "ceilings"}, {"do": "cublas", "n": 1024}
// or {"problem": {"kind": "fault", "message": "..."}}. After a fault the process ends: its CUDA
// context is lost.
#pragma once

#include <iosfwd>

#include "kernels/measure/child/gpu.hpp"

namespace warplens::measure {

// Exit status: 0.
int serve(Gpu& gpu, std::istream& in, std::ostream& out);

// The same on this process's standard input and output: the measuring process's main(). What others
// print to standard output meanwhile (a kernel's printf, a library) goes to standard error, so that
// it cannot fall into an answer; and the process ends when its parent does, whatever it is doing.
int serve_standard_streams(Gpu& gpu);

}  // namespace warplens::measure
