// warplens: --grid 1 --block 1024 --arg a=float[1024][1024]:iota --arg sums=float[1024]:zero

// Each thread adds up a row, so that lanes of a warp are a row of 4 KiB apart.
__global__ void row_sums(const float* a, float* sums) {
  float sum = 0.0f;
  for (int column = 0; column < 8; ++column)
    sum += a[threadIdx.x * 1024 + column];
  sums[threadIdx.x] = sum;
}
