// warplens: --grid 4 --block 32 --arg a=float[100]:mod=1000+1 --arg b=float[100]:mod=1000+1 --arg c=float[100]:zero --arg n=100

// c = a + b, one thread an element, whether there is such an element or not.

__global__ void add_unguarded(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;

  c[i] = a[i] + b[i];
}
