// warplens: --block 32 --arg in=int4[32] --arg out=int4[32]:zero --arg n=24

// Copies n pieces of 16 bytes, and zeros behind them. GUARDED: by a branch, whose other side stores the zeros; else by a
// copy of all lanes, of which some read nothing.

__global__ void copy(const int4* in, int4* out, int n) {
  __shared__ __align__(128) int4 tile[32];
  int t = threadIdx.x;
  unsigned to = (unsigned)__cvta_generic_to_shared(&tile[t]);
#ifdef GUARDED
  if (t % 4 < 2 && t < n) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&in[t]));
  } else if (t < n) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(&in[t]));
  } else {
    tile[t] = make_int4(0, 0, 0, 0);
  }
#else
  int bytes = t < n ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(&in[t < n ? t : 0]), "r"(bytes));
#endif
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = tile[t];
}
