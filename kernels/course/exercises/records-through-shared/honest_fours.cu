// Loads four numbers a lane; what is left, one at a time.
struct Point {
  float x, y, z;
};
__global__ void add_members(const Point* in, float* out, int n) {
  __shared__ float4 fours[24];
  float* s = (float*)fours;
  int first = blockIdx.x * 32, t = threadIdx.x;
  int count = 3 * min(32, n - first);
  const float* numbers = (const float*)(in + first);
  if (t < count / 4) fours[t] = ((const float4*)numbers)[t];
  if (t < count % 4) s[count / 4 * 4 + t] = numbers[count / 4 * 4 + t];
  __syncthreads();
  if (first + t < n) out[first + t] = s[3 * t] + s[3 * t + 1] + s[3 * t + 2];
}
