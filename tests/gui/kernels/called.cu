// warplens: --call fill --arg x=int[1000]:zero --arg n=1000
__global__ void store(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

void fill(int* x, int n) { store<<<(n + 127) / 128, 128>>>(x, n); }
