// warplens: --grid 3 --block 64 --arg x=float[1000]:mod=31 --arg y=float[1000]:mod=17 --arg a=2.5 --arg n=1000
//
// y = a * x + y with a grid-stride loop: any grid covers any n, and consecutive threads always touch
// consecutive elements, so every request moves whole sectors.

__global__ void saxpy_grid_stride(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    y[i] = a * x[i] + y[i];
  }
}

int main() {
  int n = 1000;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  saxpy_grid_stride<<<3, 64>>>(n, 2.5f, x, y);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
