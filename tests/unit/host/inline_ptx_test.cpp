// What instructions of inline PTX compute that CUDA C++ has no function for: values worked out by
// hand from the PTX ISA 8.5. The program is one that nvcc 13.0 compiles.
#include <string>

#include "support.hpp"

using namespace warplens;

namespace {

constexpr const char* kProgram = R"cuda(#include <cstdio>
__device__ unsigned pair(unsigned high, unsigned low) { return high << 16 | low; }
__global__ void k(unsigned* u) {
  float one = 1.0f, third = 1.0f / 3, minus = -2.5f;
  unsigned r, s = pair(0x3c00, 0x4000);  // halves 1 and 2
  // The first operand is the higher half.
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(one), "f"(minus));
  u[0] = r;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(third), "f"(minus));
  u[1] = r;
  asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(one), "f"(minus));
  u[2] = r;
  asm("add.f16x2 %0, %1, %1;" : "=r"(r) : "r"(s));
  u[3] = r;
  asm("fma.rn.f16x2 %0, %1, %1, %2;" : "=r"(r) : "r"(s), "r"(0x3c003c00));
  u[4] = r;
  asm("mul.f16x2 %0, %1, %2;" : "=r"(r) : "r"(s), "r"(pair(0xc000, 0x3800)));
  u[5] = r;
  asm("neg.f16x2 %0, %1;" : "=r"(r) : "r"(s));
  u[6] = r;
  asm("max.f16x2 %0, %1, %2;" : "=r"(r) : "r"(s), "r"(pair(0x7e00, 0x3c00)));
  u[7] = r;  // a NaN is ignored
  asm("max.NaN.f16x2 %0, %1, %2;" : "=r"(r) : "r"(s), "r"(pair(0x7e00, 0x3c00)));
  u[8] = r >> 16 & 0x7fff;
  asm("fma.rn.bf16x2 %0, %1, %1, %1;" : "=r"(r) : "r"(pair(0x3f80, 0x4040)));  // 1, 3
  u[9] = r;
  // From the middle away from zero, and to the even one.
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(0x3f801000)));
  u[10] = r;
  asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(0x3f801000)));
  u[11] = r;
  asm("cvt.sat.u8.s32 %0, %1;" : "=r"(r) : "r"(300));
  u[12] = r;
  asm("cvt.sat.s8.s32 %0, %1;" : "=r"(r) : "r"(-300));
  u[13] = r;
  asm("add.sat.s32 %0, %1, %1;" : "=r"(r) : "r"(2000000000));
  u[14] = r;
  float nan = __uint_as_float(0x7fc00000);
  asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "f"(nan), "f"(one));
  u[15] = r;
  asm("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "f"(nan), "f"(one));
  u[16] = r;
  unsigned long long q;
  unsigned short h[4] = {1, 2, 3, 4};
  asm("mov.b64 %0, {%1, %2, %3, %4};" : "=l"(q) : "h"(h[0]), "h"(h[1]), "h"(h[2]), "h"(h[3]));
  u[17] = (unsigned)q, u[18] = (unsigned)(q >> 32);
  asm("mov.b64 {%0, %1, %2, %3}, %4;" : "=h"(h[3]), "=h"(h[2]), "=h"(h[1]), "=h"(h[0]) : "l"(q));
  u[19] = h[0] * 10 + h[3];
  __shared__ int here;
  here = 1;
  asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(&here));
  u[20] = r;
  asm("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(r) : "l"(&here));
  u[21] = r;
}
// By lane: who is elected, and whose shuffle is in range.
__global__ void lanes(unsigned* u) {
  unsigned r = 0, leader, lane = threadIdx.x;
  asm volatile("{ .reg .pred p; elect.sync %1|p, 0xffffffff; @p mov.u32 %0, 1; }" : "+r"(r), "=r"(leader));
  u[lane] = r + leader;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 3, 0, 0xffffffff; @p add.u32 %0, %0, 100; }" : "=r"(r) : "r"(lane));
  u[32 + lane] = r;
  asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 2, 0x1807, 0xffffffff; @p add.u32 %0, %0, 100; }" : "=r"(r) : "r"(lane));
  u[64 + lane] = r;
}
int main() {
  unsigned *u, v[128];
  cudaMalloc(&u, sizeof v);
  k<<<1, 1>>>(u);
  cudaMemcpy(v, u, sizeof v, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 22; ++i) printf("%x ", v[i]);
  lanes<<<1, 32>>>(u);
  cudaMemcpy(v, u, sizeof v, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 3; ++i) {
    printf("\n");
    for (int lane = 0; lane < 32; ++lane) printf("%u ", v[32 * i + lane]);
  }
  printf("\n");
}
)cuda";

}  // namespace

TEST_CASE("inline ptx: pairs, roundings, saturation, unordered comparisons, packing") {
  const test::Ended ended = test::run_program(kProgram);
  CHECK(ended.refused == "");
  CHECK(ended.out.substr(0, ended.out.find('\n')) ==
        "3c00c100 3eabc020 3c000000 40004400 40004500 c0003c00 bc00c000 3c004000 7fff 40004140 "
        "3f802000 3f800000 ff ffffff80 7fffffff 1 0 20001 40003 29 1 0 ");
}

TEST_CASE("inline ptx: one lane is elected; a shuffle says whether its lane is in range") {
  std::string expected = "1 ";
  for (int lane = 1; lane < 32; ++lane) expected += "0 ";
  expected += "\n";
  for (int lane = 0; lane < 32; ++lane)
    expected += std::to_string(lane < 3 ? lane : lane - 3 + 100) + " ";
  expected += "\n";
  for (int lane = 0; lane < 32; ++lane)  // in groups of 8
    expected += std::to_string(lane % 8 < 6 ? lane + 2 + 100 : lane) + " ";
  const std::string out = test::run_program(kProgram).out;
  CHECK(out.substr(out.find('\n') + 1) == expected + "\n");
}
