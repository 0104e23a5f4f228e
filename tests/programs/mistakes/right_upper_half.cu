// Of a picture only the rows that have whole blocks are changed; the others stay as they were
// copied, and the kernel has no guard that would admit more.
#include <cstdio>
#include <vector>
__global__ void invert(unsigned char* picture, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  picture[y * width + x] = 255 - picture[y * width + x];
}
int main() {
  const int width = 64, height = 40;
  std::vector<unsigned char> picture(width * height, 10);
  unsigned char* d;
  cudaMalloc(&d, picture.size());
  cudaMemcpy(d, picture.data(), picture.size(), cudaMemcpyHostToDevice);
  invert<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(d, width);
  cudaMemcpy(picture.data(), d, picture.size(), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (unsigned char one : picture) sum += one;
  printf("%d\n", sum);
}
