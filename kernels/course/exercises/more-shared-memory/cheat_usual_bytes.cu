// Takes what a launch gets without asking, and stores past it.

#include <cstdio>

#ifndef ROWS
#define ROWS 2
#endif
#ifndef COLS
#define COLS 3500
#endif
#ifndef SEED
#define SEED 1
#endif

__global__ void reorder(const int4* in, const int* order, int4* out, int cols) {
  extern __shared__ int4 kept[];
  in += blockIdx.x * cols;
  out += blockIdx.x * cols;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) kept[i] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[i] = kept[order[i]];
}

int in[4 * ROWS * COLS], out[4 * ROWS * COLS], order[COLS];  // the host's

int main() {
  unsigned state = SEED;
  for (int i = 0; i < 4 * ROWS * COLS; ++i)
    in[i] = 1 + ((state = state * 1664525 + 1013904223) >> 22);
  for (int i = 0; i < COLS; ++i) {  // put in at any place of those before it
    int place = (state = state * 1664525 + 1013904223) % (i + 1);
    order[i] = order[place];
    order[place] = i;
  }

  int4 *device_in, *device_out;
  int* device_order;
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMalloc(&device_order, sizeof order);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(device_order, order, sizeof order, cudaMemcpyHostToDevice);

  const int bytes = COLS * sizeof(int4);  // a block keeps
  const int usual = bytes < 49152 ? bytes : 49152;
  reorder<<<ROWS, 256, usual>>>(device_in, device_order, device_out, COLS);

  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  unsigned sums[ROWS] = {};
  for (int i = 0; i < 4 * ROWS * COLS; ++i) sums[i / 4 / COLS] += (i % 1023 + 1) * out[i];
  for (int row = 0; row < ROWS; ++row) printf("%u\n", sums[row]);
  cudaFree(device_in);
  cudaFree(device_out);
  cudaFree(device_order);
}
