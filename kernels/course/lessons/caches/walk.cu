// warplens: --block 32 --shared 128 --arg in=float[256] --arg out=float[32]:zero

// Each thread adds COUNT elements: those of a row of its own, or with ACROSS those of a column, so that in each turn
// neighbouring threads load neighbours. The sum goes through shared memory, of which a block may take more than it needs.

#ifndef COUNT
#define COUNT 8
#endif
#ifndef ACROSS
#define ACROSS 0
#endif

__global__ void walk(const float* in, float* out) {
  extern __shared__ float kept[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  float sum = 0.0f;

  for (int k = 0; k < COUNT; ++k) {
    sum += in[ACROSS ? k * threads + i : i * COUNT + k];
  }
  kept[threadIdx.x] = sum;
  out[i] = kept[threadIdx.x];
}
