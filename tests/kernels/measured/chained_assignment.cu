// warplens: --grid 2 --block 64 --arg a=int[512] --arg o=int[256]
__global__ void chained_assignment(const int* a, int* o) {
  __shared__ int s[64], u[64], w[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, v;
  s[t] = u[63 - t] = v = a[i * 2];
  __syncthreads();
  o[i] = s[(t * 2) & 63] + u[t] + v;
  o[i + 128] = -(w[t] = a[i]);
}
