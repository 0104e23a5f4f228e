// Calls of the text's own functions, inlined: frames, homes, returns, shared memory, limits.
#include "support.hpp"

#include "sim/code/opcodes.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

TEST_CASE("calls: each call is a frame, and instructions and sites know theirs") {
  const auto program = program_of(
      "__device__ float twice(const float* p, int i) { return p[i] * 2; }\n"
      "__device__ float four(const float* p, int i) { return twice(p, i) + twice(p, i + 1); }\n"
      "__global__ void k(float* a) { a[0] = four(a, threadIdx.x); }");
  REQUIRE(program->frames.size() == 4);
  CHECK(program->frames[0].function == program->kernel);
  CHECK(program->frames[1].function->name == "four");
  CHECK(program->frames[1].parent == 0);
  CHECK(program->frames[2].function->name == "twice");
  CHECK(program->frames[2].parent == 1);
  CHECK(program->frames[3].parent == 1);
  CHECK(sites(*program) == Texts{"load 4 p[i]", "load 4 p[i]", "store 4 a[0]"});
  REQUIRE(program->frames_of.size() == program->instrs.size());
  std::vector<uint32_t> frames;
  for (const AccessSite& site : program->sites) {
    frames.push_back(site.frame);
    CHECK(program->frames_of[site.pc] == site.frame);
  }
  CHECK(frames == std::vector<uint32_t>{2, 3, 0});
}

TEST_CASE("calls: a function without early returns needs no masks") {
  const auto program = program_of(
      "__device__ int square(int x) { int y = x * x; return y; }\n"
      "__global__ void k(int* a) { a[0] = square(a[1]) + square(a[2]); }");
  CHECK(count(*program, Op::kLeave) == 0);
  CHECK(count(*program, Op::kRejoin) == 0);
}

TEST_CASE("calls: lanes that return early rejoin at the function's end") {
  const auto program = program_of(
      "__device__ int sign(int x) { if (x < 0) return -1; if (x > 0) return 1; return 0; }\n"
      "__global__ void k(int* a) { a[threadIdx.x] = sign(a[threadIdx.x]); }");
  CHECK(count(*program, Op::kLeave) == 2);
  CHECK(count(*program, Op::kRejoin) == 1);
  CHECK(count(*program, Op::kReturn) == 0);
}

TEST_CASE("calls: registers of one call serve the next") {
  const auto text = [](int calls) {
    std::string body;
    for (int i = 0; i < calls; ++i) body += " a[" + std::to_string(i) + "] = f(a[1]);";
    return "__device__ int f(int x) { int b[4]; b[x & 3] = x; int y = x * x; return y + b[0]; }\n"
           "__global__ void k(int* a) {" +
           body + " }";
  };
  const auto one = program_of(text(1)), many = program_of(text(8));
  CHECK(one->register_slots == many->register_slots);
  CHECK(one->local_bytes == 16);
  CHECK(many->local_bytes == 16);
}

TEST_CASE("calls: variables have a home for each call, in its frame") {
  const auto program = program_of(
      "__device__ int f(int x) { int y = x * x; return y; }\n"
      "__global__ void k(int* a) { a[0] = f(1); a[1] = f(2); }");
  std::vector<uint32_t> frames;
  for (const VariableHome& home : program->homes) {
    if (home.variable->name == "y") frames.push_back(home.frame);
    CHECK(home.slot < program->register_slots);
  }
  CHECK(frames == std::vector<uint32_t>{1, 2});
}

TEST_CASE("calls: an argument may call the same function") {
  const auto program = program_of(
      "__device__ int f(int x, int y) { return x - y; }\n"
      "__global__ void k(int* a) { a[0] = f(a[1], f(a[2], a[3])); }");
  // The first argument is in the outer call's register before the inner call begins.
  std::vector<uint32_t> homes;
  for (const VariableHome& home : program->homes) {
    if (home.variable->name == "x") homes.push_back(home.slot);
  }
  REQUIRE(homes.size() == 2);
  CHECK(homes[0] != homes[1]);
}

