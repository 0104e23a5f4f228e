// warplens: --grid 2 --block 64 --arg row=int[129]:iota --arg v=float[1024] --arg o=float[128]
__global__ void bounds_from_memory(const int* row, const float* v, float* o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float sum = 0.0f;
  for (int k = row[i]; k < row[i] + (row[i + 1] * 7) % 6; k++) sum += v[k];
  o[i] = sum;
}
