// Recursive functions: one subroutine each, with registers, masks and a frame of its own.
#include "support.hpp"

#include "sim/code/opcodes.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

const std::string kFibonacci =
    "__device__ int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }\n";

}  // namespace

TEST_CASE("subroutines: a recursive function is in the program once") {
  const auto program =
      program_of(kFibonacci + "__global__ void k(int* a) { a[0] = fib(3); a[1] = a[0] + fib(4); }");
  REQUIRE(program->subroutines.size() == 1);
  const Subroutine& fib = program->subroutines[0];
  CHECK(fib.function->name == "fib");
  CHECK(count(*program, Op::kCall) == 4);
  CHECK(count(*program, Op::kSubReturn) == 1);
  CHECK(program->frames[fib.frame].is_subroutine);
  CHECK(program->instrs[fib.entry].op == Op::kFrameBase);
}

TEST_CASE("subroutines: its code writes its own registers and masks, and what it hands over") {
  const auto program =
      program_of(kFibonacci + "__global__ void k(int* a) { a[0] = a[1] + fib(3); }");
  REQUIRE(program->subroutines.size() == 1);
  const Subroutine& fib = program->subroutines[0];
  CHECK(fib.first_slot < fib.end_slot);
  CHECK(fib.end_slot <= program->register_slots);
  CHECK(fib.end_mask <= program->mask_registers);
  for (uint32_t pc = 0; pc < program->instrs.size(); ++pc) {
    const Instr& instr = program->instrs[pc];
    const OpInfo op = info(instr.op);
    const bool is_own = pc >= fib.entry;
    const bool in_range = instr.dst >= fib.first_slot && instr.dst < fib.end_slot;
    if (op.writes_register && !is_own) CHECK_FALSE(in_range);
    if (op.writes_register && is_own && instr.op != Op::kMove32) CHECK(in_range);
    if (op.operands[0] == Operand::kMask) {
      CHECK((instr.dst >= fib.first_mask && instr.dst < fib.end_mask) == is_own);
    }
  }
}

TEST_CASE("subroutines: arrays start at the frame's base") {
  const auto program = program_of(
      "__device__ int f(int n) { int t[4]; t[n & 3] = n; return n < 1 ? t[0] : f(n - 1) + t[n & "
      "3]; }\n"
      "__global__ void k(int* a) { int own[3]; own[a[1]] = 2; a[0] = f(3) + own[0]; }");
  REQUIRE(program->subroutines.size() == 1);
  CHECK(program->subroutines[0].local_bytes == 16);
  CHECK(program->local_bytes == 16);  // 12 bytes, up to where a frame may begin
  for (uint32_t pc = program->subroutines[0].entry; pc < program->instrs.size(); ++pc) {
    if (program->instrs[pc].op == Op::kLoadLocalI32) CHECK(program->instrs[pc].c == 0);
  }
}

TEST_CASE("subroutines: functions that call each other are two") {
  const auto program = program_of(
      "__device__ int odd(int n);\n"
      "__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
      "__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
      "__global__ void k(int* a) { a[0] = even(a[1]); }");
  REQUIRE(program->subroutines.size() == 2);
  CHECK(program->subroutines[0].end_slot <= program->subroutines[1].first_slot);
  CHECK(program->subroutines[0].end_mask <= program->subroutines[1].first_mask);
}
