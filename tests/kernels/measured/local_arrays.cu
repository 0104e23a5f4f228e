// warplens: --grid 2 --block 64 --arg a=float[2048] --arg o=float[512]
__global__ void local_arrays(const float* a, float* o) {
  float r[4];
  int w[2] = {1, 3};
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k) r[k] = a[i * 4 + k];
  for (int k = 0; k < 4; ++k) o[(i + k * 128) % 512] = r[(k + i) % 4] * w[k & 1];
}
