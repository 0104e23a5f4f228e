struct Point {
  float x, y, z;
};
__global__ void add_members(const Point* in, float* out, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n) out[i] = in[i].x + in[i].y + in[i].z;
}
