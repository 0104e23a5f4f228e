// warplens: --grid 2 --block 64 --arg a=int[512] --arg o=int[128]
__global__ void switch_no_fall_through(const int* a, int* o) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = t;
  __syncthreads();
  int v = 0;
  switch (t % 5) {
    case 0:
    case 1:
      v = s[t] + a[i];
      break;
    case 2:
      v = a[i * 2];
      break;
    default:
      v = s[63 - t];
      break;
  }
  o[i] = v + a[i + 1];
}
