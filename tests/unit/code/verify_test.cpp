// The verifier: what lowering makes is sound, and a program with any one thing wrong is refused,
// by name.
#include "sim/code/verify.hpp"
#include "sim/code/opcodes.hpp"

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "support.hpp"

using namespace warplens;
using namespace warplens::code;
using test::program_of;

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Every kernel of the file; how many there were.
size_t check_file(const fs::path& path) {
  CAPTURE(path.string());
  lang::CompileOptions options;
  options.read_include = [&](const std::string& name) -> std::optional<std::string> {
    const fs::path included = path.parent_path() / name;
    return fs::exists(included) ? std::optional(text_of(included)) : std::nullopt;
  };
  const auto unit = lang::compile(base::SourceFile(path.string(), text_of(path)), options);
  if (!unit.ok()) return 0;
  for (const lang::Kernel& kernel : (*unit)->kernels) {
    const auto program = lower(*unit, kernel);
    if (program.ok()) CHECK(first_defect(**program) == "");
  }
  return (*unit)->kernels.size();
}

size_t check_folder(const std::string& folder) {
  size_t kernels = 0;
  for (const auto& entry : fs::directory_iterator(WARPLENS_SOURCE_DIR "/" + folder)) {
    if (entry.path().extension() == ".cu") kernels += check_file(entry.path());
  }
  return kernels;
}

// A bit of everything that a program can hold.
constexpr const char* kText = R"(
#include <cstdio>
__device__ int counter;
__constant__ int table[4];
__device__ int depth(int n) { return n < 2 ? n : depth(n - 1) + table[n & 3]; }
__global__ void k(float4* v, long long* w, int n) {
  __shared__ int s[64];
  int m[8] = {1, 2};
  long long sum = w[n];
  for (int i = 0; i < n; ++i) {
    if (i & 1) continue;
    s[i & 63] += m[i & 7];
    __syncthreads();
  }
  sum = n > 3 ? sum + n : sum - 1;
  sum += __shfl_xor_sync(0xffffffff, sum, 1);
  v[n] = v[n + 1];
  warplens_stmatrix_x2(16u * (n & 7), n, sum);
  atomicAdd(&counter, depth(n));
  assert(n > 0);
  printf("%d", n);
  w[n] = sum + threadIdx.x;
}
)";

size_t position(const Program& program, Op op, size_t from = 0) {
  for (size_t pc = from; pc < program.instrs.size(); ++pc) {
    if (program.instrs[pc].op == op) return pc;
  }
  FAIL("there is no such instruction");
  return 0;
}

struct Damage {
  std::string defect;  // part of what is then reported
  std::function<void(Program&)> damage;
};

// Breaks one field of the first instruction of an opcode.
std::function<void(Program&)> change(Op op, std::function<void(Instr&)> how) {
  return [=](Program& program) { how(program.instrs[position(program, op)]); };
}

