// Lowering seen from outside: the opcode list's consistency, the disassembly, sites, homes, and
// what is refused.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "sim/code/disassemble.hpp"
#include "sim/code/lower.hpp"
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"
#include "sim/lang/compile.hpp"

using namespace warplens;
using namespace warplens::code;

namespace {

base::Checked<std::shared_ptr<const Program>> lower_text(const std::string& text) {
  const base::SourceFile file("test.cu", text);
  const auto unit = lang::compile(file, {});
  REQUIRE_MESSAGE(unit.ok(), (unit.ok() ? "" : base::render(unit.error(), file)));
  return lower(*unit, (*unit)->kernels.front());
}

size_t count(const Program& program, Op op) {
  return static_cast<size_t>(std::count_if(program.instrs.begin(), program.instrs.end(),
                                           [op](const Instr& instr) { return instr.op == op; }));
}

}  // namespace

TEST_CASE("opcodes: every one has a name of its own and an effect") {
  std::set<std::string_view> names;
  for (uint32_t i = 0; i <= static_cast<uint32_t>(Op::kEnd); ++i) {
    const OpInfo op = info(static_cast<Op>(i));
    CAPTURE(op.name);
    CHECK(names.insert(op.name).second);
    CHECK_FALSE(op.transfer.empty());
    CHECK(op.writes_register == (is_register(op.operands[0])));
  }
  CHECK(info(Op::kAddI32).name == "AddI32");
  CHECK(info(Op::kMulF64).writes_64);
  CHECK_FALSE(info(Op::kLtF64).writes_64);
  CHECK(info(Op::kIndexS32).writes_64);
  CHECK_FALSE(info(Op::kIndex32).writes_64);
}

TEST_CASE("disassembler: one line an instruction, with its line of the text") {
  const auto program =
      lower_text("__global__ void k(int* a, int n) {\n  int i = n + 7;\n  a[i] = 2;\n}\n");
  REQUIRE(program.ok());
  const std::string text = disassemble(**program);
  CHECK(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) ==
        (*program)->instrs.size());
  CHECK(text.find("line 2    AddI32 ") != std::string::npos);
  CHECK(text.find("line 3    StoreGenericI32 ") != std::string::npos);
  CHECK(text.find("line 4    End") != std::string::npos);
}

TEST_CASE("lowering: an int index into a named shared array needs no pointer") {
  const auto program = lower_text(
      "__global__ void k(float* out) { __shared__ float t[8][9]; int i = threadIdx.x; t[i][2] = 1; "
      "*t[0] = 2;"
      " out[0] = t[1][i]; }");
  REQUIRE(program.ok());
  CHECK(count(**program, Op::kStoreSharedI32) == 2);
  CHECK(count(**program, Op::kLoadSharedI32) == 1);
  CHECK(count(**program, Op::kSharedPointer) == 0);
}

TEST_CASE("lowering: a condition without memory accesses becomes no branch") {
  const auto program = lower_text(
      "__global__ void k(int* a, int n) { int i = threadIdx.x; int r = i < n && i > 2 ? i : n; "
      "a[0] = r; }");
  REQUIRE(program.ok());
  CHECK(count(**program, Op::kIf) == 0);
  CHECK(count(**program, Op::kSelect32) == 1);
}

TEST_CASE("lowering: every variable has a home, parameters come first") {
  const auto program = lower_text(
      "__global__ void k(float* p, double d, int n) { __shared__ int s[4]; int l[3]; float x = d; "
      "{ long y = n; l[0] = y; }"
      " s[0] = l[0]; p[0] = x; }");
  REQUIRE(program.ok());
  const Program& made = **program;
  REQUIRE(made.parameters.size() == 3);
  CHECK(made.parameters[1].name == "d");
  CHECK(made.local_bytes == 12);
  std::set<std::string> names;
  for (const VariableHome& home : made.homes) names.insert(home.variable->name);
  CHECK(names == std::set<std::string>{"p", "d", "n", "s", "l", "x", "y"});
  for (const VariableHome& home : made.homes) {
    if (home.variable->name == "l") CHECK(home.place == VariableHome::Place::kLocalMemory);
    if (home.variable->name == "s") CHECK(home.place == VariableHome::Place::kSharedMemory);
  }
  for (const Instr& instr : made.instrs) {
    const auto operands = info(instr.op).operands;
    if (is_register(operands[0])) CHECK(instr.dst < made.register_slots);
    if (is_register(operands[1])) CHECK(instr.a < made.register_slots);
    if (operands[0] == Operand::kMask) CHECK(instr.dst < made.mask_registers);
    if (operands[4] == Operand::kTarget) CHECK(static_cast<size_t>(instr.imm) < made.instrs.size());
  }
}

TEST_CASE("lowering: the loops around barriers are the phase loops") {
  const auto program = lower_text(
      "__global__ void k(int* a) { for (int i = 0; i < 3; i++) { for (int j = 0; j < 2; j++) { "
      "__syncthreads(); }"
      " __syncthreads(); for (int m = 0; m < 2; m++) a[m] = 1; } }");
  REQUIRE(program.ok());
  CHECK((*program)->phase_loops.size() == 2);
  CHECK(count(**program, Op::kPhase) == 2);
  CHECK(count(**program, Op::kPhaseEnd) == 2);
}

TEST_CASE("lowering: a frame over the limit is a diagnostic that names the array") {
  const auto program =
      lower_text("__global__ void k(int* a) { int big[200000]; big[0] = 1; a[0] = big[0]; }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("'big'") != std::string::npos);
  CHECK(program.error().front().hint.size() > 0);
}

TEST_CASE("lowering: a shared array that no device could hold is a diagnostic") {
  const auto program = lower_text(
      "__global__ void k(int* a) { __shared__ int big[300000]; big[0] = 1; a[0] = big[0]; }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("'big'") != std::string::npos);
}

TEST_CASE("lowering: a wait for copies leaves out no negative number of groups") {
  const auto waits_for = [](const std::string& groups) {
    return lower_text(
        "__global__ void k(int* a) {\n  asm volatile(\"cp.async.wait_group %0;\" :: \"n\"(" +
        groups + "));\n}");
  };
  CHECK(waits_for("2").ok());
  const auto program = waits_for("1 - 2");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("-1 groups") != std::string::npos);
  CHECK(program.error().front().hint.size() > 0);
}

TEST_CASE("lowering: many constants take no register each") {
  std::string text = "__global__ void k(int* a) {";
  for (int i = 0; i < 3000; ++i) text += " a[0] = " + std::to_string(100000 + i) + ";";
  const auto program = lower_text(text + " }");
  REQUIRE(program.ok());
  CHECK((*program)->register_slots < 300);
}

TEST_CASE("lowering: a program over the limit is a diagnostic") {
  std::string text = "__global__ void k(int* a) {";
  for (int i = 0; i < 35000; ++i) text += "a[1]=a[0]+1;";
  const auto program = lower_text(text + " }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("instructions") != std::string::npos);
}

TEST_CASE("pointers: a tag names the space, below and above the array") {
  CHECK(space_of(kSharedPointerBase) == base::Space::kShared);
  CHECK(space_of(kSharedPointerBase - 4) == base::Space::kShared);
  CHECK(space_of(kLocalPointerBase + 100) == base::Space::kLocal);
  CHECK(space_of(uint64_t{1} << 36) == base::Space::kGlobal);
  CHECK(space_of(0) == base::Space::kGlobal);
  CHECK(offset_of(kSharedPointerBase + 12) == 12);
  CHECK(offset_of(kSharedPointerBase - 4) == 0xfffffffc);
}
