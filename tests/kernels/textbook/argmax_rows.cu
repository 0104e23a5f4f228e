// warplens: --grid 4 --block 50 --arg logits=float[4][120]:random=77 --arg best=int[4]:none --arg cols=120
//
// The index of the largest element of each row. Value and index travel together in a struct; equal
// values: the smaller index wins, so that the result does not depend on the order of the threads.

struct ValueIndex {
  float value;
  int index;
  __device__ ValueIndex() {}
  __device__ ValueIndex(float v, int i) : value(v), index(i) {}
};

__device__ ValueIndex larger(const ValueIndex a, const ValueIndex b) {
  if (a.value != b.value) return a.value > b.value ? a : b;
  return a.index < b.index ? a : b;
}

__global__ void argmax_rows(const float* logits, int* best, int cols) {
  __shared__ float values[64];
  __shared__ int indices[64];
  const int t = threadIdx.x;
  ValueIndex mine(logits[blockIdx.x * cols], 0);
  for (int i = t; i < cols; i += blockDim.x) {
    mine = larger(mine, ValueIndex(logits[blockIdx.x * cols + i], i));
  }
  values[t] = mine.value;
  indices[t] = mine.index;
  __syncthreads();

  // 50 threads: the tree begins at 32 and lets the others hand over only where they exist.
  for (int half = 32; half >= 1; half /= 2) {
    if (t < half && t + half < blockDim.x) {
      ValueIndex other(values[t + half], indices[t + half]);
      mine = larger(mine, other);
      values[t] = mine.value;
      indices[t] = mine.index;
    }
    __syncthreads();
  }
  if (t == 0) best[blockIdx.x] = mine.index;
}