const std::vector<Damage> kDamages{
    {"a register beyond", change(Op::kSubI64, [](Instr& i) { i.dst = 60'000; })},
    {"a register beyond", change(Op::kSubI64, [](Instr& i) { i.a = 60'000; })},
    {"a register beyond", change(Op::kSubI64, [](Instr& i) { i.b = 60'000; })},
    {"a register beyond", change(Op::kShuffle64, [](Instr& i) { i.imm = 0x7fff'ff03; })},
    {"a register beyond",
     [](Program& p) {  // the last slot alone is no 64-bit register
       p.instrs[position(p, Op::kSubI64)].a = static_cast<uint16_t>(p.register_slots - 1);
     }},
    {"half over an operand",
     change(Op::kSubI64, [](Instr& i) { i.dst = static_cast<uint16_t>(i.a + 1); })},
    {"half over an operand", change(Op::kExtendS32, [](Instr& i) { i.a = i.dst; })},
    {"half over an operand",
     change(Op::kSelect64, [](Instr& i) { i.dst = static_cast<uint16_t>(i.b + 1); })},
    {"an operand it does not have", change(Op::kExtendS32, [](Instr& i) { i.c = 3; })},
    {"a number it does not have", change(Op::kSubI64, [](Instr& i) { i.imm = 3; })},
    {"no such opcode", [](Program& p) { p.instrs[3].op = static_cast<Op>(0x4000); }},
    {"no such constant", change(Op::kConst32, [](Instr& i) { i.imm = 1000; })},
    {"no such constant", change(Op::kConst32, [](Instr& i) { i.imm = -1; })},
    {"not in its table", change(Op::kBuiltin, [](Instr& i) { i.imm = 99; })},
    {"not in its table", change(Op::kPrint, [](Instr& i) { i.imm = 1; })},
    {"not in its table", change(Op::kAssert, [](Instr& i) { i.imm = 1; })},
    {"not in its table", change(Op::kCall, [](Instr& i) { i.imm = 1; })},
    {"not in its table", change(Op::kPhase, [](Instr& i) { i.imm = 1; })},
    {"no such kind of value", change(Op::kPhase, [](Instr& i) { i.b = 4; })},
    {"no such kind of shuffle", change(Op::kShuffle64, [](Instr& i) { i.imm |= 7; })},
    {"no such mask register", change(Op::kIf, [](Instr& i) { i.dst = 1000; })},
    {"a mask register of another function",
     [](Program& p) {
       p.instrs[position(p, Op::kIf)].dst = static_cast<uint16_t>(p.subroutines[0].first_mask);
     }},
    {"a register of another function",
     [](Program& p) {
       p.instrs[position(p, Op::kSubI64)].dst = static_cast<uint16_t>(p.subroutines[0].first_slot);
     }},
    {"a mask that nothing fills",
     [](Program& p) {
       p.instrs.back() = {Op::kJump, 0, 0, 0, 0, static_cast<int32_t>(p.instrs.size()) - 2};
       p.instrs[p.instrs.size() - 2] = {Op::kMaskEnter, static_cast<uint16_t>(p.mask_registers)};
       p.subroutines[0].end_mask = ++p.mask_registers;
     }},
    {"a jump out of its function", change(Op::kIf, [](Instr& i) { i.imm = 100'000; })},
    {"a jump out of its function", change(Op::kIf, [](Instr& i) { i.imm = -1; })},
    {"a jump out of its function",
     [](Program& p) {
       p.instrs[position(p, Op::kIf)].imm = static_cast<int32_t>(p.subroutines[0].entry);
     }},
    {"code runs out", [](Program& p) { p.instrs[position(p, Op::kEnd)] = {Op::kReturn}; }},
    {"code runs out", [](Program& p) { p.instrs.back() = {Op::kReturn}; }},
    {"a subroutine that ends the warp", [](Program& p) { p.instrs.back() = {Op::kEnd}; }},
    {"a return without a call",
     [](Program& p) { p.instrs[position(p, Op::kEnd)] = {Op::kSubReturn}; }},
    {"no such local array", change(Op::kLoadLocalI32, [](Instr& i) { i.c = 40; })},
    {"clears bytes outside", change(Op::kClearLocal, [](Instr& i) { i.b = 1; })},
    {"a vector that is not of", change(Op::kLoadVecGenericI32, [](Instr& i) { i.b = 3; })},
    {"matrices that are not", change(Op::kStoreMatrix, [](Instr& i) { i.dst = 3; })},
    {"describes another access",
     [](Program& p) { p.sites[p.sites_of[position(p, Op::kStoreMatrix)]].is_matrix = false; }},
    {"a site that it should not have",
     [](Program& p) { p.sites_of[position(p, Op::kLoadSharedI32)] = kNoSite; }},
    {"a site that it should not have", [](Program& p) { p.sites_of[position(p, Op::kEnd)] = 0; }},
    {"another instruction's",
     [](Program& p) { p.sites_of[position(p, Op::kLoadSharedI32)] = 1000; }},
    {"another instruction's", [](Program& p) { p.sites[0].pc += 1; }},
    {"describes another access", [](Program& p) { p.sites[0].operation = Operation::kAtomic; }},
    {"describes another access", [](Program& p) { p.sites[0].bytes = 2; }},
    {"outside of the file", [](Program& p) { p.spans[2].end = 1'000'000; }},
    {"no such frame", [](Program& p) { p.frames_of[2] = 77; }},
    {"not parallel", [](Program& p) { p.spans.pop_back(); }},
    {"of no frame", [](Program& p) { p.homes[0].frame = 77; }},
    {"beyond the program's",
     [](Program& p) {
       for (VariableHome& home : p.homes) home.slot = 60'000;
     }},
    {"beyond the program's", [](Program& p) { p.parameters[0].slot = p.register_slots - 1; }},
    {"beyond the program's", [](Program& p) { p.prints[0].arguments[0].slot = 60'000; }},
    {"beyond the program's", [](Program& p) { p.globals[0].slot = 60'000; }},
    {"outside of constant memory", [](Program& p) { p.globals[1].offset = 1000; }},
    {"outside of the thread's frame", [](Program& p) { p.local_arrays[1].end = 1000; }},
    {"overlaps another one or the end", [](Program& p) { p.shared[0].bytes = 1000; }},
    {"starts in another function", [](Program& p) { p.subroutines[0].entry = 100'000; }},
    {"share registers", [](Program& p) { p.subroutines[0].end_slot = 60'000; }},
    {"share masks", [](Program& p) { p.subroutines[0].end_mask = 60'000; }},
};

}  // namespace

TEST_CASE("verifier: every kernel of the lessons and of the tests is sound") {
  CHECK(check_folder("kernels/lessons") >= 7);
  CHECK(check_folder("kernels/products") >= 4);
  CHECK(check_folder("tests/kernels/textbook") >= 100);
  CHECK(check_folder("tests/kernels/measured") >= 20);
  CHECK(check_folder("tests/kernels/language") >= 20);
  CHECK(check_folder("tests/kernels/table") >= 10);
}

TEST_CASE("verifier: a program with one thing wrong is refused, and the thing is named") {
  const auto program = program_of(kText);
  REQUIRE(first_defect(*program) == "");
  for (size_t i = 0; i < kDamages.size(); ++i) {
    CAPTURE(i);
    Program damaged = *program;
    kDamages[i].damage(damaged);
    const std::string found = first_defect(damaged);
    CAPTURE(kDamages[i].defect);
    CAPTURE(found);
    CHECK(found.find(kDamages[i].defect) != std::string::npos);
  }
}
