// warplens: --grid 4 --block 64 --arg in=int[250]:random=44 --arg out=int[250]:zero --arg kept=int[1]:zero --arg n=250
//
// Keeps the positive numbers, in any order of warps: a ballot counts the warp's survivors, its first
// survivor reserves their places by one atomic, and each writes to its own place.

__device__ int reserve_place(int* counter) {
  const unsigned int active = __activemask();
  const int leader = __ffs(active) - 1;
  const int lane = threadIdx.x & 31;
  int base;
  if (lane == leader) base = atomicAdd(counter, __popc(active));
  base = __shfl_sync(active, base, leader);
  return base + __popc(active & ((1u << lane) - 1u));
}

__global__ void compact_stream(const int* in, int* out, int* kept, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int value = in[i];
  if (value > 0) out[reserve_place(kept)] = value;
}

int main() {
  int n = 250;
  int *in, *out, *kept;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&kept, sizeof(int));
  cudaMemset(kept, 0, sizeof(int));
  compact_stream<<<4, 64>>>(in, out, kept, n);
  cudaDeviceSynchronize();
  return 0;
}
