// warplens: --grid 2 --block 32,2 --arg data=short[256]:random=5 --arg width_limit=128
//
// Bottom-up merge sort of 128 keys in one block. In each pass a thread merges one pair of runs,
// so half of the threads fall idle with every pass: the divergence is the lesson.

#include <stdio.h>

constexpr int kKeys = 128;

__device__ void merge(const short* from, short* to, int begin, int middle, int end) {
  int left = begin, right = middle;
  for (int k = begin; k < end; ++k) {
    if (left < middle && (right >= end || from[left] <= from[right]))
      to[k] = from[left++];
    else
      to[k] = from[right++];
  }
}

__global__ void merge_sort_block(short* data, int width_limit) {
  __shared__ short buffers[2][kKeys];
  const int threads = blockDim.x * blockDim.y;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  short* mine = data + blockIdx.x * kKeys;
  for (int i = t; i < kKeys; i += threads) buffers[0][i] = mine[i];
  __syncthreads();

  short *from = buffers[0], *to = buffers[1];
  for (int width = 1; width < width_limit; width *= 2) {
    int begin = t * 2 * width;
    if (begin < kKeys) merge(from, to, begin, begin + width, begin + 2 * width);
    __syncthreads();
    short* swap = from;
    from = to;
    to = swap;
  }
  for (int i = t; i < kKeys; i += threads) mine[i] = from[i];
}

int main(void) {
  short* data;
  cudaMalloc((void**)&data, 2 * kKeys * sizeof(short));
  dim3 block(32, 2);
  merge_sort_block<<<2, block>>>(data, kKeys);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  cudaFree(data);
}
