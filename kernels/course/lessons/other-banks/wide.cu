// warplens: --block 32 --arg in=float4[32] --arg out=float4[32]:zero

// Each lane stores and loads one element of shared memory that has several words. Those of neighbouring lanes are STRIDE
// elements apart, eight at most.

#ifndef ELEMENT
#define ELEMENT float4
#endif
#ifndef STRIDE
#define STRIDE 1
#endif

__global__ void wide(const ELEMENT* in, ELEMENT* out) {
  __shared__ ELEMENT kept[32 * 8];
  int t = threadIdx.x;

  kept[STRIDE * t] = in[t];
  __syncthreads();
  out[t] = kept[STRIDE * t];
}
