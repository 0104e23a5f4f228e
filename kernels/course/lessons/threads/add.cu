// warplens: --grid 4 --block 32 --arg a=float[100]:mod=1000+1 --arg b=float[100]:mod=1000+1 --arg c=float[100]:zero --arg n=100

// c = a + b, one thread an element. The guard keeps the last block's spare threads from what is not theirs.

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n) {
    c[i] = a[i] + b[i];
  }
}
