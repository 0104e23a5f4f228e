// warplens: --grid 4 --block 96 --arg a=int[1024] --arg o=int[1024]
__global__ void if_else_sides(const int* a, int* o) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * blockDim.x + t];
  __syncthreads();
  int v = 0;
  if (t % 3 == 0) {
    v = s[t * 2 % 96];
  } else if (t % 3 == 1) {
    v = s[(t * 7) % 96] + s[95 - t];
  } else {
    v = s[t] * 2;
    if (t > 40) v += s[t - 40];
  }
  o[blockIdx.x * blockDim.x + t] = v;
}
