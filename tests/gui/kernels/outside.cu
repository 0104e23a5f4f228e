// warplens: --grid 1 --block 32 --arg in=float[32] --arg out=float[32] -D UNUSED=1
// 越界的访问算一次，读到零。
__global__ void outside(const float* in, float* out) {
  extern __shared__ float dynamic[];
  int i = threadIdx.x;
  out[i] = in[i + 1];
  out[i + 3] = 1.0f;
}
