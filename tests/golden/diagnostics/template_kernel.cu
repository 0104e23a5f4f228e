template <typename T>
__global__ void fill(T* a) {
  a[threadIdx.x] = 0;
}
__global__ void plain(float* a) { a[0] = 1; }
// expect error 1:1: a template of kernels ('fill') is not supported yet
