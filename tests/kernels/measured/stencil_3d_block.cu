// warplens: --grid 2,2,2 --block 8,4,4 --arg a=float[8][8][16] --arg o=float[8][8][16]
__global__ void stencil_3d_block(const float* a, float* o) {
  __shared__ float s[4][4][9];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 4 + threadIdx.z;
  int i = (z * 8 + y) * 16 + x;
  s[threadIdx.z][threadIdx.y][threadIdx.x] = a[i];
  __syncthreads();
  float v = s[threadIdx.z][threadIdx.y][threadIdx.x];
  if (threadIdx.x > 0) v += s[threadIdx.z][threadIdx.y][threadIdx.x - 1];
  if (threadIdx.y > 0) v += s[threadIdx.z][threadIdx.y - 1][threadIdx.x];
  if (threadIdx.z < 3) v += s[threadIdx.z + 1][threadIdx.y][threadIdx.x];
  else if (z + 1 < 8) v += a[i + 128];
  o[i] = v;
}