TEST_CASE("calls: static shared memory of a function exists once, dynamic memory is the kernel's") {
  const auto program = program_of(
      "__device__ float f(float x) { __shared__ float t[32]; t[threadIdx.x] = x; __syncthreads();"
      " return t[31 - threadIdx.x]; }\n"
      "__device__ float g(int i) { extern __shared__ float d[]; return d[i]; }\n"
      "__global__ void k(float* a) { __shared__ float own[8]; extern __shared__ double e[];"
      " own[0] = 1; e[0] = 2; a[0] = f(a[1]) + f(a[2]) + g(0) + own[0]; }");
  REQUIRE(program->shared.size() == 3);
  CHECK(program->shared[0].name == "own");
  CHECK(program->shared[1].name == "t");
  CHECK(program->shared[2].is_dynamic);
  CHECK(program->static_shared_bytes == 160);
  for (const VariableHome& home : program->homes) {
    const std::string& name = home.variable->name;
    if (name == "t") CHECK(home.offset == 32);
    if (name == "d" || name == "e") CHECK(home.offset == 160);
  }
}

TEST_CASE("calls: inlining that makes the kernel too large names the function") {
  std::string text = "__device__ int f0(int x) { return x * x + 1; }\n";
  for (int i = 1; i < 20; ++i) {
    const std::string inner = "f" + std::to_string(i - 1);
    text += "__device__ int f" + std::to_string(i) + "(int x) { return " + inner + "(x) + " +
            inner + "(x + 1); }\n";
  }
  const auto program = lower_text(text + "__global__ void k(int* a) { a[0] = f19(a[1]); }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("inlining 'f") != std::string::npos);
  CHECK(program.error().front().message.find("100000 instructions") != std::string::npos);
}

TEST_CASE("calls: references keep the space of what they refer to") {
  const auto program = program_of(
      "__device__ void swap(float& a, float& b) { float t = a; a = b; b = t; }\n"
      "__global__ void k(float* out) { __shared__ float s[64]; int i = threadIdx.x; s[i] = i;"
      " swap(s[i], s[i + 32]); out[i] = s[i]; }");
  CHECK(count(*program, Op::kLoadSharedI32) == 3);
  CHECK(count(*program, Op::kStoreSharedI32) == 3);
}

TEST_CASE("calls: a phase loop of a function is one for each call") {
  const auto program = program_of(
      "__device__ void f() { for (int i = 0; i < 2; i++) __syncthreads(); }\n"
      "__global__ void k() { f(); f(); }");
  CHECK(program->phase_loops.size() == 2);
  std::vector<int32_t> left;
  for (const Instr& instr : program->instrs) {
    if (instr.op == Op::kPhaseEnd) left.push_back(instr.imm);
  }
  CHECK(left == std::vector<int32_t>{0, 1});
}

TEST_CASE("calls: functions that do nothing cannot make lowering go on for ever") {
  std::string text = "__device__ void f0() {}\n";
  for (int i = 1; i < 40; ++i) {
    const std::string inner = "f" + std::to_string(i - 1) + "(); ";
    text += "__device__ void f" + std::to_string(i) + "() { " + inner + inner + "}\n";
  }
  const auto program = lower_text(text + "__global__ void k() { f39(); }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("inlining 'f") != std::string::npos);
}

TEST_CASE("calls: nesting deeper than 64 calls is a diagnostic that names the function") {
  std::string text = "__device__ int f0(int x) { return x + 1; }\n";
  for (int i = 1; i < 70; ++i) {
    text += "__device__ int f" + std::to_string(i) + "(int x) { return f" + std::to_string(i - 1) +
            "(x); }\n";
  }
  const auto program = lower_text(text + "__global__ void k(int* a) { a[0] = f69(a[1]); }");
  REQUIRE_FALSE(program.ok());
  CHECK(program.error().front().message.find("64 deep at 'f5'") != std::string::npos);
}

TEST_CASE("calls: what Warplens' own functions do has the call's text and frame") {
  const auto program = program_of(
      "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
      "__global__ void k(int* a) {\n"
      "  auto tile = cg::tiled_partition<16>(cg::this_thread_block());\n"
      "  a[0] = tile.shfl_down(a[1], 2);\n"
      "}\n");
  REQUIRE(program->frames.size() == 1);
  for (uint32_t pc = 0; pc < program->instrs.size(); ++pc) {
    CHECK(program->frames_of[pc] == 0);
    if (program->instrs[pc].op != Op::kShuffle32) continue;
    CHECK(program->unit->file.line_of(program->spans[pc].begin) == 5);
  }
  CHECK(count(*program, Op::kShuffle32) == 1);
}
