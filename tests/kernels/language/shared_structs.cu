// warplens: --arg a=float[64] --arg n=64 --block 32 --shared 1024
struct Cell {
  float mass;
  float3 pos;
};
union Pun {
  float f;
  int i;
};
__global__ void k(float* a, int n) {
  __shared__ Cell cells[32];
  extern __shared__ float4 dyn[];
  __shared__ float(*rows)[8];
  __shared__ volatile int lock;
  cells[threadIdx.x].mass = a[threadIdx.x];
  cells[threadIdx.x].pos = make_float3(1, 2, 3);
  dyn[threadIdx.x] = make_float4(0, 1, 2, 3);
  lock = 0;
  rows = (float(*)[8])dyn;
  __syncthreads();
  a[threadIdx.x] = cells[31 - threadIdx.x].pos.y + dyn[threadIdx.x ^ 1].z + rows[1][2] + lock;
}
