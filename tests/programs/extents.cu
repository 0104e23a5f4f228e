// dim3 without a value is 1, 1, 1, wherever it is.
#include <cstdio>

dim3 block(512);
dim3 grid;
struct Shape {
  dim3 extents;
  int count;
};
Shape shape;
dim3 many[2];

__global__ void say() { printf("launched\n"); }

int main() {
  dim3 local, array[2];
  static dim3 kept;
  Shape inner;
  dim3* made = new dim3;
  printf("%u %u %u, %u %u %u\n", block.x, block.y, block.z, grid.x, grid.y, grid.z);
  printf("%u %u %u %u\n", shape.extents.z, many[1].y, local.z, array[1].z);
  printf("%u %u %u\n", kept.z, inner.extents.y, made->z);
  say<<<grid, local>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
