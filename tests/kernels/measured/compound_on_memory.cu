// warplens: --grid 2 --block 64 --arg o=int[1024] --arg p=int[1024]
__global__ void compound_on_memory(int* o, int* p) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = t;
  s[t] *= 3;
  s[t]++;
  __syncthreads();
  ++s[(t + 1) % 64];
  __syncthreads();
  o[i] += s[t];
  p[i * 2] ^= 5;
  int old = s[t]--;
  o[i] <<= old & 3;
}
