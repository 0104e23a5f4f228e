// warplens: --block 64 --arg in=float[2560] --arg out=float[64]:zero
// Rows of 80 floats of which 41 are used: rows of 41 leave no conflict, and take half the memory.
__global__ void unused_columns(const float* in, float* out) {
  __shared__ float s[64][80];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 40; i += 64) s[i / 40][i % 40] = in[i];
  s[t][40] = 0.5f * t;
  __syncthreads();
  float sum = 0;
  for (int c = 0; c <= 40; ++c) sum += s[t][c];
  out[t] = sum;
}
