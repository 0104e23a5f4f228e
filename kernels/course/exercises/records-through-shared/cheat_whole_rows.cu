// Loads as many records as a block has threads, also where fewer are left.
struct Point {
  float x, y, z;
};
__global__ void add_members(const Point* in, float* out, int n) {
  __shared__ float s[3 * 32];
  int first = blockIdx.x * 32, t = threadIdx.x;
  const float* numbers = (const float*)(in + first);
  for (int i = t; i < 3 * 32; i += 32) s[i] = numbers[i];
  __syncthreads();
  if (first + t < n) out[first + t] = s[3 * t] + s[3 * t + 1] + s[3 * t + 2];
}
