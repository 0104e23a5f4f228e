// warplens: --shared {min(1024 * turns, 27648)}
// Adds the numbers for which there is room.
__global__ void add_rows(const float* in, float* out, int turns) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  int fits = min(turns, 27);
  const float* mine = in + blockIdx.x * 256 * turns;
  for (int i = t; i < 256 * fits; i += 256) s[i] = mine[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < fits; ++i) sum += s[t * fits + i];
  out[blockIdx.x * 256 + t] = sum;
}
