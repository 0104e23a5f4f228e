// Structs: where they live and which accesses their uses make.
#include "support.hpp"

#include "sim/code/opcodes.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

const std::string kBody = "struct Body { float x; double mass; int id; };\n";

const VariableHome& home_named(const Program& program, const std::string& name) {
  const auto found =
      std::find_if(program.homes.begin(), program.homes.end(),
                   [&](const VariableHome& home) { return home.variable->name == name; });
  REQUIRE(found != program.homes.end());
  return *found;
}

}  // namespace

TEST_CASE("records: a copy is one access a member, all loads first") {
  const auto program =
      program_of(kBody + "__global__ void k(Body* a) { int i = threadIdx.x; a[i] = a[i + 1]; }");
  CHECK(sites(*program) == Texts{"load 4 a[i + 1]", "load 8 a[i + 1]", "load 4 a[i + 1]",
                                 "store 4 a[i]", "store 8 a[i]", "store 4 a[i]"});
}

TEST_CASE("records: a variable is in registers, 64-bit members in two slots") {
  const auto program =
      program_of(kBody +
                 "__global__ void k(float* out, Body* a) { Body b = a[0]; Body c = b; c.id = 3;"
                 " b = c; out[0] = b.x + b.mass + b.id; }");
  CHECK(program->local_bytes == 0);
  const VariableHome& b = home_named(*program, "b");
  const VariableHome& c = home_named(*program, "c");
  CHECK(b.place == VariableHome::Place::kRegister);
  CHECK(c.slot == b.slot + 4);
  CHECK(sites(*program).size() == 4);
}

TEST_CASE("records: with an array inside, or an address taken, a variable is in the frame") {
  const auto program = program_of(
      "struct Row { int n; float v[4]; }; struct Pair { int a, b; };"
      "__global__ void k(float* out) { Row r; r.n = 1; r.v[threadIdx.x] = 2; Pair p; Pair* q = &p;"
      " q->a = 1; out[0] = r.v[r.n] + p.a; }");
  CHECK(home_named(*program, "r").place == VariableHome::Place::kLocalMemory);
  CHECK(home_named(*program, "p").place == VariableHome::Place::kLocalMemory);
  CHECK(program->local_bytes == 28);
}

TEST_CASE("records: a member through a pointer is one access at its offset") {
  const auto program =
      program_of(kBody + "__global__ void k(Body* a) { Body* p = a + threadIdx.x; p->id = 1; }");
  CHECK(sites(*program) == Texts{"store 4 p->id"});
  const auto store =
      std::find_if(program->instrs.begin(), program->instrs.end(),
                   [](const Instr& instr) { return instr.op == Op::kStoreGenericI32; });
  REQUIRE(store != program->instrs.end());
  CHECK(store->imm == 16);
}

TEST_CASE("records: nested ones, lists and missing members") {
  const auto program = program_of(
      "struct In { float2 p; int n; }; struct Out { In in; float w; };"
      "__global__ void k(Out* a) { Out o = {{make_float2(1, 2), 3}}; a[0] = o; }");
  CHECK(sites(*program) == Texts{"store 8 a[0]", "store 4 a[0]", "store 4 a[0]"});
}

TEST_CASE("records: shared arrays of records") {
  const auto program =
      program_of(kBody +
                 "__global__ void k(float* out) { __shared__ Body s[32]; int i = threadIdx.x;"
                 " s[i].x = 1; __syncthreads(); out[i] = s[31 - i].x; }");
  CHECK(program->static_shared_bytes == 32 * 24);
  CHECK(count(*program, Op::kStoreSharedI32) == 1);
  CHECK(count(*program, Op::kLoadSharedI32) == 1);
}

TEST_CASE("records: a value over the limit is a diagnostic that names its type") {
  const auto program =
      lower_text("struct Big { float v[300]; }; __global__ void k(Big* a) { a[0] = a[1]; }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("'Big'") != std::string::npos);
  CHECK_FALSE(program.error().front().hint.empty());
}
