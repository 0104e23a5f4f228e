// What became of a branch of the text in the compiled kernel: a jump, or instructions that a
// predicate guards. Read from which lines' instructions are in which basic blocks; where that does
// not decide it, nothing is guessed.
#pragma once

#include <cstdint>
#include <string>

#include "app/compare/compiled_kernel.hpp"
#include "sim/code/program.hpp"
#include "sim/observe/recorded/divergence.hpp"

namespace warplens::compare {

// kBranch: a conditional jump skips instructions of a side. kPredicated: the instructions of the
// condition and of the sides are in the same basic blocks, and those of the sides are guarded or
// selected: whatever the condition, all of them are issued. kExit: lanes that return from the
// kernel end at an EXIT with a predicate.
enum class BranchCode : uint8_t { kUnknown, kBranch, kPredicated, kExit };

struct CompiledBranch {
  BranchCode code = BranchCode::kUnknown;
  std::string why;  // it is not known, a part of a sentence
};

// Of the branch whose instruction (code::Op::kIf) is at `pc` of the program that was compiled; of
// another instruction, such as a return: of the innermost `if` around it.
CompiledBranch compiled_branch(const CompiledKernel& kernel, const code::Program& program,
                               uint32_t pc);

// Forks that come of a branch of the text: not loops and switches.
bool is_of_branch(observe::ForkKind kind);

// "compiled as a branch", a part of a sentence.
std::string branch_words(const CompiledBranch& branch);
// "branch", "predicated", "exit", "unknown": for programs.
const char* branch_word(BranchCode code);

}  // namespace warplens::compare
