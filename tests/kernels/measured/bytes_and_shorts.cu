// warplens: --grid 2 --block 128 --arg a=uint8_t[1024] --arg b=short[1024] --arg o=int[256]
__global__ void bytes_and_shorts(const unsigned char* a, const short* b, int* o) {
  __shared__ unsigned char c[512];
  __shared__ short h[256];
  __shared__ bool flag[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  c[t * 4] = a[i];
  c[t * 4 + 1] = a[i * 3];
  h[t] = b[i];
  h[(t * 33) % 128 + 128] = b[i * 2];
  flag[t] = a[i] > 9;
  __syncthreads();
  o[i] = c[t] + c[(t * 5) % 512] + h[255 - t] + h[(t * 2) % 256] + (flag[127 - t] ? 1 : 0);
}
