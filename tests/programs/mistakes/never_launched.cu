// No device is asked for that way.
#include <cstdio>
__global__ void hello() {
  printf("hello\n");
}
int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  if (count > 0) {  // finds: host_never_launched
    printf("no device\n");
    return 0;
  }
  hello<<<1, 1>>>();
  cudaDeviceSynchronize();
}
