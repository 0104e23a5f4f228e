// warplens: --grid 2,1,2 --block 4,3,5 --arg a=short[4096] --arg o=int[4096]
__global__ void three_dims(const short* a, int* o) {
  __shared__ short s[5][3][4];
  __shared__ unsigned char b[5][16];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int g = ((blockIdx.z * 5 + z) * 3 + y) * 8 + blockIdx.x * 4 + x;
  s[z][y][x] = a[g * 3];
  b[z][y * 4 + x] = (unsigned char)(a[g] + z);
  __syncthreads();
  o[g] = s[4 - z][2 - y][x] * b[z][x * 3 + y] + s[z][0][3 - x];
}
