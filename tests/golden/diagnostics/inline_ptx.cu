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
