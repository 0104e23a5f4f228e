// warplens: --block 32 -D SHIFT=1 --arg in=int[64] --arg out=int[32]:zero

// Each lane copies one word, SHIFT words past an aligned place. LOADED: by a load and a store.

#ifndef SHIFT
#define SHIFT 0
#endif

__global__ void copy(const int* in, int* out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
#ifdef LOADED
  tile[t] = in[t + SHIFT];
#else
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::
               "r"((unsigned)__cvta_generic_to_shared(&tile[t])), "l"(&in[t + SHIFT]));
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  out[t] = tile[t];
}
