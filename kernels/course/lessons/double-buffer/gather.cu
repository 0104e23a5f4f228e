// warplens: --block 32 -D SOURCE=8 -D TARGET=1 --arg in=int[1024] --arg out=int[32]:zero

// Each lane copies one word. Sources are SOURCE words apart, targets TARGET words.

#ifndef SOURCE
#define SOURCE 8
#endif
#ifndef TARGET
#define TARGET 1
#endif

__global__ void gather(const int* in, int* out) {
  __shared__ int tile[32 * TARGET];
  int t = threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::
               "r"((unsigned)__cvta_generic_to_shared(&tile[t * TARGET])), "l"(&in[t * SOURCE]));
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = tile[t * TARGET];
}
