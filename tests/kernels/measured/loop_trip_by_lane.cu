// warplens: --grid 2 --block 64 --arg a=float[4096] --arg o=float[128]
__global__ void loop_trip_by_lane(const float* a, float* o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < threadIdx.x % 9; ++k) sum += a[i * 9 + k];
  o[i] = sum;
}
