// CUDA's functions: which instructions a call becomes.
#include <doctest/doctest.h>

#include "support.hpp"

#include "sim/code/opcodes.hpp"
#include "sim/code/register_uses.hpp"
#include "sim/code/verify.hpp"

using namespace warplens::code;
using namespace warplens::code::test;

namespace {

// `statement` with i int, u unsigned, l long long, m unsigned long long, f float, d double, h
// __half; p, pu, pm, pf pointers to global memory; s an int array in shared memory.
std::shared_ptr<const Program> with_variables(const std::string& statement) {
  return program_of(
      "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
      "__global__ void k(int i, unsigned u, long long l, unsigned long long m, float f, double d,"
      " __half h, __nv_bfloat16 g, int* p, unsigned* pu, unsigned long long* pm, float* pf) {"
      " __shared__ int s[32]; " +
      statement + " }");
}

}  // namespace

TEST_CASE("intrinsics: each becomes the instruction of its type") {
  const std::pair<const char*, Op> rows[] = {
      {"i = __popc(u);", Op::kPopc32},
      {"i = __popcll(m);", Op::kPopc64},
      {"i = __clz(i);", Op::kClz32},
      {"i = __clzll(l);", Op::kClz64},
      {"i = __ffs(i);", Op::kFfs32},
      {"u = __brev(u);", Op::kBrev32},
      {"m = __brevll(m);", Op::kBrev64},
      {"i = __mulhi(i, i);", Op::kMulHiS32},
      {"u = __umulhi(u, u);", Op::kMulHiU32},
      {"m = __umul64hi(m, m);", Op::kMulHiU64},
      {"f = expm1f(f);", Op::kExpm1F32},
      {"d = lgamma(d);", Op::kLgammaF64},
      {"f = copysignf(f, 2.0f);", Op::kCopysignF32},
      {"d = nextafter(d, 1.0);", Op::kNextafterF64},
      {"f = sinpif(f);", Op::kSinpiF32},
      {"f = exp10f(f);", Op::kExp10F32},
      {"i = __shfl_sync(0xffffffff, i, 3);", Op::kShuffle32},
      {"d = __shfl_xor_sync(0xffffffff, d, 1);", Op::kShuffle64},
      {"i = __any_sync(0xffffffff, i > 3);", Op::kVote},
      {"u = __activemask();", Op::kActiveMask},
      {"u = __match_any_sync(0xffffffff, i);", Op::kMatchAny32},
      {"u = __match_any_sync(0xffffffff, m);", Op::kMatchAny64},
      {"i = __reduce_add_sync(0xffffffff, i);", Op::kReduce},
      {"__syncwarp();", Op::kSyncWarp},
      {"__syncthreads();", Op::kBarrier},
      {"i = __syncthreads_count(i > 2);", Op::kBarrierVote},
      {"l = clock64();", Op::kClock64},
      {"__trap();", Op::kTrap},
      {"atomicAdd(&s[i], 1);", Op::kAtomicAddSharedI32},
      {"atomicAdd(p, 1);", Op::kAtomicAddGenericI32},
      {"atomicAdd(pf, 1.0f);", Op::kAtomicAddGenericF32},
      {"atomicMax(&s[0], i);", Op::kAtomicMaxSharedS32},
      {"atomicMin(pu, u);", Op::kAtomicMinGenericU32},
      {"atomicMax(pm, m);", Op::kAtomicMaxGenericU64},
      {"atomicAnd(pu, u);", Op::kAtomicAndGenericI32},
      {"atomicXor(pm, m);", Op::kAtomicXorGenericI64},
      {"i = atomicExch(&s[1], i);", Op::kAtomicExchSharedI32},
      {"f = atomicExch(pf, f);", Op::kAtomicExchGenericI32},
      {"u = atomicInc(pu, 7u);", Op::kAtomicIncGenericU32},
      {"u = atomicDec(pu, 7u);", Op::kAtomicDecGenericU32},
      {"i = atomicCAS(&s[2], i, 4);", Op::kAtomicCasSharedI32},
      {"m = atomicCAS(pm, m, 4ull);", Op::kAtomicCasGenericI64},
      {"h = __float2half(f);", Op::kF32ToF16},
      {"f = __half2float(h);", Op::kF16ToF32},
      {"h = __hfma(h, h, h);", Op::kFmaF64},
      {"g = __hfma(g, g, g);", Op::kFmaToOddF64},
      {"printf(\"%d\", i);", Op::kPrint},
      {"assert(i > 0);", Op::kAssert},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    CHECK(count(*with_variables(row.first), row.second) == 1);
  }
}

TEST_CASE("intrinsics: a shuffle's members are a register above its mode") {
  const auto program = with_variables("i = __shfl_down_sync(u, i, 4, 16);");
  const auto shuffle = std::find_if(program->instrs.begin(), program->instrs.end(),
                                    [](const Instr& instr) { return instr.op == Op::kShuffle32; });
  REQUIRE(shuffle != program->instrs.end());
  CHECK((shuffle->imm & 0xff) == 2);
  const auto members =
      std::find_if(program->parameters.begin(), program->parameters.end(),
                   [](const Parameter& parameter) { return parameter.name == "u"; });
  REQUIRE(members != program->parameters.end());
  CHECK(static_cast<uint32_t>(shuffle->imm >> 8) == members->slot);
  CHECK(disassemble(*program).find(" 2 r" + std::to_string(members->slot) + " ") !=
        std::string::npos);
}

