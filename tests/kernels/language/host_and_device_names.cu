// warplens: --arg a=float[32] --block 32 --kernel k
#include <cmath>
float area(float r) {
  std::vector<float> v;
  return v.size();
}
__host__ float area(double r) {
  return 1;
}
__device__ float area(int r) {
  return r * 3.14f;
}
void gpu(float* a);
__global__ void gpu(float* a, int n = 1);
__global__ void k(float* a) {
  a[threadIdx.x] = area(2);
}
__global__ void gpu(float* a, int n) {
  a[0] = n;
}
void gpu(float* a) {
  gpu<<<1, 1>>>(a, 1);
}
