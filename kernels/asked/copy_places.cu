// warplens: --block 32 --arg in=int4[512] --arg out=int4[32]:zero

// Each lane t copies 16 bytes: from piece FROM of global memory to piece TO of shared memory. CG: past L1 (cp.async.cg).
// LOADED: by a load and a store instead.

#ifndef FROM
#define FROM t
#endif
#ifndef TO
#define TO t
#endif

__global__ void copy(const int4* in, int4* out) {
  __shared__ __align__(128) int4 tile[64];
  int t = threadIdx.x;
#ifdef LOADED
  tile[TO] = in[FROM];
#else
  unsigned to = (unsigned)__cvta_generic_to_shared(&tile[TO]);
#ifdef CG
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&in[FROM]));
#else
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&in[FROM]));
#endif
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  out[t] = tile[TO];
}
