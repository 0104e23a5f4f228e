// warplens: --grid 4,3 --block 32,32 --arg idata=float[96][128] --arg odata=float[128][96]:zero --arg width=128 --arg height=96
// The tiled transpose with one column of padding: a row of the tile is 33 words long, so the 32 elements of a
// column lie in 32 different banks.

#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int TILE = 32;

__global__ void transposePadded(float* odata, const float* idata, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = idata[y * width + x];
  __syncthreads();

  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  odata[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int width = 128, height = 96;
  const size_t bytes = width * height * sizeof(float);
  std::vector<float> host(width * height);
  for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i);

  float *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, host.data(), bytes, cudaMemcpyHostToDevice);
  dim3 block(TILE, TILE);
  dim3 grid(width / TILE, height / TILE);
  transposePadded<<<grid, block>>>(d_out, d_in, width, height);
  cudaMemcpy(host.data(), d_out, bytes, cudaMemcpyDeviceToHost);
  std::printf("out[1] = %g\n", host[1]);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
