// Launches in loops with exchanged pointers, through templates and overloads, with struct arguments,
// dynamic shared memory, dim3 in every spelling.
#include <cstdio>

struct Scale {
  float factor;
  int offset;
};

__global__ void blur(const float* in, float* out, int n) {
  int i = threadIdx.x;
  float left = i > 0 ? in[i - 1] : 0.0f, right = i + 1 < n ? in[i + 1] : 0.0f;
  out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
}

template <int STEP, class T>
__global__ void fill(T* out, Scale scale) {
  out[threadIdx.x * STEP] = (T)(threadIdx.x * scale.factor + scale.offset);
}

__global__ void reversed(int* v, int n) {
  extern __shared__ int kept[];
  kept[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = kept[n - 1 - threadIdx.x];
}

__global__ void count(int* cells) {
  if (threadIdx.x + threadIdx.y == 0) atomicAdd(&cells[blockIdx.z], gridDim.x * 10 + gridDim.y);
}

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t error = (call);                                                       \
    if (error != cudaSuccess) {                                                       \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));   \
      return 1;                                                                       \
    }                                                                                 \
  } while (0)

int main() {
  const int n = 64;
  float *a, *b, h[n] = {0};
  CHECK(cudaMalloc(&a, sizeof h));
  CHECK(cudaMalloc(&b, sizeof h));
  h[n / 2] = 1024;
  CHECK(cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice));
  for (int step = 0; step < 6; ++step) {
    blur<<<1, n>>>(a, b, n);
    float* t = a;
    a = b;
    b = t;
  }
  CHECK(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost));
  printf("%g %g %g\n", h[n / 2], h[n / 2 - 3], h[n / 2 + 7]);
  int* v;
  CHECK(cudaMallocManaged(&v, n * sizeof(int)));
  Scale scale = {2.5f, 7};
  fill<2><<<1, n / 2>>>(v, scale);
  CHECK(cudaDeviceSynchronize());
  v[1] = -1;
  reversed<<<1, n, n * sizeof(int)>>>(v, n);
  CHECK(cudaDeviceSynchronize());
  printf("%d %d %d\n", v[n - 1], v[n - 2], v[1]);
  int* cells;
  CHECK(cudaMallocManaged(&cells, 3 * sizeof(int)));
  dim3 grid(2, 4, 3), block;
  block.y = 8;
  count<<<grid, block>>>(cells);
  count<<<dim3(1, 1, 2), dim3(4, 4)>>>(cells);
  CHECK(cudaDeviceSynchronize());
  printf("%d %d %d\n", cells[0], cells[1], cells[2]);
  count<<<1, 2048>>>(cells);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  CHECK(cudaFree(a));
  CHECK(cudaFree(cells));
  return 0;
}
