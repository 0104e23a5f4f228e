// Instructions: those that are not known, and those that are refused by name.
__global__ void k(float* a, const float* b, unsigned s, unsigned long long q, int n) {
  asm("bar.sync 0;");
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile("add.s32 %0, %1, nothing;" : "=r"(n) : "r"(n));
  asm("ldmatirx.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(s) : "r"(s));
  asm("mul.high.u32 %0, %0, 3;" : "+r"(s));
  asm("ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%0}, [%1];" : "=r"(s) : "r"(s));
  asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(s) : "r"(s));
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(s));
  asm("tcgen05.wait::ld.sync.aligned;");
  asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {}, {}, {}, {};");
  asm("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, "
      "{%2, %2, %2, %2}], [%0];" ::"r"(s),
      "l"(b), "r"(n));
  asm("bar.sync 1, 64;");
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %1;" : "=r"(s) : "f"(a[0]));
}
// expect error 4:17: inline PTX: 'wgmma.fence.sync.aligned' is not supported: it is for products of four warps (wgmma) -> write the product with ldmatrix and mma.sync, a warp's tile each
// expect error 5:17: inline PTX: 'nothing' is no operand and no register that is declared here -> declare it before: .reg .s32 nothing;
// expect error 6:8: inline PTX: the instruction 'ldmatirx.sync.aligned.m8n8.x1.shared.b16' is not known -> did you mean 'ldmatrix'?
// expect error 7:8: inline PTX: the instruction 'mul.high.u32' is not known -> known are mul, mul.lo, mul.hi, mul.wide and mul.sat, each with a type
// expect error 8:8: inline PTX: '.x3' is not known in 'ldmatrix.sync.aligned.m8n8.x3.shared.b16'
// expect error 9:8: inline PTX: 'mapa.shared::cluster.u32' is not supported: it is for clusters of blocks -> use one block's shared memory, or global memory
// expect error 10:8: inline PTX: '%cluster_ctarank' is not supported: it is for clusters of blocks
// expect error 11:8: inline PTX: 'tcgen05.wait::ld.sync.aligned' is not supported: it is for tensor memory (tcgen05)
// expect error 12:8: inline PTX: 'mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32' is not supported: its numbers are floating ones of 8 bits or less -> convert them to f16 or bf16, and write mma.sync of those
// expect error 13:8: inline PTX: 'cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes' is not supported: it copies more than three dimensions -> make the tensor map of fewer dimensions
// expect error 16:8: inline PTX: 'bar.sync' with a number of threads is not supported: all threads of the block wait here -> write __syncthreads(), or an mbarrier of those threads
// expect error 17:8: inline PTX: 'cvt.rn.satfinite.e4m3x2.f32' names types that are not known here
