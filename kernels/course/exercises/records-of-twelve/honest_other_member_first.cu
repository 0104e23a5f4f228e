// Records that begin in the same bank are eight apart: each eight begins with another member.
__global__ void add_records(const float* in, float* out, int n) {
  __shared__ float s[32 * 12];
  int first = blockIdx.x * 32, t = threadIdx.x;
  int records = min(32, n - first);
  for (int i = t; i < 12 * records; i += 32) s[i] = in[12 * first + i];
  __syncthreads();
  if (t >= records) return;
  float sum = 0;
  for (int i = 0; i < 12; ++i) sum += s[t * 12 + (i + t / 8) % 12];
  out[first + t] = sum;
}
