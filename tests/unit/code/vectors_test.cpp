// Built-in vectors: which accesses a use of one makes, and how wide they are.
#include "support.hpp"

#include "sim/code/opcodes.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

TEST_CASE("vectors: a copy of up to 16 bytes is one access each way") {
  const auto program = program_of(
      "__global__ void k(float4* a, const float4* b) { int i = threadIdx.x; a[i] = b[i]; }");
  CHECK(sites(*program) == Texts{"load 16 b[i]", "store 16 a[i]"});
  CHECK(count(*program, Op::kLoadVecGenericI32) == 1);
  CHECK(count(*program, Op::kStoreVecGenericI32) == 1);
}

TEST_CASE("vectors: three components are three accesses, 32 bytes are four") {
  const auto three = program_of(
      "__global__ void k(float3* a, const float3* b) { int i = threadIdx.x; a[i] = b[i]; }");
  CHECK(sites(*three) == Texts{"load 4 b[i]", "load 4 b[i]", "load 4 b[i]", "store 4 a[i]",
                               "store 4 a[i]", "store 4 a[i]"});
  const auto wide = program_of(
      "__global__ void k(double4* a, const double4* b) { int i = threadIdx.x; a[i] = b[i]; }");
  CHECK(sites(*wide).size() == 8);
  CHECK(sites(*wide).front() == "load 8 b[i]");
}

TEST_CASE("vectors: each component type has its instruction") {
  const auto program = program_of(
      "__global__ void k(uchar4* a, short2* b, double2* c, char2* d) {"
      " a[1] = a[0]; b[1] = b[0]; c[1] = c[0]; d[1] = d[0]; }");
  CHECK(sites(*program) == Texts{"load 4 a[0]", "store 4 a[1]", "load 4 b[0]", "store 4 b[1]",
                                 "load 16 c[0]", "store 16 c[1]", "load 2 d[0]", "store 2 d[1]"});
  CHECK(count(*program, Op::kLoadVecGenericU8) == 1);
  CHECK(count(*program, Op::kLoadVecGenericS16) == 1);
  CHECK(count(*program, Op::kLoadVecGenericI64) == 1);
  CHECK(count(*program, Op::kLoadVecGenericS8) == 1);
  CHECK(count(*program, Op::kStoreVecGenericI8) == 2);
}

TEST_CASE("vectors: a component in memory is an access of its own size") {
  const auto program = program_of(
      "__global__ void k(float* a, float4* b) { int i = threadIdx.x; a[i] = b[i].y; b[i].w = 2; }");
  CHECK(sites(*program) == Texts{"load 4 b[i].y", "store 4 a[i]", "store 4 b[i].w"});
  const auto load = std::find_if(program->instrs.begin(), program->instrs.end(),
                                 [](const auto& i) { return i.op == Op::kLoadGenericI32; });
  REQUIRE(load != program->instrs.end());
  CHECK(load->imm == 4);
}

TEST_CASE("vectors: a variable is in registers, its components cost no access") {
  const auto program = program_of(
      "__global__ void k(float* a, const float4* b) { int i = threadIdx.x; float4 v = b[i];"
      " v.x = 2; a[i] = v.x + v.y + v.z + v.w; }");
  CHECK(sites(*program) == Texts{"load 16 b[i]", "store 4 a[i]"});
  CHECK(program->local_bytes == 0);
}

TEST_CASE("vectors: an assigned place is read again") {
  const auto program = program_of(
      "__global__ void k(float4* a, const float4* b) { int i = threadIdx.x;"
      " a[i + 32] = a[i] = b[i]; }");
  CHECK(sites(*program) ==
        Texts{"load 16 b[i]", "store 16 a[i]", "load 16 a[i]", "store 16 a[i + 32]"});
}

TEST_CASE("vectors: each side of ?: is loaded by its own lanes") {
  const auto program = program_of(
      "__global__ void k(float4* a, const float4* x, const float4* y, int n) {"
      " int i = threadIdx.x; float4 v = i < n ? x[i] : y[i]; a[i] = v; }");
  CHECK(sites(*program) == Texts{"load 16 x[i]", "load 16 y[i]", "store 16 a[i]"});
  CHECK(count(*program, Op::kElse) == 1);
}

TEST_CASE("vectors: a cast pointer into a shared array keeps its space") {
  const auto program = program_of(
      "__global__ void k(float4* a) { __shared__ float t[64]; int i = threadIdx.x;"
      " reinterpret_cast<float4*>(&t[i * 4])[0] = a[i]; __syncthreads();"
      " a[i] = *reinterpret_cast<float4*>(&t[60 - i * 4]); }");
  CHECK(count(*program, Op::kStoreVecSharedI32) == 1);
  CHECK(count(*program, Op::kLoadVecSharedI32) == 1);
  CHECK(count(*program, Op::kSharedPointer) == 0);
}

TEST_CASE("vectors: make_ functions build in registers") {
  const auto program = program_of(
      "__global__ void k(float4* a, float s) { int i = threadIdx.x;"
      " a[i] = make_float4(s + 1, s * 2, s, 0); }");
  CHECK(sites(*program) == Texts{"store 16 a[i]"});
  // The sum and the product are computed where they are stored from.
  CHECK(count(*program, Op::kCopy32) == 2);
}
