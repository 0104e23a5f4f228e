// warplens: --grid 4 --block 64 --arg in=float[4][300]:random=18 --arg out=float[4][300]:none --arg cols=300
//
// Online softmax of one row a block: a running maximum and a sum that is scaled whenever the maximum
// grows need one pass over the row. Pairs (maximum, sum) are merged in shared memory.

#include <cfloat>

struct Running {
  float maximum;
  float sum;
};

__device__ Running merged(Running a, Running b) {
  bool a_is_larger = a.maximum > b.maximum;
  Running larger = a_is_larger ? a : b;
  Running smaller = a_is_larger ? b : a;
  Running result;
  result.maximum = larger.maximum;
  result.sum = larger.sum + smaller.sum * __expf(smaller.maximum - larger.maximum);
  return result;
}

__global__ void softmax_online(const float* in, float* out, int cols) {
  __shared__ Running partial[64];
  const float* row = in + blockIdx.x * cols;
  Running mine = {-FLT_MAX, 0.0f};
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    mine = merged(mine, Running{row[i], 1.0f});
  }
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      partial[threadIdx.x] = merged(partial[threadIdx.x], partial[threadIdx.x + half]);
    }
    __syncthreads();
  }
  const Running total = partial[0];
  for (int i = threadIdx.x; i < cols; i += blockDim.x) {
    out[blockIdx.x * cols + i] = __expf(row[i] - total.maximum) / total.sum;
  }
}
