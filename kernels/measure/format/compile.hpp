// Requests to the CUDA compiler and its results, as plain data: it runs in a process of its own
// (child/compiler_process.hpp).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "kernels/measure/format/job.hpp"
#include "kernels/measure/format/measurement.hpp"

namespace warplens::measure {

struct CompileRequest {
  std::string file_name, text;
  std::vector<JobHeader> headers;
  std::vector<launch::Definition> defines;
  std::vector<std::string> names;  // name expressions: "matmul<32, 1>", "&table" for variables
  Build build = Build::kAsWritten;
  uint32_t compute_major = 9, compute_minor = 0;
};

// Instructions of one line of the text in one basic block: a stretch of machine code that is
// executed as a whole, and entered at its first instruction alone. Blocks are numbered by address.
struct CodeLine {
  uint32_t block = 0;
  uint32_t file = 0, line = 0;  // index into CodeLines::files, from 0; from 1
  uint32_t instructions = 0;
  uint32_t guarded = 0;  // of them: with a predicate, or a selection of one of two values
  uint32_t exits = 0;    // ... the end of the lanes for which a predicate holds
};

// An instruction that jumps, or goes on behind it.
struct CodeJump {
  static constexpr uint32_t kOutside = UINT32_MAX;  // target: not in the kernel's own code
  uint32_t block = 0, target = 0;                   // the block that it ends, and where it goes
  uint32_t file = 0, line = 0;                      // as in CodeLine
};

struct CodeLines {
  std::vector<std::string> files;  // as the compiler names them, with their folders
  std::vector<CodeLine> lines;
  std::vector<CodeJump> jumps;
};

// What a kernel's machine code takes of a multiprocessor, and what becomes of the text's lines.
struct KernelCode {
  std::string kernel;          // its name expression
  uint32_t registers = 0;      // of a thread
  uint64_t static_shared = 0;  // [bytes] of a block, without what the system reserves
  uint64_t stack = 0;          // [bytes] of a thread, in local memory
  CodeLines code;              // empty: not known
};

struct Compiled {
  std::vector<char> cubin;                     // or PTX: see is_ptx
  bool is_ptx = false;                         // the GPU is newer than the compiler
  bool has_unknown_stack = false;              // a kernel recurses: give it a stack
  std::map<std::string, std::string> lowered;  // name expression -> name in the cubin
  std::vector<std::string> options;            // as given, without paths
  std::string compiler;                        // NVRTC's version: "13.0"
  std::string target;                          // "sm_90", "compute_120"
  std::vector<KernelCode> kernels;             // of a cubin as compiled
};

}  // namespace warplens::measure
