// warplens: --block 64 --arg points=float[64][8] --arg centre=float[8] --arg out=float[64]:zero
// Points of eight coordinates, a lane each.

__global__ void nearest_centre(const float* points, const float* centre, float* out) {
  __shared__ float point[64][8];
  const int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) point[i * 8 + t / 8][t % 8] = points[i * 64 + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += (point[t][k] - centre[k]) * (point[t][k] - centre[k]);
  out[t] = sum;
}
