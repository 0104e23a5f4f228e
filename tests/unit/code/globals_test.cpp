// Variables of the file in global and constant memory.
#include "sim/code/opcodes.hpp"
#include "sim/code/pointer.hpp"
#include "support.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

TEST_CASE("globals: a __device__ variable is reached by an address in a register") {
  const auto program = program_of(
      "__device__ int counter;\n__device__ float unused[4];\n__device__ float table[8];\n"
      "__global__ void k(float* a) { atomicAdd(&counter, 1); a[0] = table[threadIdx.x]; }");
  REQUIRE(program->globals.size() == 2);
  CHECK(program->globals[0].variable->name == "counter");
  CHECK(program->globals[1].variable->name == "table");
  CHECK_FALSE(program->globals[0].is_constant);
  CHECK(program->globals[0].slot != program->globals[1].slot);
  CHECK(program->globals[1].slot < program->register_slots);
  CHECK(sites(*program) ==
        Texts{"atomic 4 atomicAdd(&counter, 1)", "load 4 table[threadIdx.x]", "store 4 a[0]"});
  CHECK(program->sites[1].root == program->globals[1].variable);
}

TEST_CASE("globals: __constant__ variables are in order, aligned, at known offsets") {
  const auto program = program_of(
      "__constant__ char tag;\n__constant__ double scale;\n__constant__ float mask[9];\n"
      "__global__ void k(float* a) { a[0] = mask[2] * scale + tag; }");
  REQUIRE(program->globals.size() == 3);
  CHECK(program->globals[1].variable->name == "scale");
  CHECK(program->globals[1].is_constant);
  CHECK(program->globals[1].offset == 8);
  CHECK(program->globals[2].offset == 16);
  CHECK(program->constant_bytes == 52);
  const auto load = std::find_if(program->instrs.begin(), program->instrs.end(),
                                 [](const auto& i) { return i.op == Op::kLoadGenericI32; });
  REQUIRE(load != program->instrs.end());
  CHECK(load->imm == 16 + 8);
  const auto& constants = program->constants;
  CHECK(std::find(constants.begin(), constants.end(), kConstantPointerBase) != constants.end());
}

TEST_CASE("globals: constant memory has 64 KiB") {
  const auto program = lower_text(
      "__constant__ float small[4]; __constant__ float big[16384];\n"
      "__global__ void k(float* a) { a[0] = big[threadIdx.x] + small[0]; }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("'big'") != std::string::npos);
}
