// warplens: --grid 2 --block 64 --arg a=int[512] --arg o=int[128]
__global__ void switch_fall_through(const int* a, int* o) {
  __shared__ int s[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = t;
  __syncthreads();
  int v = 0;
  switch (t % 6) {
    case 0:
      v += s[t];
    case 1:
      v += a[i * 2];
    case 2:
      v += s[63 - t];
      break;
    case 4:
      v = a[i];
      break;
    default:
      v = s[(t * 4) % 64];
  }
  o[i] = v;
}
