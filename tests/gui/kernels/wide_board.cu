// A board whose rows are too long for two beside each other.
#include <cstdio>
#include <cstdlib>
#define W 64
#define H 48
__global__ void life(const unsigned char* in, unsigned char* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) n += in[((y + dy + H) % H) * W + (x + dx + W) % W];
  unsigned char alive = in[y * W + x];
  if (n == 3 || (alive && n == 2)) out[y * W + x] = 1; else out[y * W + x] = 0;
}
int main() {
  unsigned char* h = (unsigned char*)malloc(W * H);
  for (int i = 0; i < W * H; ++i) h[i] = rand() % 3 == 0;
  unsigned char *a, *b;
  cudaMalloc(&a, W * H);
  cudaMalloc(&b, W * H);
  cudaMemcpy(a, h, W * H, cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid(4, 3);
  for (int t = 0; t < 20; ++t) { life<<<grid, block>>>(a, b); unsigned char* s = a; a = b; b = s; }
  cudaMemcpy(h, a, W * H, cudaMemcpyDeviceToHost);
  int alive = 0;
  for (int i = 0; i < W * H; ++i) alive += h[i];
  printf("%d alive\n", alive);
  cudaFree(a); cudaFree(b); free(h);
}