TEST_CASE("intrinsics: a signed reduction differs from an unsigned one") {
  const auto kind = [](const std::string& statement) {
    const auto program = with_variables(statement);
    for (const Instr& instr : program->instrs) {
      if (instr.op == Op::kReduce) return instr.imm;
    }
    return -1;
  };
  CHECK(kind("i = __reduce_min_sync(u, i);") == 1);
  CHECK(kind("u = __reduce_min_sync(u, u);") == 3);
  CHECK(kind("i = __reduce_max_sync(u, i);") == 2);
  CHECK(kind("u = __reduce_xor_sync(u, u);") == 7);
}

TEST_CASE("intrinsics: the predicate of a match is stored where its pointer points") {
  const auto program = with_variables("int all; u = __match_all_sync(u, i, &all); p[0] = all;");
  CHECK(count(*program, Op::kMatchAll32) == 1);
  CHECK(count(*program, Op::kStoreLocalI32) == 1);
  CHECK(sites(*program) == Texts{"store 4 p[0]"});
}

TEST_CASE("intrinsics: matrices are one access of rows; their registers go where pointers point") {
  const auto program = with_variables(
      "unsigned r[3], last; warplens_ldmatrix_x4_trans(&r[0], &r[1], &r[2], &last, u);"
      "warplens_stmatrix_x2(u, r[0], last); u = warplens_movmatrix_trans(last);");
  CHECK(sites(*program) ==
        Texts{"load 16 warplens_ldmatrix_x4_trans(&r[0], &r[1], &r[2], &last, u)",
              "store 16 warplens_stmatrix_x2(u, r[0], last)"});
  CHECK(count(*program, Op::kLoadMatrixTurned) == 1);
  CHECK(count(*program, Op::kStoreMatrix) == 1);
  CHECK(count(*program, Op::kTurnMatrix) == 1);
  for (const AccessSite& site : program->sites) CHECK(site.is_matrix);
  for (const Instr& instr : program->instrs) {
    if (instr.op == Op::kLoadMatrixTurned) CHECK(instr.b == 4);
    if (instr.op == Op::kStoreMatrix) CHECK(instr.dst == 2);
  }
  CHECK(first_defect(*program) == "");
}

TEST_CASE("intrinsics: a tensor core's product takes registers that follow each other") {
  const auto program = with_variables(
      "warplens_mma(2, &u, pu, &u, &u, u, u + 1, u + 2, u + 3, u, u, u, u, u, u);"
      "warplens_mma_f64(&d, &d, d, 2.0, d, d);");
  const auto product = [&](Op op) {
    for (const Instr& instr : program->instrs)
      if (instr.op == op) return register_uses(*program, instr);
    return RegisterUses{};
  };
  const RegisterUses of_bfloats = product(Op::kMma);
  REQUIRE(of_bfloats.reads.size() == 3);
  REQUIRE(of_bfloats.writes.size() == 1);
  CHECK(of_bfloats.writes[0].count == 4);
  CHECK(of_bfloats.reads[0].count == 4);
  CHECK(of_bfloats.reads[1].count == 2);
  CHECK(of_bfloats.reads[2].count == 4);
  const RegisterUses of_doubles = product(Op::kMmaF64);
  REQUIRE(of_doubles.reads.size() == 3);
  CHECK(of_doubles.writes[0].count == 2);
  CHECK(of_doubles.writes[0].width == 2);
  CHECK(of_doubles.reads[0].count == 1);
  CHECK(sites(*program) == Texts{"store 4 pu"});
  CHECK(first_defect(*program) == "");
}

TEST_CASE(
    "intrinsics: the number of a product's shape is known, and that of other registers no shape") {
  const auto refused = [](const std::string& number) {
    return !lower_text("__global__ void k(int i, unsigned u) { warplens_mma(" + number +
                       ", &u, &u, &u, &u, u, u, u, u, u, u, u, u, u, u); }")
                .ok();
  };
  CHECK_FALSE(refused("0"));
  CHECK(refused("i"));
  CHECK(refused("-1"));
  CHECK(refused("1000"));
  CHECK(refused("8"));  // m8n8k4 of f64
}

TEST_CASE("intrinsics: a fence is an instruction, a sleep is not, its argument's effects are") {
  const auto fences = with_variables("__threadfence(); __threadfence_block();");
  const auto counted = with_variables("__nanosleep(u++);");
  CHECK(count(*fences, Op::kFence) == 2);
  CHECK(count(*counted, Op::kAddI32) == 1);
}

TEST_CASE("intrinsics: assertions and traps have their texts") {
  const auto program = with_variables("assert(i > 0 && \"positive\"); __trap();");
  REQUIRE(program->asserts.size() == 2);
  CHECK(program->asserts[0].text.find("i > 0") == 0);
  CHECK(program->asserts[1].text.empty());
}

TEST_CASE("halves: loaded as 16 bits, computed as float, rounded once") {
  const auto program = program_of(
      "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
      "__global__ void k(__half* a) { int i = threadIdx.x; a[i] = a[i] * a[i + 1] + a[0]; }");
  CHECK(count(*program, Op::kLoadGenericU16) == 3);
  CHECK(count(*program, Op::kStoreGenericI16) == 1);
  CHECK(count(*program, Op::kMulF32) == 1);
  CHECK(count(*program, Op::kF32ToF16) == 2);
}
