// warplens: --grid 3 --block 64 --arg values=float[500]:random=9 --arg best=float[3] --arg where=int[3] --arg n=500
// Finds the largest element and where it stands: pairs of a value and an index travel together through the tree. Of
// equal values the one with the smaller index wins, so the result does not depend on the tree's shape.

struct Best {
  float value;
  int index;
};

__device__ Best better(Best a, Best b) {
  if (a.value > b.value) return a;
  if (b.value > a.value) return b;
  return a.index < b.index ? a : b;
}

__global__ void argmax(const float* values, float* best, int* where, int n) {
  __shared__ Best found[64];

  Best mine = {-1.0f, -1};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    Best candidate;
    candidate.value = values[i];
    candidate.index = i;
    mine = better(mine, candidate);
  }
  found[threadIdx.x] = mine;
  __syncthreads();

  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (threadIdx.x < s) found[threadIdx.x] = better(found[threadIdx.x], found[threadIdx.x + s]);
    __syncthreads();
  }

  if (threadIdx.x == 0) {
    best[blockIdx.x] = found[0].value;
    where[blockIdx.x] = found[0].index;
  }
}
